import Foundation

/// Makes a document of a saved web page: what one would read of it, and where it came from.
enum PageExtractor {
    private struct Facts {
        var title: String?
        var heading: String?
        var canonical: String?
        var savedFrom: String?
        var body: PageNode?
        var main: PageNode?
        var articles: [PageNode] = []
    }

    static func document(from data: [UInt8], name: String) -> Document {
        guard let tree = PageTree(data) else {
            return Document(title: name, format: .page, text: DocumentText(""), notice: "The page is empty.")
        }
        let facts = facts(of: tree)
        // The part that the page itself calls its text; a page that marks an empty one is read whole.
        var builder = PageTextBuilder()
        let part = facts.main ?? (facts.articles.count == 1 ? facts.articles.first : nil)
        if let part { read(part, of: tree, into: &builder) }
        if part == nil || builder.scalarCount < 200 {
            builder = PageTextBuilder()
            read(facts.body, of: tree, into: &builder)
        }
        let (lines, kinds) = builder.finish()
        let title = [facts.title, facts.heading].compactMap { $0.map(collapse) }.first(where: { !$0.isEmpty })
        return Document(
            title: title ?? name, address: address(facts.canonical) ?? address(facts.savedFrom), format: .page,
            text: DocumentText(lines.joined(separator: "\n")), kinds: kinds,
            notice: tree.isCut
                ? "The page ends early: it is nested too deeply." : lines.isEmpty ? "The page has no text." : nil)
    }

    private static func read(_ node: PageNode?, of tree: PageTree, into builder: inout PageTextBuilder) {
        tree.walk(from: node) {
            builder.enter($0)
        } leave: {
            builder.leave($0)
        }
    }

    private static func facts(of tree: PageTree) -> Facts {
        var facts = Facts()
        tree.walk { node in
            if node.isComment { facts.savedFrom = facts.savedFrom ?? savedFrom(node.content) }
            switch node.element {
            case "svg", "template": return false
            case "body": facts.body = facts.body ?? node
            case "main": facts.main = facts.main ?? node
            case "article": facts.articles.append(node)
            case "title": facts.title = facts.title ?? text(of: node, in: tree)
            case "h1": facts.heading = facts.heading ?? text(of: node, in: tree)
            case "link":
                guard node.attribute("rel")?.lowercased() == "canonical" else { break }
                facts.canonical = facts.canonical ?? node.attribute("href")
            default: break
            }
            return true
        }
        return facts
    }

    private static func text(of node: PageNode, in tree: PageTree) -> String {
        var text = ""
        tree.walk(from: node) { inner in
            if inner.isText { text += inner.content }
            return true
        }
        return text
    }

    /// Browsers write `saved from url=(0026)https://example.org/page`, SingleFile a line `url: https://example.org/page`.
    static func savedFrom(_ comment: String) -> String? {
        for mark in ["saved from url=", "url: "] {
            guard let range = comment.range(of: mark) else { continue }
            var rest = comment[range.upperBound...]
            if rest.first == "(", let close = rest.firstIndex(of: ")") { rest = rest[rest.index(after: close)...] }
            let value = rest.prefix(while: { !$0.isWhitespace })
            if !value.isEmpty { return String(value) }
        }
        return nil
    }

    /// An address that another device may open: the web's, and nothing of this machine's.
    package static func address(_ text: String?) -> String? {
        guard let text = text.map({ String(SafeText.trim($0[...])) }), text.utf8.count <= 2048,
            let url = URL(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            url.host()?.isEmpty == false, url.user() == nil
        else { return nil }
        return url.absoluteString
    }

    private static func collapse(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
