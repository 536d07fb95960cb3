import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

/// What a method takes, for every method of the contract: with these a test writes what it does not take.
private enum Argument {
    /// Keys and their types; what is needed besides the key under test.
    case record([String: String], with: [String: String] = [:])
    /// A name that must name something, with the longest there is.
    case name(_ limit: Int)
    /// A text that may be empty.
    case text
    case list, flag
    /// A text that may be empty and long.
    case longText(_ limit: Int)
    /// An array of records, empty here: what is in them is what `SearchArgumentTests` are about.
    case records
    /// How a batch ends: it holds data.
    case end

    var type: String {
        switch self {
        case .record, .end: "a{sv}"
        case .records: "aa{sv}"
        case .name, .text, .longText: "s"
        case .list: "as"
        case .flag: "b"
        }
    }
}

private let activityKeys = [
    "id": "s", "type": "s", "title": "s", "userInfo": "ay", "payloadSize": "i", "requiredKeys": "as", "keywords": "as",
    "webpageURL": "s", "referrerURL": "s", "expirationDate": "d", "targetContentIdentifier": "s",
    "persistentIdentifier": "s", "eligibility": "as", "supportsContinuationStreams": "b", "facets": "a{say}",
]
private let options = Argument.record(["app": "s"])
private let indexOptions = Argument.record(["app": "s", "index": "s", "batch": "s"])
private let searchOptions = Argument.record([
    "app": "s", "indexes": "as", "limit": "i", "explain": "b", "thumbnails": "b", "fetch": "as", "filters": "as",
    "languages": "as", "patient": "b", "after": "s", "kind": "s",
])
private let platformData = Argument.record([
    "activation-token": "s", "environment": "a{ss}", "origin": "s", "cause": "s",
])
private let linkOptions = Argument.record(["from": "s", "typed": "b", "app": "s", "appsOnly": "b"])
private let engagement = [
    "typed": "s", "app": "s", "kind": "s", "identifier": "s", "index": "s", "interaction": "s",
]
private let resultToOpen = [
    "app": "s", "kind": "s", "identifier": "s", "index": "s", "typed": "s", "action": "s",
]

private let table: [String: [Argument]] = [
    "org.baton.Connection1.Hello": [
        .record([
            "minimumProtocol": "i", "maximumProtocol": "i", "program": "s", "version": "s", "app": "s",
            "launchToken": "s",
        ])
    ],
    "org.baton.Connection1.Ready": [], "org.baton.Connection1.Active": [],
    "org.baton.Connection1.Retire": [.record(["version": "s"])],
    "org.baton.Activities1.BecomeCurrent": [
        .record(activityKeys, with: ["id": "1", "type": "org.example.arguments"]), options,
    ],
    "org.baton.Activities1.ResignCurrent": [.name(128)], "org.baton.Activities1.Invalidate": [.name(128)],
    "org.baton.Activities1.NeedsSave": [.name(128)], "org.baton.Activities1.ListCurrent": [],
    "org.baton.Activities1.ListSaved": [options], "org.baton.Activities1.DeleteSaved": [.list, options],
    "org.baton.Activities1.DeleteAllSaved": [options], "org.baton.Activities1.Forget": [options],
    "org.baton.Apps1.List": [], "org.baton.Apps1.Problems": [], "org.baton.Apps1.Show": [.name(255)],
    "org.baton.Apps1.Add": [.name(4096)], "org.baton.Apps1.Remove": [.name(255)],
    "org.baton.Apps1.SetSwitch": [.name(255), .name(32), .flag],
    "org.baton.Handoff1.ListOffers": [],
    "org.baton.Handoff1.Continue": [
        .name(255), platformData,
    ],
    "org.baton.Handoff1.Fetch": [.name(255)],
    "org.baton.Devices1.List": [], "org.baton.Devices1.Invite": [], "org.baton.Devices1.CancelInvite": [],
    "org.baton.Devices1.Pending": [], "org.baton.Devices1.Confirm": [.name(64)],
    "org.baton.Devices1.Join": [.name(4096), .record(["address": "s"])], "org.baton.Devices1.AwaitJoin": [.name(255)],
    "org.baton.Devices1.CancelJoin": [.name(255)], "org.baton.Devices1.Rename": [.text],
    "org.baton.Devices1.Remove": [.name(255)], "org.baton.Devices1.Leave": [],
    "org.baton.Search1.Describe": [.name(4096), .name(255), .record(["app": "s"])],
    "org.baton.Search1.Index": [.records, indexOptions], "org.baton.Search1.Delete": [.list, indexOptions],
    "org.baton.Search1.DeleteDomains": [.list, indexOptions], "org.baton.Search1.DeleteAll": [indexOptions],
    "org.baton.Search1.Forget": [options], "org.baton.Search1.BeginBatch": [indexOptions],
    "org.baton.Search1.EndBatch": [.name(255), .end], "org.baton.Search1.ClientState": [indexOptions],
    "org.baton.Search1.FollowIndex": [indexOptions], "org.baton.Search1.UnfollowIndex": [indexOptions],
    "org.baton.Search1.Search": [.longText(1024 * 1024), searchOptions],
    "org.baton.Search1.Query": [.longText(1024 * 1024), searchOptions],
    "org.baton.Search1.Suggest": [.longText(1024 * 1024), searchOptions],
    "org.baton.Search1.Engaged": [.record(engagement, with: ["typed": "a", "kind": "item", "identifier": "1"])],
    "org.baton.Search1.Open": [
        .record(resultToOpen, with: ["app": "org.example.none", "kind": "item", "identifier": "1"]), platformData,
    ],
    "org.baton.Search1.SearchInApp": [.name(255), .name(65_536), platformData],
    "org.baton.Search1.Settle": [], "org.baton.Search1.Statistics": [],
    "org.baton.Links1.Decide": [.name(1024 * 1024), linkOptions],
    "org.baton.Links1.Open": [.name(1024 * 1024), linkOptions, platformData],
    "org.baton.Links1.Status": [],
    "org.baton.Links1.Fetch": [.name(1024), .record(["authority": "s", "port": "i"])],
    "org.baton.Links1.Prefer": [.name(1024), .text],
    "org.baton.System1.Status": [], "org.baton.System1.Diagnose": [], "org.baton.System1.GetConfig": [.name(64)],
    "org.baton.System1.ListConfig": [], "org.baton.System1.SetConfig": [.name(64), .text], "org.baton.System1.Stop": [],
    "org.baton.System1.Reset": [],
]

