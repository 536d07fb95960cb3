import ActivityModel
import Foundation
import Testing

@testable import UserActivity

extension UserActivityTests {
    @Suite struct PropertyTests {
        @Test func aFreshActivity() {
            let activity = NSUserActivity(activityType: "org.example.test")
            #expect(activity.activityType == "org.example.test")
            #expect(activity.userInfo?.isEmpty == true)
            #expect(activity.title == nil && activity.requiredUserInfoKeys == nil && activity.keywords.isEmpty)
            #expect(activity.webpageURL == nil && activity.referrerURL == nil && activity.expirationDate == nil)
            #expect(activity.targetContentIdentifier == nil && activity.persistentIdentifier == nil)
            #expect(activity.delegate == nil)
            #expect(activity.needsSave)
            #expect(activity.isEligibleForHandoff)
            #expect(!activity.isEligibleForSearch && !activity.isEligibleForPrediction)
            #expect(!activity.isEligibleForPublicIndexing && !activity.supportsContinuationStreams)
            activity.userInfo = ["a": 1]
            activity.userInfo = nil
            #expect(activity.userInfo?.isEmpty == true)
        }

        @Test func needsSaveIsChangedByNothingElse() throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.needsSave = false
            activity.title = "a"
            activity.userInfo = ["a": 1]
            activity.targetContentIdentifier = "a"
            activity.webpageURL = URL(string: "https://example.test")
            #expect(!activity.needsSave)
            activity.needsSave = true
            #expect(activity.needsSave)
        }

