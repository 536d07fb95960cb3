import BatonCommands
import Testing

@Suite struct ParserTests {
    private static let table: [Verb] = [
        Verb("") { _ in .done },
        Verb("config") { _ in .done },
        Verb("config get", operands: [Operand("KEY")]) { _ in .done },
        Verb(
            "do it", operands: [Operand("ONE", isRequired: false), Operand("REST", isRequired: false, isRest: true)],
            options: [
                .flag("fast"), .value("title", "TEXT"), .value("info", "KEY=VALUE", .pair, repeatable: true),
                .value("app", "ID", .app), .value("address", "HOST:PORT", .address),
                .value("way", "WAY", .choice(["on", "off"])), .value("count", "N", .number(1...10)),
                .optionalValue("open", "N", .number(1...10)),
            ]
        ) { _ in .done },
        Verb("take", operands: [Operand("ONE"), Operand("MORE", .name, isRequired: false, isRepeated: true)]) { _ in
            .done
        },
        Verb("make", options: [.value("type", "TYPE", required: true)]) { _ in .done },
    ]

    /// What was understood, as text; `usage: …` for a command line that was not.
    private func parse(_ words: [String]) -> String {
        do {
            let (request, invocation) = try Parser(Self.table).parse(words)
            let options = invocation.options.sorted { $0.key < $1.key }
                .map { "\($0.key)=\($0.value.joined(separator: ","))" }
            let name =
                switch request {
                case .version: "version"
                case .help(let words): "help(\(words.joined(separator: " ")))"
                case .run(let verb): verb.command
                }
            return ([name] + invocation.operands.map { "[\($0)]" } + options).joined(separator: " ")
        } catch {
            return "usage: \(error.message)"
        }
    }

    @Test(arguments: [
        ([], "baton"),
        (["config"], "baton config"),
        (["config", "get", "k"], "baton config get [k]"),
        (["--json", "config", "get", "k"], "baton config get [k] json="),
        (["config", "--json", "get", "--quiet", "k"], "baton config get [k] json= quiet="),
        (["--instance", "/d", "config"], "baton config instance=/d"),
        (["config", "--instance=/d"], "baton config instance=/d"),
        (["do", "it", "--title", "a b", "x"], "baton do it [x] title=a b"),
        (["do", "it", "x", "--title=a=b", "--fast"], "baton do it [x] fast= title=a=b"),
        (["do", "it", "--title="], "baton do it title="),
        (["do", "it", "--title", "-x"], "baton do it title=-x"),
        (["do", "it", "--title", "--other"], "baton do it title=--other"),
        (["do", "it", "--info", "a=1", "--info=b="], "baton do it info=a=1,b="),
        (["do", "it", "--", "--title", "x", "y"], "baton do it [--title] [x y]"),
        (["do", "it", "-", "b"], "baton do it [-] [b]"),
        (["do", "it", "a", "config"], "baton do it [a] [config]"),
        (["do", "it", "--fast", "--fast"], "baton do it fast="),
        (
            ["do", "it", "--address", "[::1]:80", "--app=a.b.c", "--way", "on"],
            "baton do it address=[::1]:80 app=a.b.c way=on"
        ),
        (["do", "it", "--count", "3"], "baton do it count=3"),
        // The next word is the value where it can be one.
        (["do", "it", "--open", "2", "x"], "baton do it [x] open=2"),
        (["do", "it", "--open", "x", "y"], "baton do it [x] [y] open="),
        (["do", "it", "x", "--open"], "baton do it [x] open="),
        (["do", "it", "x", "--open=10", "3"], "baton do it [x] [3] open=10"),
        (["do", "it", "--open", "--fast"], "baton do it fast= open="),
        (["take", "a", "--json", "b", "--", "-c"], "baton take [a] [b] [-c] json="),
        (["take", "a"], "baton take [a]"),
        (["take", "a", "b", ""], "usage: MORE cannot be “”: it must not be empty."),
        (["make", "--help"], "help(make) help="),
        (["do", "-h"], "help(do) help="),
        (["--version"], "version"),
    ])
    func understands(words: [String], meaning: String) { #expect(parse(words) == meaning) }

    @Test(arguments: [
        (["confg"], "There is no verb “confg”; did you mean `baton config`?"),
        (["config", "gett"], "There is no verb “config gett”; did you mean `baton config get`?"),
        (["zzzzzz"], "There is no verb “zzzzzz”."),
        (["do"], "“do” needs one of: it."),
        (["config", "get"], "“config get” needs KEY."),
        (
            ["config", "get", "a", "b"],
            "“config get” does not take “b” as well; a value with spaces is written in quotation marks."
        ),
        (["make"], "“make” needs --type."),
        (["do", "it", "--titel", "x"], "There is no option --titel; did you mean --title?"),
        (["do", "it", "--zzzzzz"], "There is no option --zzzzzz."),
        (["do", "it", "-x"], "There is no option -x."),
        (["--title", "x", "do", "it"], "--title stands after its verb, as in `baton do it --title`."),
        (
            ["do", "it", "--title"],
            "--title needs a value, --title TEXT; one that begins with -- is written --title=…."
        ),
        (
            ["do", "it", "--title", "--fast"],
            "--title needs a value, --title TEXT; one that begins with -- is written --title=…."
        ),
        (["do", "it", "--title", "a", "--title", "b"], "--title is given twice."),
        (["do", "it", "--fast=1"], "--fast takes no value."),
        (["do", "it", "--info", "a"], "--info cannot be “a”: it must be KEY=VALUE."),
        (["do", "it", "--info", "=a"], "--info cannot be “=a”: it must be KEY=VALUE."),
        (["do", "it", "--app", "a b"], "--app cannot be “a b”: it must be an app's id, for instance org.example.app."),
        (["do", "it", "--way", "up"], "--way cannot be “up”: it must be one of: on, off."),
        (
            ["do", "it", "--address", "a:0"],
            "--address cannot be “a:0”: it must be HOST:PORT, for instance 192.168.1.5:4711 or [fe80::1]:4711."
        ),
        (
            ["do", "it", "--address", "fe80::1:80"],
            "--address cannot be “fe80::1:80”: it must be HOST:PORT, for instance 192.168.1.5:4711 or [fe80::1]:4711."
        ),
        (["config", "--instance", ""], "--instance cannot be “”: it must not be empty."),
        (["config", "--version"], "There is no option --version."),
    ])
    func refuses(words: [String], message: String) { #expect(parse(words) == "usage: \(message)") }

    @Test func slipsAreSuggestedAndGuessesAreNot() {
        #expect(Suggestion.nearest(to: "lsit", among: ["list", "leave"]) == "list")
        #expect(Suggestion.nearest(to: "handof", among: ["handoff", "devices"]) == "handoff")
        #expect(Suggestion.nearest(to: "on", among: ["list", "leave"]) == nil)
        #expect(Suggestion.nearest(to: "", among: ["list"]) == nil)
        #expect(Suggestion.nearest(to: "x", among: []) == nil)
    }
}
