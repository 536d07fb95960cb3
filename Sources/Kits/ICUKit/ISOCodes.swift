internal import CBatonICU

/// The codes that ISO gives regions and languages, as ICU lists them.
package enum ISOCodes {
    /// ISO 3166-1 alpha-2, in capitals, and the few codes that are reserved beside it ("XK"). "UK" is none of them.
    package static let regions = list(baton_uloc_getISOCountries())

    /// ISO 639: two letters where a language has such a code, else three ("fil"). "tl" is a code of the standard that ICU
    /// leaves out for "fil".
    package static let languages = list(baton_uloc_getISOLanguages()) + ["tl"]

    private static func list(_ codes: UnsafePointer<UnsafePointer<CChar>?>?) -> [String] {
        guard var next = codes else { return [] }
        var found: [String] = []
        while let code = next.pointee {
            found.append(String(cString: code))
            next += 1
        }
        return found
    }
}
