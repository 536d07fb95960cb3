import ActivityModel
import Foundation
import Testing

@testable import UserActivity

/// All of this module's tests, one after the other: the handler of diagnostics is the process's only one.
@Suite(.serialized) struct UserActivityTests {}

extension UserActivityTests {
    @Suite struct PayloadTests {
        /// Both ways to a `userInfo`: read back here, and read where it arrived.
        private func ways(_ value: Any) throws -> [(String, Any)] {
            let activity = NSUserActivity(activityType: "org.example.test")
            try activity.setUserInfo(["key": value])
            let record = activity.record()
            let arrived = NSUserActivity(received: record, payload: try record.payload())
            return [
                ("set here", try #require(activity.userInfo?["key"])),
                ("arrived", try #require(arrived.userInfo?["key"])),
            ]
        }

        @Test func integersCastAsNSNumberDoes() throws {
            for value in [7 as Any, Int8(7), UInt8(7), Int64(7), UInt(7), NSNumber(value: 7), NSNumber(value: Int8(7))]
            {
                for (way, read) in try ways(value) {
                    #expect(read as? Int == 7, "\(way)")
                    #expect(read as? NSNumber == 7, "\(way)")
                    #expect(read as? Double == 7, "\(way)")
                    #expect(read as? Float == 7, "\(way)")
                    #expect(read as? Int8 == 7, "\(way)")
                    #expect(read as? UInt64 == 7, "\(way)")
                    #expect(read as? Bool == nil, "\(way)")
                    #expect(read as? String == nil, "\(way)")
                }
            }
        }

        @Test func zeroAndOneCastAsBooleansToo() throws {
            for (_, read) in try ways(1) { #expect(read as? Bool == true) }
            for (_, read) in try ways(0) { #expect(read as? Bool == false) }
        }

        @Test func booleansStayBooleans() throws {
            for value in [true as Any, NSNumber(value: true)] {
                for (way, read) in try ways(value) {
                    #expect(read as? Bool == true, "\(way)")
                    #expect(read as? Int == 1, "\(way)")
                    #expect(read as? NSNumber == true, "\(way)")
                    #expect(try ways(read).allSatisfy { type(of: $0.1) == type(of: NSNumber(value: true)) }, "\(way)")
                }
            }
        }

        @Test func floatsKeepTheirWidth() throws {
            for value in [Float(0.37) as Any, NSNumber(value: Float(0.37))] {
                for (way, read) in try ways(value) {
                    #expect(read as? Float == 0.37, "\(way)")
                    #expect(read as? Double == Double(Float(0.37)), "\(way)")
                    #expect(read as? NSNumber != nil, "\(way)")
                    #expect(read as? Int == nil, "\(way)")
                }
            }
        }

        @Test func doublesAreExact() throws {
            for value in [0.1, 0.37, 1e300, -2.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, 3] {
                for (way, read) in try ways(value) {
                    #expect(read as? Double == value, "\(way)")
                    #expect((read as? NSNumber)?.doubleValue == value, "\(way)")
                }
            }
            for (_, read) in try ways(2.0) { #expect(read as? Int == 2) }
            for (_, read) in try ways(Double.nan) { #expect((read as? Double)?.isNaN == true) }
            for (_, read) in try ways(CGFloat(1.5)) { #expect(read as? Double == 1.5) }
        }

        @Test func largeIntegersAreExact() throws {
            for value in [Int64.max, Int64.min, (1 << 53) + 1] as [Int64] {
                for (way, read) in try ways(value) { #expect(read as? Int64 == value, "\(way)") }
            }
            for (way, read) in try ways(UInt64.max) {
                #expect(read as? UInt64 == .max, "\(way)")
                #expect(read as? Int64 == nil, "\(way)")
            }
        }

        @Test func allTenTypesPass() throws {
            let date = Date(timeIntervalSinceReferenceDate: 0.1 + 7e8)
            let data = Data([0, 1, 255])
            let url = try #require(URL(string: "https://example.test/a?q=%C3%BC#f"))
            let uuid = UUID()
            let userInfo: [AnyHashable: Any] = [
                "string": "grüße 🦀\u{0}", "number": 42, "date": date, "data": data, "url": url, "uuid": uuid,
                "null": NSNull(),
                "array": [1, "two", [3.5]] as [Any], "set": Set(["a", "b"]), "numbers": Set([1, 2, 3]),
                "dictionary": ["a": ["b": 1]], 7: "number as key", "$date": "no tag",
            ]
            let activity = NSUserActivity(activityType: "org.example.test")
            try activity.setUserInfo(userInfo)
            let record = activity.record()
            for read in [activity, NSUserActivity(received: record, payload: try record.payload())].compactMap(
                \.userInfo)
            {
                #expect(read.count == userInfo.count)
                #expect(read["string"] as? String == "grüße 🦀\u{0}")
                #expect(read["string"] as? NSString != nil)
                #expect(read["date"] as? Date == date)
                #expect(read["date"] as? NSDate != nil)
                #expect(read["data"] as? Data == data)
                #expect(read["data"] as? NSData != nil)
                #expect(read["url"] as? URL == url)
                #expect(read["url"] as? NSURL != nil)
                #expect(read["uuid"] as? UUID == uuid)
                #expect(read["uuid"] as? NSUUID != nil)
                #expect(read["null"] is NSNull)
                let array = try #require(read["array"] as? [Any])
                #expect(array[0] as? Int == 1 && array[1] as? String == "two" && array[2] as? [Double] == [3.5])
                #expect(read["array"] as? NSArray != nil)
                #expect(read["set"] as? Set<String> == ["a", "b"])
                #expect(read["numbers"] as? Set<Int> == [1, 2, 3])
                #expect(read["numbers"] as? Set<Double> == [1, 2, 3])
                #expect(read["set"] as? NSSet != nil)
                #expect(read["dictionary"] as? [String: [String: Int]] == ["a": ["b": 1]])
                #expect(read["dictionary"] as? NSDictionary != nil)
                #expect(read[7] as? String == "number as key")
                #expect(read["$date"] as? String == "no tag")
            }
        }

        @Test func foundationsOwnTypesPass() throws {
            let inner = NSMutableDictionary(dictionary: ["list": NSArray(array: [NSNumber(value: 1), NSNull()])])
            let values: [Any] = [
                NSString(string: "a"), NSMutableString(string: "a"), NSDate(), NSData(data: Data([1])), NSUUID(),
                try #require(NSURL(string: "https://example.test")), inner,
                NSSet(array: [NSNumber(value: 1), NSString("x")]),
                AnyHashable(5), Optional(5) as Any, [String](), [String: Int](), Set<Int>(),
            ]
            for value in values { #expect(try ways(value).count == 2, "\(type(of: value))") }
            for (_, read) in try ways(inner) {
                #expect(
                    (read as? [String: Any])?["list"] as? NSArray == NSArray(array: [NSNumber(value: 1), NSNull()]))
            }
        }

        private enum Colour: String { case red }
        private struct Point { var x = 0 }

        @Test func anythingElseIsRefusedByItsKeyPath() throws {
            let refused: [Any] = [
                Decimal(1), NSDecimalNumber(value: 1), Colour.red, Point(), Optional<Int>.none as Any,
                { 1 } as () -> Int,
                Character("a"), "abc".dropFirst(), Float16(1), (1, 2), [1, 2, 3][0...1], NSOrderedSet(array: [1]),
                1..<2,
                NSObject(), NSError(domain: "a", code: 1), Locale.current, NSRange(location: 0, length: 1), Int.self,
            ]
            let activity = NSUserActivity(activityType: "org.example.test")
            try activity.setUserInfo(["kept": 1])
            for value in refused {
                let error = try #require(throws: UserActivityError.self, "\(type(of: value))") {
                    try activity.setUserInfo(["document": ["pages": [1, 2, 3, value]]])
                }
                #expect(error.code == .unsupportedPayloadValue)
                #expect(error.keyPath == "userInfo.document.pages[3]")
                #expect(error.message.contains("userInfo.document.pages[3]"))
                #expect(activity.userInfo?["kept"] as? Int == 1)
            }
        }

        @Test func keyPathsOfAllKinds() throws {
            func path(_ userInfo: [AnyHashable: Any]) -> String? {
                do { try NSUserActivity(activityType: "a").setUserInfo(userInfo) } catch {
                    return (error as? UserActivityError)?.keyPath
                }
                return nil
            }
            #expect(path(["a": Point()]) == "userInfo.a")
            #expect(path(["two words": Point()]) == #"userInfo["two words"]"#)
            #expect(path([7: Point()]) == "userInfo[7]")
            #expect(path(["a": [[Point()]]]) == "userInfo.a[0][0]")
            #expect(path(["a": Set([Colour.red])]) == "userInfo.a{element}")
            #expect(path(["a": [Colour.red: 1]]) == "userInfo.a")
            #expect(path([Colour.red: 1]) == "userInfo")
        }

        @Test func depthIsLimited() throws {
            func nested(_ depth: Int) -> [AnyHashable: Any] {
                var value: Any = "bottom"
                for _ in 1..<depth { value = [value] }
                return ["a": value]
            }
            let activity = NSUserActivity(activityType: "org.example.test")
            try activity.setUserInfo(nested(64))
            #expect(try activity.record().payload().entries.count == 1)
            let error = try #require(throws: UserActivityError.self) { try activity.setUserInfo(nested(65)) }
            #expect(error.code == .payloadTooDeep)
            #expect(error.keyPath?.hasPrefix("userInfo.a[0][0]") == true)
        }

        @Test func whatHoldsItselfIsTooDeep() async throws {
            let list = NSMutableArray(array: [1])
            let pairs = NSMutableDictionary()
            list.add(NSSet(object: pairs))
            pairs["list"] = list
            defer {
                // A cycle is never released by itself.
                list.removeAllObjects()
                pairs.removeAllObjects()
            }
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.userInfo = ["kept": 1]
            for value in [list, pairs, [list], ["a": pairs]] as [Any] {
                let error = try #require(throws: UserActivityError.self) {
                    try activity.setUserInfo(["document": value])
                }
                #expect(error.code == .payloadTooDeep)
                #expect(error.keyPath?.hasPrefix("userInfo.document") == true)
            }
            await Reports.collect { reports in
                activity.userInfo = ["list": list]
                activity.addUserInfoEntries(from: ["pairs": pairs])
                #expect(reports.errors.map(\.code) == [.payloadTooDeep, .payloadTooDeep])
            }
            #expect(activity.userInfo as? [String: Int] == ["kept": 1])
        }

        /// Held in two places at each step: looked at once, not as often as there are ways to it.
        @Test func whatIsHeldTwiceIsLookedAtOnce() throws {
            var shared = NSArray(array: ["bottom"])
            for _ in 0..<70 { shared = NSArray(objects: shared, shared) }
            #expect(FoundationDepth.of(shared, limit: 80) == 71)
            #expect(FoundationDepth.of(shared, limit: 70) == nil)
            #expect(FoundationDepth.of("no container", limit: 0) == 0)
        }

        @Test func whatIsReadIsACopy() throws {
            let list = NSMutableArray(array: [1])
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.userInfo = ["list": list]
            list.add(2)
            #expect(activity.userInfo?["list"] as? [Int] == [1])
        }

        @Test func entriesAreMergedOrNoneIs() async throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.userInfo = ["a": 1, "b": 1]
            activity.addUserInfoEntries(from: ["b": 2, "c": 2])
            #expect(activity.userInfo as? [String: Int] == ["a": 1, "b": 2, "c": 2])
            await Reports.collect { reports in
                activity.addUserInfoEntries(from: ["a": 9, "d": Point()])
                #expect(reports.errors.map(\.keyPath) == ["userInfo.d"])
            }
            #expect(activity.userInfo as? [String: Int] == ["a": 1, "b": 2, "c": 2])
        }

        @Test func aLargePayloadIsReportedOnce() async throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            await Reports.collect { reports in
                activity.userInfo = ["a": String(repeating: "x", count: 4000)]
                #expect(activity.record().userInfo != nil)
                _ = activity.record()
                #expect(reports.all.filter { $0.level == .warning && $0.text.contains("bytes") }.count == 1)
            }
        }

        @Test func aTooLargePayloadStaysHereWithItsSize() throws {
            let activity = NSUserActivity(activityType: "org.example.test")
            activity.userInfo = ["a": String(repeating: "x", count: 1 << 20)]
            let record = activity.record()
            #expect(record.userInfo == nil)
            #expect(record.payloadSize == (1 << 20) + 8)
            #expect(record.isTooLarge)
        }
    }
}
