import ActivityModel
import FoundationEssentials
import TestSupport
import Testing

@Suite("What a webpageURL takes")
struct WebAddressTests {
    private struct Case: Decodable {
        struct Given: Decodable { let addresses: [String?] }
        let given: Given
        let expect: [String]
    }

    @Test("The addresses of case C55")
    func addresses() throws {
        let data = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C55"))
        #expect(data.given.addresses.count == data.expect.count)
        for (address, expected) in zip(data.given.addresses, data.expect) {
            var record = ActivityRecord(id: "1", type: "x")
            record.webpageURL = address
            let isAccepted = (try? record.validated()) != nil
            #expect(isAccepted == expected.hasPrefix("accepted"), "\(address ?? "null")")
            if let address { #expect(WebAddress.isWeb(address) == isAccepted, "\(address)") }
        }
    }

    @Test(
        "An address without a host is none",
        arguments: ["http://", "https:///path", "https:example.org", "https:", "http", ""])
    func hostless(address: String) { #expect(!WebAddress.isWeb(address)) }

    @Test(
        "Ports, addresses and users are accepted",
        arguments: ["https://[::1]:8/", "http://u@h/", "https://127.0.0.1", "https://ü.example/"])
    func unusual(address: String) { #expect(WebAddress.isWeb(address)) }
}
