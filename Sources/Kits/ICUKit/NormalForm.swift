internal import CBatonICU

/// The forms of Unicode Standard Annex 15 that texts are brought into.
enum NormalForm {
    case composed, decomposed, compatibilityComposed, compatibilityDecomposed
    /// Compatibility composition of the case-folded text without what is invisible (NFKC_Casefold).
    case compatibilityFolded

    /// - Parameter units: UTF-16, with no long rows of marks (`Scalars.read`): ICU sorts them by insertion.
    func applied(to units: [UInt16]) -> [UInt16] {
        var status = BATON_U_ZERO_ERROR
        let form = instance
        let length = units.withUnsafeBufferPointer {
            baton_unorm2_spanQuickCheckYes(form, $0.baseAddress, Int32(clamping: $0.count), &status)
        }
        ICUFailure.check(status, "check a normal form")
        if length == units.count { return units }
        return Self.filled(units.count + units.count / 4 + 16) { into, capacity, status in
            units.withUnsafeBufferPointer {
                baton_unorm2_normalize(
                    form, $0.baseAddress, Int32(clamping: $0.count), into, capacity, &status)
            }
        }
    }

    /// The text with upper and lower case made one, by the full folding that belongs to no language.
    static func caseFolded(_ units: [UInt16]) -> [UInt16] {
        filled(units.count + 16) { into, capacity, status in
            units.withUnsafeBufferPointer {
                baton_u_strFoldCase(
                    into, capacity, $0.baseAddress, Int32(clamping: $0.count), UInt32(BATON_U_FOLD_CASE_DEFAULT), &status)
            }
        }
    }

    /// ICU's instance belongs to ICU and lives as long as the process.
    private var instance: OpaquePointer {
        var status = BATON_U_ZERO_ERROR
        let form =
            switch self {
            case .composed: baton_unorm2_getNFCInstance(&status)
            case .decomposed: baton_unorm2_getNFDInstance(&status)
            case .compatibilityComposed: baton_unorm2_getNFKCInstance(&status)
            case .compatibilityDecomposed: baton_unorm2_getNFKDInstance(&status)
            case .compatibilityFolded: baton_unorm2_getNFKCCasefoldInstance(&status)
            }
        ICUFailure.check(status, "load a normal form")
        guard let form else { fatalError("ICU has no normal forms: is libicudata of the same version installed?") }
        return form
    }

    /// What `write` writes; called again with as much room as it asked for where the first guess was too small.
    private static func filled(
        _ guess: Int, _ write: (UnsafeMutablePointer<UInt16>?, Int32, inout Int32) -> Int32
    ) -> [UInt16] {
        var capacity = Int32(clamping: guess)
        while true {
            var status = BATON_U_ZERO_ERROR
            let result = [UInt16](unsafeUninitializedCapacity: Int(capacity)) { buffer, count in
                let length = write(buffer.baseAddress, capacity, &status)
                count = status == BATON_U_BUFFER_OVERFLOW_ERROR ? 0 : Int(length)
                if status == BATON_U_BUFFER_OVERFLOW_ERROR { capacity = length }
            }
            if status != BATON_U_BUFFER_OVERFLOW_ERROR {
                ICUFailure.check(status, "fold a text")
                return result
            }
        }
    }
}
