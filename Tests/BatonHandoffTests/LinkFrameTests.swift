import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonHandoff

struct LinkFrameTests {
    func decoded(_ text: String) throws -> LinkFrame { try JSONDecoder().decode(LinkFrame.self, from: Data(text.utf8)) }

    @Test func everyKindComesBack() throws {
        let update = GroupUpdate(
            list: SignedList(
                DeviceList(group: "g", version: 1, epochs: [], members: [], removed: []),
                by: DeviceIdentity(seed: Secret(Data(repeating: 1, count: 32)))),
            keys: [.init(epoch: 1, key: Data([1]))], hints: ["d": ["a:1"]])
        let offer = Offer(id: "o", app: "a", team: "t", type: "x.y", since: Date(timeIntervalSinceReferenceDate: 0.1))
        let frames: [LinkFrame] = [
            .hello(.init(addresses: ["a:1"], port: 1, replaces: true)), .group(update), .moved, .ping, .pong,
            .handoff(.offers([offer])), .handoff(.fetch(request: "r", offer: "o")),
            .handoff(.state(request: "r", activity: ActivityRecord(id: "i", type: "x.y"))),
            .handoff(.failure(request: "r", BatonError(.noSuchOffer, "m"))),
            .handoff(.continued(request: "r", offer: "o")), .handoff(.cancel(request: "r")),
            .join(.request(name: "n", commitment: Data(repeating: 1, count: 32))),
            .join(.nonce(Data(repeating: 2, count: 32))), .join(.reveal(Data(repeating: 3, count: 32))),
            .join(.group(update)), .join(.done), .join(.failed(code: "WrongCode")),
        ]
        for frame in frames {
            let bytes = try JSONEncoder().encode(frame)
            let back = try JSONDecoder().decode(LinkFrame.self, from: bytes)
            #expect(String(describing: back) == String(describing: frame))
        }
    }

    @Test func unknownKindsAndKeysArePassedOver() throws {
        guard case .unknown("later") = try decoded(#"{"kind":"later","x":[1,{"y":null}]}"#) else {
            Issue.record("not unknown")
            return
        }
        guard case .ping = try decoded(#"{"kind":"ping","later":true}"#) else {
            Issue.record("not a ping")
            return
        }
    }

    @Test(arguments: [
        "", "x", "[]", "{}", #"{"kind":1}"#, #"{"kind":"fetch","request":"r"}"#, #"{"kind":"state","request":"r"}"#,
        #"{"kind":"join.nonce","nonce":"AQ=="}"#, #"{"kind":"offers","offers":{}}"#,
    ])
    func whatIsOutOfFormIsAnError(text: String) { #expect(throws: (any Error).self) { try decoded(text) } }

    @Test func idsAndOffersAreBounded() throws {
        let long = String(repeating: "x", count: 65)
        #expect(throws: (any Error).self) { try decoded(#"{"kind":"cancel","request":"\#(long)"}"#) }
        let offer = Offer(id: "o", app: "a", team: "t", type: "x", since: Date())
        let many = LinkFrame(.offers(Array(repeating: offer, count: 65)))
        #expect(throws: (any Error).self) { try JSONDecoder().decode(LinkFrame.self, from: JSONEncoder().encode(many)) }
    }

    @Test func queuesAreBounded() {
        var queue = OutgoingQueue()
        #expect((0..<257).map { _ in queue.append(Data([1])) } == Array(repeating: true, count: 256) + [false])
        let first = queue.next()
        #expect(first == Data([1]))
        let taken = queue.append(Data([1]))
        #expect(taken)
        var large = OutgoingQueue()
        #expect(
            [2 << 20, 2 << 20, 2 << 20, 2 << 20, 1].map { large.append(Data(count: $0)) } == [
                true, true, true, true, false,
            ])
    }

    @Test func strangersAreBounded() {
        var admission = Admission()
        func enter(_ number: Int, _ address: String) -> Bool { admission.enter(number, from: address) }
        #expect((0..<5).map { enter($0, "192.0.2.1:\(1000 + $0)") } == [true, true, true, true, false])
        #expect((10..<38).allSatisfy { enter($0, "192.0.2.\($0):1") })
        let whenFull = enter(99, "192.0.2.200:1")
        #expect(!whenFull)
        admission.leave(0)
        let afterwards = enter(100, "192.0.2.1:1")
        #expect(afterwards)
    }

    @Test func pausesDoubleUpToAMinute() {
        var backoff = Backoff()
        let pauses: [Duration] = (0..<9).map { _ in backoff.next(fraction: 0) }
        #expect(pauses == [0.5, 1, 2, 4, 8, 16, 32, 60, 60].map { .milliseconds(Int($0 * 1000)) })
        var jittered = Backoff()
        let first = jittered.next(fraction: 0.999)
        #expect(first >= .milliseconds(375) && first < .milliseconds(500))
    }

    @Test func aSocketForAllAddressesStandsForThoseThereAre() {
        let found = LocalAddresses.reachable(
            ["0.0.0.0:1", "[::]:2", "192.0.2.9:3"], local: ["192.0.2.1", "2001:db8::1"])
        #expect(found.map(\.description) == ["192.0.2.1:1", "192.0.2.1:2", "[2001:db8::1]:2", "192.0.2.9:3"])
        #expect(LocalAddresses.current().allSatisfy { !$0.hasPrefix("127.") && $0 != "::1" })
    }
}
