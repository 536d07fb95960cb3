import ActivityModel
import Testing

@Suite struct ReaderLanguagesTests {
    @Test(
        arguments: [
            ([:], []),
            (["LANG": "C"], []),
            (["LANG": "POSIX", "LANGUAGE": "de"], []),
            (["LANG": "C.UTF-8", "LANGUAGE": "de"], []),
            (["LANG": "de_DE.UTF-8"], ["de-DE", "de"]),
            (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr"], ["fr"]),
            (["LANG": "de", "LC_MESSAGES": "fr", "LC_ALL": "pt_BR@euro"], ["pt-BR", "pt"]),
            (["LANG": "de_DE", "LC_ALL": ""], ["de-DE", "de"]),
            (["LANG": "de_DE", "LANGUAGE": "sv:en_GB::de"], ["sv", "en-GB", "en", "de", "de-DE"]),
            (["LANG": "../../etc"], []),
            (["LANG": "d\u{e4}"], []),
        ] as [([String: String], [String])])
    func areReadFromTheEnvironment(environment: [String: String], languages: [String]) {
        #expect(ReaderLanguages.of(environment) == languages)
    }

    @Test func aLongListIsCut() {
        let many = (0..<100_000).map { "l\($0)" }.joined(separator: ":")
        #expect(ReaderLanguages.of(["LANG": "de", "LANGUAGE": many]).count == 17)
    }
}
