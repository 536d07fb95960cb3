import ActivityModel
import FoundationEssentials
import GLibKit
import Testing

@testable import BatonHandoff

/// What those get who dial without being the user's devices.
@Suite(.timeLimit(.minutes(5)))
struct StrangerTests {
    @Test func nothingListensBeforeItIsWanted() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            #expect(fixture.network.listeningAddresses == [])
            #expect(await a.service.listeningPort == nil)
            #expect(await !a.service.needsTLS())
            let invitation = try await a.service.invite()
            #expect(await a.service.listeningAddresses() == invitation.addresses)
            #expect(await a.service.needsTLS())
            await a.service.cancelInvite()
            #expect(fixture.network.listeningAddresses == [])
        }
    }

    @Test func aSilentPeerIsClosedAfterTwoSeconds() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let stream = try await dial(try await a.service.invite(), fixture)
            await fixture.clock.waitForSleep(of: .seconds(2))
            fixture.clock.advance(by: .milliseconds(1999))
            try await stream.send(Data("{}".utf8))
            #expect(try await stream.receive(maximum: 4096) == nil)
            let silent = try await dial(try await a.service.invite(), fixture)
            await fixture.clock.waitForSleep(of: .seconds(2))
            fixture.clock.advance(by: .seconds(2))
            #expect(try await silent.receive(maximum: 4096) == nil)
        }
    }

    @Test func whoStopsInTheMiddleIsClosedAfterTenSeconds() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let opened = try await a.service.invite()
            let stream = try await dial(opened, fixture)
            let secret = try Invitation(text: opened.text).secret
            let proof = HandshakeProof.proof(.dialler, .invitation, exporter: stream.exporter, secret: secret)
            let open = HandshakeMessage.open(.init(kind: .invitation, versions: .spoken, proofs: [proof]))
            try await stream.send(JSONEncoder().encode(open))
            #expect(try await stream.receive(maximum: 4096) != nil)
            await fixture.clock.waitForSleep(of: .seconds(10))
            fixture.clock.advance(by: .seconds(10))
            #expect(try await stream.receive(maximum: 4096) == nil)
        }
    }

    @Test func longAndSenselessFirstFramesAreClosed() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let opened = try await a.service.invite()
            let first = #"{"step":"open","kind":"member","versions":{"min":1,"max":1},"proofs":["#
            for text in [
                "", "x", "{}", #"{"step":"welcome","version":1,"name":"x"}"#, first + "]}",
                first + Array(repeating: #""AQ==""#, count: 5).joined(separator: ",") + "]}",
                String(repeating: " ", count: 4097), String(repeating: "[", count: 4096),
            ] {
                let stream = try await dial(opened, fixture)
                try? await stream.send(Data(text.utf8))
                #expect(try await stream.receive(maximum: 4096) == nil, "\(text.prefix(40))")
            }
            #expect(await a.service.devices().count == 1)
        }
    }

    @Test func aFifthStrangerOfOneHostIsClosedAtOnce() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let opened = try await a.service.invite()
            var streams: [any FrameStream] = []
            for _ in 0..<5 { streams.append(try await dial(opened, fixture)) }
            #expect(try await streams[4].receive(maximum: 4096) == nil)
            await streams[0].close()
            // A place is free again as soon as the first is gone.
            await fixture.clock.waitForSleep(of: .seconds(2), count: 3)
            while await a.service.strangers.count > 3 { await Task.yield() }
            let next = try await dial(opened, fixture)
            await fixture.clock.waitForSleep(of: .seconds(2), count: 4)
            await next.close()
        }
    }

    @Test func thirtyTwoStrangersAreKeptAndFourOfOneHost() {
        var admission = Admission()
        // Of an IPv6 network anybody has as many addresses as they like.
        for number in 0..<10 {
            let isTaken = admission.enter(number, from: "[2001:db8:0:1::\(number)]:80")
            #expect(isTaken == (number < Admission.maximumPerHost))
        }
        for number in 10..<100 {
            let isTaken = admission.enter(number, from: "192.0.2.\(number):80")
            #expect(isTaken == (number < 38))
        }
        #expect(admission.count == Admission.maximum)
        admission.leave(0)
        let isTaken = admission.enter(100, from: "198.51.100.1:80")
        #expect(isTaken)
    }

    @Test func aPortThatIsTakenIsTold() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a", listen: "127.0.0.1:7000")
            let b = try await fixture.device("b", listen: "127.0.0.1:7000")
            _ = try await a.service.invite()
            await expectError(.network) { _ = try await b.service.invite() }
            #expect(await b.service.findings().count == 1)
            await b.service.listen(on: ["127.0.0.1:0"])
            _ = try await b.service.invite()
            #expect(await b.service.findings() == [])
        }
    }

    private func dial(_ opened: OpenedInvitation, _ fixture: Fixture) async throws -> any FrameStream {
        try await fixture.network.host("x").dial(opened.addresses[0], within: .seconds(1))
    }
}