/// A value of each type that D-Bus has and the contract uses.
private func value(_ type: String) throws -> Variant {
    let encoder = VariantEncoder()
    return switch type {
    case "s": .string("a")
    case "b": try encoder.encode(true, as: "b")
    case "i": try encoder.encode(7, as: "i")
    case "d": try encoder.encode(7.5, as: "d")
    case "ay": try encoder.encode(Data([1]), as: "ay")
    case "as": try encoder.encode(["a"], as: "as")
    case "ai": try encoder.encode([1], as: "ai")
    default: try encoder.encode([String: String](), as: "a{sv}")
    }
}

private func record(_ values: [String: Variant]) throws -> Variant {
    try VariantEncoder().encode(values.mapValues(PlainVariant.init), as: "a{sv}")
}

/// What a key does not take: the number types stand for each other.
private let wrong = [
    "s": ["b", "i", "as", "a{sv}"], "b": ["s", "i"], "i": ["s", "b", "as"], "d": ["s", "b", "as"],
    "ay": ["s", "as", "i"], "as": ["s", "ai", "a{sv}"], "a{say}": ["s", "as", "b"], "a{ss}": ["s", "as", "b"],
]

@Suite(.timeLimit(.minutes(5))) struct ArgumentTests {
    private struct Call {
        let method: String
        let what: String
        let arguments: Variant
        var expected: [String] = ["org.freedesktop.DBus.Error.InvalidArgs"]
        /// A word that the message must hold.
        var word: String?
    }

    private static func good(_ argument: Argument) throws -> Variant {
        switch argument {
        case .record(_, let needed): try record(needed.mapValues(Variant.string))
        case .name, .text, .longText: .string("none")
        case .records: try VariantEncoder().encode([[String: String]](), as: "aa{sv}")
        case .end: try record(["clientState": try value("ay")])
        case .list: try value("as")
        case .flag: try value("b")
        }
    }

    /// Wrong number and wrong types: the D-Bus library answers these from the XML.
    private static func shapes(_ method: String, _ arguments: [Argument]) throws -> [Call] {
        let good = try arguments.map(Self.good)
        var calls = [Call(method: method, what: "one too many", arguments: .tuple(good + [.string("x")]))]
        if !good.isEmpty {
            calls.append(Call(method: method, what: "one too few", arguments: .tuple(Array(good.dropLast()))))
        }
        for (index, argument) in arguments.enumerated() {
            for type in ["s", "b", "i", "as", "a{sv}", "d"] where type != argument.type {
                var all = good
                all[index] = try value(type)
                calls.append(Call(method: method, what: "\(type) at \(index)", arguments: .tuple(all)))
            }
        }
        return calls
    }

    /// Keys of the wrong type, names that are empty or too long.
    private static func contents(_ method: String, _ arguments: [Argument]) throws -> [Call] {
        let good = try arguments.map(Self.good)
        var calls: [Call] = []
        func add(_ index: Int, _ what: String, _ value: Variant, _ expected: [String], _ word: String? = nil) {
            var all = good
            all[index] = value
            calls.append(Call(method: method, what: what, arguments: .tuple(all), expected: expected, word: word))
        }
        let invalid = ["org.baton.Error.InvalidArgument"]
        for (index, argument) in arguments.enumerated() {
            switch argument {
            case .record(let keys, let needed):
                for (key, type) in keys {
                    for other in wrong[type] ?? [] {
                        var values = needed.mapValues(Variant.string)
                        values[key] = try value(other)
                        add(index, "\(key) of type \(other)", try record(values), invalid, key)
                    }
                }
            case .name(let limit):
                add(index, "an empty text", .string(""), invalid)
                let named = [
                    "NoSuchApp", "NoSuchOffer", "NoSuchDevice", "InvitationInvalid", "InvalidManifest",
                    "InvalidArgument",
                    "NotAllowed", "Storage",
                ].map { "org.baton.Error.\($0)" }
                let longest = Variant.string(String(repeating: "a", count: limit))
                // These pass over what is not there.
                if !["ResignCurrent", "Invalidate", "NeedsSave", "CancelJoin"].contains(where: method.hasSuffix) {
                    add(index, "the longest text", longest, named)
                }
                add(index, "a text over the limit", .string(String(repeating: "a", count: limit + 1)), invalid)
                add(index, "a very long text", .string(String(repeating: "ä", count: 100_000)), invalid)
            case .text:
                add(index, "a very long text", .string(String(repeating: "ä", count: 100_000)), invalid)
            case .longText(let limit):
                add(index, "a text over the limit", .string(String(repeating: "a", count: limit + 1)), invalid)
            case .end:
                for (key, type) in ["clientState": "ay", "expectedState": "ay", "app": "s"] {
                    for other in wrong[type] ?? [] {
                        let values = ["clientState": try value("ay")].merging([key: try value(other)]) { $1 }
                        add(index, "\(key) of type \(other)", try record(values), invalid, key)
                    }
                }
                add(index, "no state", try record([:]), invalid, "batch")
                let long = try VariantEncoder().encode(Data(count: 251), as: "ay")
                add(index, "a long state", try record(["clientState": long]), invalid, "clientState")
            case .list, .flag, .records: break
            }
        }
        return calls
    }

    /// What the daemon holds, in words; what moves by itself left out.
    private static func state(_ connection: BusConnection) async throws -> [String] {
        var state: [String] = []
        for (interface, method) in [
            (ActivitiesMethods.interface, "ListCurrent"), (AppsMethods.interface, "List"),
            (DevicesMethods.interface, "List"), (DevicesMethods.interface, "Pending"),
            (SystemMethods.interface, "ListConfig"), (HandoffMethods.interface, "ListOffers"),
            (SystemMethods.interface, "Status"),
        ] {
            let answer = try await connection.call(
                path: BusNames.path, interface: interface, method: method, timeout: TestSupport.Limits.wait)
            state.append("\(method): \(answer.size)")
        }
        return state
    }

    @Test func theTableHasEveryMethod() throws {
        var methods: [String: [String]] = [:]
        var (interface, method) = ("", "")
        for line in try repositoryFile("data/dbus/org.baton.Baton1.xml").split(separator: "\n") {
            if let found = line.firstMatch(of: /<interface name="(.+?)"/) { interface = String(found.1) }
            if let found = line.firstMatch(of: /<method name="(.+?)"/) {
                method = "\(interface).\(found.1)"
                methods[method] = []
            }
            if let found = line.firstMatch(of: /<arg .*type="(.+?)" direction="in"/) {
                methods[method]?.append(String(found.1))
            }
        }
        #expect(methods == table.mapValues { $0.map(\.type) })
    }

    @Test func wrongArgumentsAreRefusedInWords() async throws {
        try await withDaemon { daemon in
            let connection = try await daemon.raw()
            let innocent = try await daemon.raw()
            let before = try await Self.state(innocent)
            for (method, arguments) in table.sorted(by: { $0.key < $1.key }) {
                try await refuses(method, arguments, connection)
                #expect(try await Self.state(innocent) == before, "\(method) has changed something")
            }
            await connection.close()
            await innocent.close()
        }
    }

    private func refuses(_ method: String, _ arguments: [Argument], _ connection: BusConnection) async throws {
        let dot = try #require(method.lastIndex(of: "."))
        let (interface, name) = (String(method[..<dot]), String(method[method.index(after: dot)...]))
        for call in try Self.shapes(method, arguments) + Self.contents(method, arguments) {
            let error = try await connection.errorName(interface, name, call.arguments)
            let message = error?.1 ?? ""
            let shown = "\(method), \(call.what): \(error?.0 ?? "no error") \(message)"
            #expect(call.expected.contains(error?.0 ?? ""), "\(shown)")
            #expect(message.contains(" ") && (20...500).contains(message.count), "\(shown)")
            if let word = call.word { #expect(message.contains(word), "\(shown)") }
        }
    }

    /// A key that this version does not know is a newer client's: passed over, whatever it holds.
    @Test func unknownKeysArePassedOver() async throws {
        try await withDaemon { daemon in
            let connection = try await daemon.raw()
            var unknown = try ["s", "b", "i", "d", "ay", "as", "a{sv}"].reduce(into: [String: Variant]()) {
                $0["new-\($1)"] = try value($1)
            }
            unknown[""] = .string("no name")
            let empty = try record([:])
            let activity = unknown.merging(["id": .string("1"), "type": .string("org.example.new")]) { $1 }
            for (interface, method, arguments) in [
                (ConnectionMethods.interface, "Hello", [try record(unknown)]),
                (ActivitiesMethods.interface, "BecomeCurrent", [try record(activity), try record(unknown)]),
                (ActivitiesMethods.interface, "Invalidate", [.string("1")]),
                (ActivitiesMethods.interface, "ListSaved", [try record(unknown)]),
                (ActivitiesMethods.interface, "DeleteSaved", [try value("as"), empty]),
            ] {
                let error = try await connection.errorName(interface, method, .tuple(arguments))
                #expect(error == nil, "\(method)")
            }
            await connection.close()
        }
    }

    @Test(arguments: ["", "a", "a b.c", "a..b", String(repeating: "a.", count: 200), "org.example.\u{202E}"])
    func noClientIsAnAppOfAnIDThatIsNone(_ id: String) async throws {
        try await withDaemon { daemon in
            let connection = try await daemon.raw()
            let error = try await connection.errorName(
                ConnectionMethods.interface, "Hello", .tuple([try record(["app": .string(id)])]))
            #expect(
                ["org.baton.Error.InvalidArgument", "org.baton.Error.NotAllowed"].contains(error?.0 ?? ""),
                "\(error?.1 ?? "no error")")
            await connection.close()
        }
    }

    /// Each limit of an activity's record, and one over it.
    @Test func recordsAreHeldToTheirLimits() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            func at(_ limit: Int, _ change: (inout ActivityRecord, String) -> Void) async throws -> [String] {
                var outcomes: [String] = []
                for count in [limit, limit + 1] {
                    var record = ActivityRecord(id: "1", type: "org.example.limits")
                    change(&record, String(repeating: "a", count: count))
                    do {
                        try await user.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
                        outcomes.append("taken")
                    } catch {
                        outcomes.append(error.code.rawValue)
                    }
                }
                return outcomes
            }
            let held = ["taken", "InvalidArgument"]
            #expect(try await at(128) { $0.id = $1 } == held)
            #expect(try await at(255) { $0.type = $1 } == held)
            #expect(try await at(16_384) { $0.title = $1 } == held)
            #expect(try await at(16_384) { $0.persistentIdentifier = $1 } == held)
            #expect(try await at(16_384) { $0.targetContentIdentifier = $1 } == held)
            #expect(try await at(16_384) { $0.referrerURL = $1 } == held)
            #expect(try await at(16_384 - 16) { $0.webpageURL = "https://a.b/1234" + $1 } == held)
            #expect(try await at(1024) { $0.keywords = $1.map(String.init) } == held)
            #expect(try await at(1024) { $0.requiredKeys = $1.map(String.init) } == held)
            #expect(
                try await at(65_536 / 4) {
                    $0.keywords = [$1, $1, $1, $1].map { String($0.prefix(16_384)) } + ($1.count > 16_384 ? ["x"] : [])
                } == held)
            #expect(try await at(512 * 1024 - 1) { $0.facets = ["f": Data($1.utf8)] } == held)
        }
    }
}
