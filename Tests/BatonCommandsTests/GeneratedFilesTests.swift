import BatonCommands
import FoundationEssentials
import Testing

/// The checked-in completions and man page are what the table of verbs gives. `BATON_WRITE_GENERATED=1 swift test
/// --filter GeneratedFilesTests` writes them.
@Suite struct GeneratedFilesTests {
    private static let root = String(#filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined())

    @Test(arguments: [
        "completions/baton.bash", "completions/_baton", "completions/baton.fish", "man/baton.1",
    ])
    func isUpToDate(file: String) throws {
        let table = VerbTable.all
        let text =
            switch file {
            case "completions/baton.bash": Completions.bash(for: table)
            case "completions/_baton": Completions.zsh(for: table)
            case "completions/baton.fish": Completions.fish(for: table)
            default: ManPage.text(for: table)
            }
        let path = "\(Self.root)/data/\(file)"
        if ProcessInfo.processInfo.environment["BATON_WRITE_GENERATED"] != nil {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
        let written = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(written == text, "data/\(file) is out of date")
    }

    @Test(arguments: VerbTable.all.map(\.path))
    func everyWordOfAVerbIsExplained(path: [String]) {
        let help = Help.text(for: path, in: VerbTable.all)
        // A text that is missing leaves its column empty.
        for line in help.split(separator: "\n") { #expect(line.last != " ", "no text: \(line)") }
        #expect(help.hasSuffix("\n"))
    }

    @Test func verbsAreNamedOnce() {
        let names = VerbTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        for verb in VerbTable.all {
            let options = verb.options.map(\.name) + Option.common.map(\.name)
            #expect(Set(options).count == options.count, "\(verb.name)")
        }
    }
}
