import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonHandoff

/// Case C65: activities of all sizes, from one device to another.
@Suite(.timeLimit(.minutes(5)))
struct PayloadSizeTests {
    struct Case: Decodable {
        struct Given: Decodable {
            let sizes: [Int]
            enum CodingKeys: String, CodingKey { case sizes = "sizes of userInfo" }
        }
        let given: Given
        let expect: [String: String]
    }

    /// A record whose payload has exactly so many bytes; none at all for 0.
    static func record(_ size: Int) -> ActivityRecord {
        var record = ActivityRecord(id: "1", type: HandoffDevice.type)
        guard size > 0 else { return record }
        let empty = Payload([.string("t"): .string("")]).canonicalData.count
        record.userInfo = Payload([.string("t"): .string(String(repeating: "x", count: size - empty))]).canonicalData
        return record
    }

    @Test func eachSizeArrivesWholeOrFailsAtBothEnds() async throws {
        let file = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C65"))
        #expect(file.given.sizes.count == 7)
        #expect(file.expect["20971520"]?.contains("refused with a reason") == true)
        try await Fixture.run { fixture in
            let frames = Mutex<[(kind: String, size: Int)]>([])
            fixture.network.onStream { dialler, listener in
                for end in [dialler, listener] {
                    end.filter.withLock {
                        $0 = { message in
                            let kind = (try? JSONDecoder().decode(Kind.self, from: message))?.kind ?? ""
                            frames.withLock { $0.append((kind, message.count)) }
                            return message
                        }
                    }
                }
            }
            let devices = try await fixture.handoffDevices("a", "b")
            let (a, b) = (devices[0], devices[1])
            var advertisements: Set<Int> = []
            for (index, size) in file.given.sizes.enumerated() {
                let record = Self.record(size)
                #expect((record.userInfo?.count ?? 0) == size)
                a.source.answer("offer \(index)", with: record)
                frames.withLock { $0 = [] }
                await a.handoff.publish([a.offer("offer \(index)")])
                try await b.waitForOffer("offer \(index)")
                advertisements.formUnion(frames.withLock { $0 }.filter { $0.kind == "offers" }.map(\.size))
                let outcome = await continued("offer \(index)", on: b)
                let taken = try await b.door.taken.next()
                if size <= Payload.maximumSize {
                    #expect(try outcome.get() == .app("org.example.reader"))
                    #expect(try taken.get().userInfo == record.userInfo)
                    #expect(try await a.source.told.next() == "offer \(index)")
                } else {
                    for error in [failure(outcome), failure(taken)] {
                        #expect(error?.code == .tooLarge)
                        #expect(error?.code.cocoaCode == 4611)
                        #expect(error?.message.contains("\(Payload.maximumSize)") == true)
                    }
                    // Nothing of it went over the link, and the app is not told that it went.
                    #expect(frames.withLock { $0 }.allSatisfy { $0.size < 1024 })
                    #expect(a.source.told.waiting == 0)
                }
            }
            // An offer says nothing of how large the state is.
            #expect(advertisements.count == 1)
            #expect(await b.device.service.linkedDevices() == [a.device.id])
        }
    }

    private struct Kind: Decodable { let kind: String }

    private func continued(_ offer: String, on device: HandoffDevice) async -> Result<
        HandoffService.Continued, BatonError
    > {
        do throws(BatonError) {
            return .success(try await device.handoff.continue(offer, activationToken: nil, environment: [:]))
        } catch { return .failure(error) }
    }

    private func failure<T>(_ result: Result<T, BatonError>) -> BatonError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// What is within the payload's limit and does not fit into a frame is said at once, not by the end of the asker's time.
    @Test func whatFitsIntoNoFrameIsSaidAtOnce() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b")
            var record = Self.record(Payload.maximumSize)
            record.facets = ["f": Data(repeating: 1, count: ActivityRecord.maximumFacets - 1)]
            record.keywords = (0..<60).map { _ in String(repeating: "k", count: 1000) }
            devices[0].source.answer("o", with: record)
            await devices[0].handoff.publish([devices[0].offer("o")])
            try await devices[1].waitForOffer("o")
            await expectError(.tooLarge) { _ = try await devices[1].handoff.fetch("o") }
        }
    }

    /// A sender that keeps to no limit: the receiver's app gets a failure, never an activity without its payload.
    @Test func aStateOverTheLimitOrWithoutItsPayloadIsAFailure() async throws {
        try await Fixture.run { fixture in
            let devices = try await fixture.handoffDevices("a", "b")
            let (a, b) = (devices[0], devices[1])
            await a.device.service.observe(a.device.recorder)
            await a.handoff.publish([a.offer("o")])
            try await b.waitForOffer("o")
            var empty = Self.record(0)
            empty.payloadSize = 100
            var last: String?
            for (record, code) in [
                (Self.record(Payload.maximumSize + 1), BatonError.Code.tooLarge), (empty, .handoffFailed),
            ] {
                async let fetched: Void = expectError(code) { _ = try await b.handoff.fetch("o") }
                guard
                    case .received(let request, _) = await a.device.recorder.next({ [last] in
                        if case .received(let what, _) = $0 {
                            UUID(uuidString: what) != nil && what != last
                        } else {
                            false
                        }
                    })
                else { return }
                last = request
                try await a.device.service.send(LinkFrame(.state(request: request, activity: record)), to: b.device.id)
                await fetched
            }
        }
    }
}