        @Test func everyPropertyTravels() throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.title = "Title"
            activity.requiredUserInfoKeys = ["b", "a"]
            activity.keywords = ["one", "two"]
            activity.webpageURL = URL(string: "https://example.test/a?b#c")
            activity.referrerURL = URL(string: "https://example.test/before")
            activity.expirationDate = Date(timeIntervalSinceReferenceDate: 900_000_000.25)
            activity.targetContentIdentifier = "target"
            activity.persistentIdentifier = "persistent"
            activity.supportsContinuationStreams = true
            activity.isEligibleForHandoff = false
            activity.isEligibleForSearch = true
            activity.isEligibleForPrediction = true
            activity.isEligibleForPublicIndexing = true
            let record = try activity.record().validated()
            let arrived = NSUserActivity(received: record, payload: try record.payload())
            #expect(arrived.activityType == activity.activityType)
            #expect(arrived.title == "Title")
            #expect(arrived.requiredUserInfoKeys == ["a", "b"])
            #expect(arrived.keywords == ["one", "two"])
            #expect(arrived.webpageURL == activity.webpageURL)
            #expect(arrived.referrerURL == activity.referrerURL)
            #expect(arrived.expirationDate == activity.expirationDate)
            #expect(arrived.targetContentIdentifier == "target" && arrived.persistentIdentifier == "persistent")
            #expect(arrived.supportsContinuationStreams)
            #expect(!arrived.isEligibleForHandoff && arrived.isEligibleForSearch)
            #expect(arrived.isEligibleForPrediction && arrived.isEligibleForPublicIndexing)
            #expect(!arrived.needsSave)
        }

        @Test @MainActor func theDelegateIsHeldWeakly() {
            let activity = NSUserActivity(activityType: "org.example.test")
            var recorder: Recorder? = Recorder()
            activity.delegate = recorder
            #expect(activity.delegate === recorder)
            recorder = nil
            #expect(activity.delegate == nil)
        }

        @Test func describesItselfWithoutContent() {
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.title = "secret"
            #expect(activity.description == "<NSUserActivity: org.example.test>")
        }

        @Test func itIsASetsElementByIdentity() {
            let one = NSUserActivity(activityType: "a")
            let other = NSUserActivity(activityType: "a")
            #expect(Set([one, other, one]).count == 2)
        }

        @Test func streamsAreUnsupportedAtOnce() async throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            let answers = Mailbox<Int>()
            activity.getContinuationStreams { input, output, error in
                answers.put(input == nil && output == nil ? (error as? CocoaError)?.code.rawValue ?? 0 : 0)
            }
            #expect(try await answers.next("an answer") == 3328)
            let error = await #expect(throws: CocoaError.self) { _ = try await activity.continuationStreams() }
            #expect(error?.code == .featureUnsupported)
        }

        @Test func foundationKnowsTheErrorsOfActivities() {
            for code in [4608, 4609, 4610, 4611] {
                #expect(CocoaError(CocoaError.Code(rawValue: code)).isUserActivityError)
            }
            #expect(CocoaError.Code.userActivityHandoffUserInfoTooLarge.rawValue == 4611)
            #expect(CocoaError.Code.userCancelled.rawValue == 3072)
        }

        // MARK: C55

        @Test func onlyWebAddressesArePages() async throws {
            let addresses = try #require(try (Case.read("C55")["given"] as? [String: Any])?["addresses"] as? [Any])
                .map { $0 as? String }
            let expected = try #require(try Case.read("C55")["expect"] as? [String])
            try #require(addresses.count == expected.count)
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                _ = try await fixture.daemon.nextCurrent()
                let last = URL(string: "https://last.test")
                for (address, expected) in zip(addresses, expected) {
                    activity.webpageURL = last
                    let url = try address.map { try #require(URL(string: $0)) }
                    await Reports.collect { reports in
                        activity.webpageURL = url
                        if expected.hasPrefix("accepted") {
                            #expect(activity.webpageURL == url, "\(address ?? "nil")")
                            #expect(reports.errors.isEmpty)
                        } else {
                            #expect(expected == "refused")
                            #expect(activity.webpageURL == last, "\(address ?? "nil")")
                            #expect(reports.errors.map(\.code) == [.invalidWebpageURL])
                            #expect(throws: UserActivityError.self) { try activity.setWebpageURL(url) }
                        }
                    }
                }
                #expect(activity.isCurrent)
            }
        }

        // MARK: C67

        private func bundle(in folder: URL, types: Any?) throws -> Bundle {
            let app = folder.appending(path: "\(UUID().uuidString).app")
            try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
            var info: [String: Any] = ["CFBundleIdentifier": "test.example67"]
            info["NSUserActivityTypes"] = types
            let data = try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
            try data.write(to: app.appending(path: "Info.plist"))
            return try #require(Bundle(path: app.path))
        }

        @Test func aTypeIsTakenFromTheManifest() async throws {
            let given = try #require(try Case.read("C67")["given"] as? [String: Any])
            let variants = try #require(given["declared types variants"] as? [Any])
            let expect = try #require(try Case.read("C67")["expect"] as? [String: Any])
            let expected = try #require(expect["1"] as? [String])
            try #require(variants.count == expected.count)
            try await Scratch.with { folder in
                for (variant, expected) in zip(variants, expected) {
                    let types: Any? =
                        switch variant as? String {
                        case "key missing": nil
                        case "a string instead of a list": "test.example67.a"
                        default: variant
                        }
                    let bundle = try bundle(in: folder, types: types)
                    func code() -> UserActivityError.Code? {
                        do { _ = try NSUserActivity.declared(in: bundle) } catch {
                            return (error as? UserActivityError)?.code
                        }
                        return nil
                    }
                    await Reports.collect { reports in
                        let unchecked = NSUserActivity(declaredIn: bundle)
                        switch expected {
                        case "error: none declared":
                            #expect(code() == .noDeclaredActivityType)
                            #expect(reports.errors.map(\.code) == [.noDeclaredActivityType])
                            #expect(unchecked.activityType.isEmpty)
                        case "error: wrong type in the manifest":
                            #expect(code() == .malformedManifest)
                            #expect(reports.errors.map(\.code) == [.malformedManifest])
                        default:
                            #expect(expected == "type \(unchecked.activityType)")
                            #expect(code() == nil)
                            #expect(reports.all.isEmpty)
                        }
                    }
                }
                let declared = try NSUserActivity.declared(in: bundle(in: folder, types: ["test.example67.a"]))
                #expect(declared.activityType == "test.example67.a")
            }
        }

        @Test func anUndeclaredTypeMayBeMadeAndAnEmptyOneNot() async throws {
            let expect = try #require(try Case.read("C67")["expect"] as? [String: Any])
            #expect((expect["undeclared type"] as? String)?.hasPrefix("allowed to make") == true)
            #expect(
                try NSUserActivity(validating: "test.example67.undeclared").activityType == "test.example67.undeclared")
            #expect(expect["empty type"] as? String == "error")
            let error = try #require(throws: UserActivityError.self) { try NSUserActivity(validating: "") }
            #expect(error.code == .invalidActivityType)
            #expect(throws: UserActivityError.self) {
                try NSUserActivity(validating: String(repeating: "x", count: 256))
            }
            try await Fixture.with { fixture in
                try await Reports.collect { reports in
                    let empty = NSUserActivity(activityType: "")
                    #expect(reports.errors.map(\.code) == [.invalidActivityType])
                    empty.becomeCurrent()
                    #expect(!empty.isCurrent)
                    // The next call comes first: the empty one was never announced.
                    let other = fixture.activity()
                    other.becomeCurrent()
                    let next = try await fixture.daemon.nextCurrent()
                    #expect(next.type == other.activityType)
                }
            }
        }
    }
}
