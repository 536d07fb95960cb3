import Testing

@testable import ReaderCore

@Suite struct PageTests {
    private func page(_ html: String) -> Document {
        PageExtractor.document(from: Array(html.utf8), name: "page.html")
    }

    private func lines(_ html: String) -> [String] {
        let text = page(html).text
        return (0..<text.lineCount).map { text.line($0) }
    }

    @Test func headingsParagraphsAndListsBecomeLines() {
        let html = """
            <body><h1>A  title</h1><p>One
            <b>two</b>,&nbsp;three.</p><p>Four<br>five</p>
            <ul><li>six</li><li>seven<ul><li>eight</li></ul></li></ul>
            <ol start="9"><li>nine</li><li><p>ten</p><p>more</p></li></ol></body>
            """
        #expect(
            lines(html) == [
                "A title", "", "One two,\u{A0}three.", "", "Four", "five", "", "• six", "• seven", "  • eight", "",
                "9. nine", "10. ten", "    more",
            ])
        #expect(page(html).kind(ofLine: 0) == .heading)
        #expect(page(html).kind(ofLine: 2) == .body)
    }

    @Test func preformattedTextAndQuotesKeepTheirShape() {
        #expect(
            lines("<p>a</p><pre>\nx  y\n\n  z\n</pre><blockquote><p>q</p><p>r</p></blockquote><p>b</p>") == [
                "a", "", "    x  y", "", "      z", "", "│ q", "│", "│ r", "", "b",
            ])
        #expect(lines("<table><tr><td>a<td>b</tr><tr><td>c<td>d</tr></table>") == ["a | b", "c | d"])
    }

    @Test func scriptsStylesAndWhatIsNotTextAreDropped() {
        let html = """
            <head><title>T &amp; U</title><style>p { x }</style></head><body><script>alert("<p>no")</script>
            <nav>Home</nav><p hidden>no</p><p>yes <img alt="a gull" src="x"></p><template><p>no</p></template>
            <button>no</button><noscript>no</noscript><!-- no --></body>
            """
        #expect(lines(html) == ["yes [a gull]"])
        #expect(page(html).title == "T & U")
    }

    @Test func theAddressIsTheCanonicalOneOrTheOneThatItWasSavedFrom() {
        let canonical = "<link rel=canonical href='https://a.example/x'>"
        let comment = "<!-- saved from url=(0021)http://b.example/page -->"
        #expect(page("<html><head>\(canonical)</head>t").address == "https://a.example/x")
        #expect(page("<!DOCTYPE html>\n\(comment)\n<html><body>t").address == "http://b.example/page")
        #expect(page("\(comment)<html><head>\(canonical)</head>t").address == "https://a.example/x")
        #expect(page("<html><!--\n Page saved with SingleFile \n url: https://c.example/ \n--><body>t").address != nil)
        for address in ["file:///etc/passwd", "javascript:alert(1)", "/relative", "https://", "https://u@x.example/"] {
            #expect(page("<html><head><link rel=canonical href='\(address)'></head>t").address == nil)
        }
    }

    @Test func thePartThatAPageCallsItsTextIsPreferred() {
        let long = String(repeating: "Long enough. ", count: 30)
        #expect(lines("<body><p>Advert</p><main><p>\(long)</p></main></body>").count == 1)
        #expect(lines("<body><p>Short page</p><main></main></body>") == ["Short page"])
    }

    @Test func encodingsAreRead() {
        let latin: [UInt8] = Array("<meta charset=iso-8859-1><p>caf".utf8) + [0xE9] + Array("</p>".utf8)
        #expect(PageExtractor.document(from: latin, name: "x").text.line(0) == "café")
        #expect(lines("<p>漢字</p>") == ["漢字"])
        let broken: [UInt8] = Array("<meta charset=utf-8><p>a".utf8) + [0xFF] + Array("</p>".utf8)
        #expect(PageExtractor.document(from: broken, name: "x").text.line(0) == "a\u{FFFD}")
    }

    @Test func badPagesAreSurvived() {
        let deep = String(repeating: "<blockquote><ul><li>", count: 70) + "deep"
        #expect(lines(deep).last?.hasSuffix("• deep") == true)
        let abyss = "<p>top</p>" + String(repeating: "<div><b>", count: 50_000) + "deep"
        #expect(lines(abyss) == ["top"])
        #expect(page(abyss).notice == "The page ends early: it is nested too deeply.")
        #expect(page("").text.isEmpty)
        #expect(page("<").title == "page.html")
        #expect(lines("</ul></li></h1></pre></blockquote>text") == ["text"])
        #expect(page("<p>a\u{1B}[2J</p>").text.lineCount == 1)
    }
}
