internal import BatonBus

/// The man page, written from the table of verbs; `data/man/baton.1` is its checked-in copy.
package enum ManPage {
    package static func text(for table: [Verb]) -> String {
        var lines = [
            ".\\\" Written from the table of verbs; a test holds it to that. Do not edit.",
            ".TH BATON 1 \"\" \"Baton \(BusProtocol.release)\" \"User Commands\"",
            ".SH NAME", "baton \\- \(escaped(Texts.purpose))",
            ".SH SYNOPSIS", ".B baton", "[\\-\\-json] [\\-\\-quiet] [\\-\\-instance \\fIDIR\\fR] \\fIVERB\\fR ...",
            ".br",
            ".B baton \\-\\-version",
            ".SH DESCRIPTION", escaped(Texts.alone),
            "Baton carries what an app says its user is doing to where the user goes next; see the verbs below.",
            ".SH OPTIONS", escaped(Texts.commonHead),
        ]
        lines += Help.common.flatMap { item($0.name, $0.help) }
        lines += item("--version", Texts.help("--version"))
        lines.append(".SH VERBS")
        for verb in table where !verb.path.isEmpty {
            lines += [".SS \"\(escaped(Help.synopsis(verb)))\"", escaped(sentence(Texts.help(verb.name)))]
            lines += (Help.operands(verb) + Help.options(verb)).flatMap { item($0.name, $0.help) }
        }
        lines += [
            ".SH EXIT STATUS",
            ".TP", "0", "Done.", ".TP", "1", "The answer is no: no match, or refused.", ".TP", "2", "Wrong usage.",
            ".TP", "3", "The daemon or another device failed.",
            ".SH ENVIRONMENT",
            ".TP", ".B BATON_INSTANCE", "The folder of a private instance, as \\fB\\-\\-instance\\fR names it.",
            ".TP", ".B BATON_DAEMON", "The daemon's program, if not batond beside baton or in PATH.",
            ".TP", ".B NO_COLOR", "If set and not empty, nothing is coloured.",
            ".SH NOTES", "Without output there is nothing to show. Errors are one line on standard error, with",
            "\\fB\\-\\-json\\fR the object {\"error\": {\"code\", \"message\"}}. Dates follow the locale, in JSON they are ISO 8601.",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func item(_ name: String, _ help: String) -> [String] {
        [".TP", ".B \"\(escaped(name))\"", escaped(sentence(help))]
    }

    private static func sentence(_ text: String) -> String {
        guard let first = text.first else { return "" }
        return first.uppercased() + text.dropFirst() + "."
    }

    /// A hyphen is one to be typed; a leading dot or quote would be a request.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
            .replacing("`", with: "\\(ga").replacing("…", with: "...")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
