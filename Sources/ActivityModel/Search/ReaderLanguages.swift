/// Which languages a program's user reads, as the environment says it.
package enum ReaderLanguages {
    /// Best first, as `de`, `pt-BR`; each with a country is followed by itself without. Empty where nothing is said.
    ///
    /// `LANGUAGE` is a list and goes first, but not in the locales `C` and `POSIX`; then the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is not empty. Source: the manual of gettext. (Foundation on Linux does not look at
    /// them: its list is `en-001` always, measured in 6.3.1.)
    package static func of(_ environment: [String: String]) -> [String] {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        guard let language = code(locale) else { return [] }
        let listed = (environment["LANGUAGE"] ?? "").split(separator: ":").prefix(maximum).compactMap { code($0) }
        var languages: [String] = []
        for language in listed + [language] {
            for code in [language, String(language.prefix { $0 != "-" })] where !languages.contains(code) {
                languages.append(code)
            }
        }
        return languages
    }

    /// Entries of `LANGUAGE` that are looked at.
    private static let maximum = 16

    /// `pt_BR.UTF-8@euro` is `pt-BR`; nil for `C`, `POSIX` and what is no language.
    private static func code(_ locale: some StringProtocol) -> String? {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        guard name != "C", name != "POSIX", (1...32).contains(name.utf8.count),
            name.utf8.allSatisfy({ byte in
                byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                    || (byte < 0x80 && Character(Unicode.Scalar(byte)).isLetter)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            })
        else { return nil }
        return String(name.map { $0 == "_" ? "-" : $0 })
    }
}
