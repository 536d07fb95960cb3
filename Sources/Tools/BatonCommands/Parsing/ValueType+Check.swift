internal import ActivityModel

extension ValueType {
    /// What is wrong with a value of this type, as the message's last words; nil where nothing is.
    func complaint(_ value: String) -> String? {
        switch self {
        case .text, .list, .date: nil
        case .name, .file, .folder: value.isEmpty ? Texts.mustNotBeEmpty : nil
        case .app: AppManifest.isValidID(value) ? nil : Texts.mustBeAppID
        case .pair: value.firstIndex(of: "=").map { $0 > value.startIndex } == true ? nil : Texts.mustBePair
        case .address: Self.isAddress(value) ? nil : Texts.mustBeAddress
        case .choice(let words): words.contains(value) ? nil : Texts.mustBeOneOf(words)
        case .number(let range):
            Int(value).map(range.contains) == true ? nil : Texts.mustBeNumber(range.lowerBound, range.upperBound)
        }
    }

    /// `host:port`, an IPv6 host in brackets.
    private static func isAddress(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
        let host = text[..<colon]
        guard host.first == "[" ? host.last == "]" : !host.contains(":") else { return false }
        guard let port = UInt16(text[text.index(after: colon)...]), port > 0 else { return false }
        return !host.contains { $0.isWhitespace }
    }
}
