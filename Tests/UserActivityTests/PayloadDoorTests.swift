import ActivityModel
import Foundation
import TestSupport
import Testing

@testable import UserActivity

extension UserActivityTests {
    /// Payloads through the door of the framework: read by an app and set again, they are equal.
    @Suite struct PayloadDoorTests {
        @Test func oddPayloadsGoThroughAnAppUnchanged() throws {
            // Swift's dictionaries take two spellings of one letter for one key.
            for odd in OddPayloads.taken where odd.name != "two spellings of one letter" {
                let sent = try Payload(canonical: Data(odd.json.utf8))
                let received = NSUserActivity(
                    received: ActivityRecord(id: "1", type: "org.example.test"), payload: sent)
                let activity = NSUserActivity(activityType: "org.example.test")
                try activity.setUserInfo(received.userInfo)
                let record = try activity.record().validated()
                let isEqual = try record.payload() == sent
                #expect(isEqual, "\(odd.name)")
            }
        }

        @Test func whatCannotBeCarriedIsRefusedByItsKeyPath() throws {
            struct Own {}
            func list(_ depth: Int) -> Any { depth == 0 ? 1 : [list(depth - 1)] }
            let notANumber = Date(timeIntervalSinceReferenceDate: .nan)
            let refused: [(value: Any, path: String)] = [
                (Own(), "userInfo.key"), (["a": [1, Own()] as [Any]], "userInfo.key.a[1]"),
                (["": Own()], "userInfo.key[\"\"]"), ([7: Own()], "userInfo.key[7]"),
                (NSDecimalNumber(string: "1.5"), "userInfo.key"), (Decimal(2), "userInfo.key"),
                (notANumber, "userInfo.key"), ([["x": notANumber]], "userInfo.key[0].x"),
            ]
            for (value, path) in refused {
                let activity = NSUserActivity(activityType: "org.example.test")
                try activity.setUserInfo(["good": 1])
                let error = #expect(throws: UserActivityError.self) { try activity.setUserInfo(["key": value]) }
                #expect(error?.keyPath == path)
                #expect(activity.userInfo?["good"] as? Int == 1, "the last good state stays")
            }
            let activity = NSUserActivity(activityType: "org.example.test")
            try activity.setUserInfo(["key": list(63)])
            let error = #expect(throws: UserActivityError.self) { try activity.setUserInfo(["key": list(64)]) }
            #expect(error?.code == .payloadTooDeep)
            #expect(error?.keyPath?.hasPrefix("userInfo.key[0]") == true)
        }

        @Test func theLimitIsAMebibyteExactly() throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            try activity.setUserInfo(["a": String(repeating: "x", count: 1024 * 1024 - 8)])
            #expect(activity.record().userInfo?.count == 1024 * 1024)
            try activity.setUserInfo(["a": String(repeating: "x", count: 1024 * 1024 - 7)])
            #expect(activity.record().userInfo == nil)
            #expect(activity.record().payloadSize == 1024 * 1024 + 1)
        }
    }
}
