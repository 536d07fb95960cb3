import BatonLinks
import ICUKit
import Testing

@Suite struct AssociatedDomainTests {
    @Test(arguments: [
        ("https://bücher.example/", "xn--bcher-kva.example"), ("HTTPS://EXAMPLE.com:443/x", "example.com"),
        ("http://xn--bcher-kva.EXAMPLE", "xn--bcher-kva.example"), ("https://user:p@example.com/", "example.com"),
        ("https://example.com@evil.test/", "evil.test"), ("https://B%C3%BCcher.example/a", "xn--bcher-kva.example"),
    ]) func hostsAreInTheirASCIIForm(_ text: String, _ host: String) {
        #expect(LinkURL(text)?.host.ascii == host)
    }

    @Test(arguments: [
        "https://[::1", "http://", "", "https://example28.test:99999999/", "https://evil.test\\@good.test/", "ftp://a.test/",
        "https:///x", "https://a..b/", "//example.com/", "https:example.com", "https://exa mple.com/", "https://a\u{0}b/",
    ]) func whatIsNoWebAddressIsNone(_ text: String) {
        #expect(LinkURL(text) == nil)
    }

    /// As browsers do it: nothing passes for what is below a folder that it leaves.
    @Test(arguments: [
        ("/app/../account/7", "/account/7"), ("/app/%2e%2E/account", "/account"), ("/a/./b/.", "/a/b/"),
        ("/../../x", "/x"), ("/a/b/..", "/a/"), ("/.hidden/..x/a.b", "/.hidden/..x/a.b"), ("/a/%2f../b", "/a/%2f../b"),
        ("/..", "/"), ("", ""), ("/a//../b", "/a/b"),
    ]) func dotsInAPathAreResolved(_ path: String, _ expected: String) {
        #expect(LinkURL("https://example.com\(path)?a=/../b#/../c")?.path == expected)
        #expect(LinkURL("https://example.com\(path)?a=/../b#/../c")?.query == "a=/../b")
    }

    @Test func partsAreAsTheyAreWritten() throws {
        let url = try #require(LinkURL(" https://example.com/a b/%c3%A9/é?x=1&y=\"#f ü "))
        #expect(url.path == "/a%20b/%c3%A9/%C3%A9")
        #expect(url.query == "x=1&y=%22")
        #expect(url.fragment == "f%20%C3%BC")
        #expect(url.text == "https://example.com/a%20b/%c3%A9/%C3%A9?x=1&y=%22#f%20%C3%BC")
        #expect(LinkURL("https://example.com:8443")?.port == 8443)
        #expect(LinkURL("http://example.com:80")?.port == nil)
    }
}
