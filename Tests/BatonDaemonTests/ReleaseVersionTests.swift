import BatonBus
import Testing

@Suite struct ReleaseVersionTests {
    /// Semantic Versioning 2.0.0, section 11, and what lies between.
    @Test func versionsAreOrdered() {
        let order = [
            "0.0.9", "0.1.0-alpha", "0.1.0-alpha.1", "0.1.0-alpha.beta", "0.1.0-beta", "0.1.0-beta.2",
            "0.1.0-beta.11", "0.1.0-rc.1", "0.1.0", "0.1.1", "0.2.0", "0.10.0", "1.0.0-0", "1.0.0-1", "1.0.0--",
            "1.0.0-A", "1.0.0-a", "1.0.0", "1.0.99999999999999999999999", "2.0.0",
        ]
        for (index, older) in order.enumerated() {
            #expect(!ReleaseVersion.isNewer(older, than: older))
            for newer in order[(index + 1)...] {
                #expect(ReleaseVersion.isNewer(newer, than: older), "\(newer) after \(older)")
                #expect(!ReleaseVersion.isNewer(older, than: newer), "\(older) before \(newer)")
            }
        }
    }

    @Test func buildMetadataMakesNobodyNewer() {
        for (one, other) in [("1.0.0+a", "1.0.0"), ("1.0.0+b", "1.0.0+a"), ("1.0.0-x+1", "1.0.0-x+2")] {
            #expect(!ReleaseVersion.isNewer(one, than: other))
            #expect(!ReleaseVersion.isNewer(other, than: one))
        }
    }

    /// Neither newer nor older: nobody asks, and nobody is asked.
    @Test(arguments: [
        "", "1", "1.0", "1.0.0.0", "v1.0.0", "01.0.0", "1.00.0", "1.0.0-", "1.0.0-01", "1.0.0-a..b", "1.0.0+",
        "1.0.0-ü",
        "-1.0.0", "1.0.0 ", "test", "1.x.0", String(repeating: "1", count: 300) + ".0.0",
    ])
    func whatIsNoVersionIsNotCompared(_ text: String) {
        #expect(ReleaseVersion(text) == nil)
        #expect(!ReleaseVersion.isNewer(text, than: "0.0.1"))
        #expect(!ReleaseVersion.isNewer("99.0.0", than: text))
    }

    @Test func thisReleaseIsAVersion() { #expect(ReleaseVersion(BusProtocol.release) != nil) }
}
