import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

/// A method of data/dbus/*.xml.
struct Member: Hashable, CustomStringConvertible {
    let interface: String
    let name: String
    var inputs: [String] = []
    var output = ""
    var description: String { "\(interface).\(name)(\(inputs.joined(separator: ","))) -> \(output)" }

    static func all(of xml: String) -> [Member] {
        var members: [Member] = []
        var interface = ""
        var isMethod = false
        for line in xml.split(separator: "\n") {
            if let found = line.firstMatch(of: /<interface name="(.+?)"/) { interface = String(found.1) }
            if let found = line.firstMatch(of: /<(method|signal) name="(.+?)"/) {
                isMethod = found.1 == "method"
                if isMethod { members.append(Member(interface: interface, name: String(found.2))) }
            }
            if isMethod, let found = line.firstMatch(of: /<arg .*type="(.+?)" direction="(in|out)"/) {
                if found.2 == "in" {
                    members[members.count - 1].inputs.append(String(found.1))
                } else {
                    members[members.count - 1].output = String(found.1)
                }
            }
        }
        return members
    }

    init(interface: String, name: String) {
        self.interface = interface
        self.name = name
    }

    init<Reply, each Argument>(_ method: BusMethod<Reply, repeat each Argument>) {
        interface = method.interface
        name = method.name
        inputs = method.inputs
        output = method.output
        var count = 0
        for _ in repeat (each Argument).self { count += 1 }
        #expect(count == inputs.count, "\(name): as many types as arguments")
        #expect((Reply.self == Nothing.self) == output.isEmpty, "\(name): a result where one is declared")
    }
}

@Suite struct ContractTests {
    static let daemonMethods: [Member] = [
        Member(ConnectionMethods.hello), Member(ConnectionMethods.ready), Member(ConnectionMethods.active),
        Member(ConnectionMethods.retire),
        Member(ActivitiesMethods.becomeCurrent), Member(ActivitiesMethods.resignCurrent),
        Member(ActivitiesMethods.invalidate), Member(ActivitiesMethods.needsSave),
        Member(ActivitiesMethods.listCurrent), Member(ActivitiesMethods.listSaved),
        Member(ActivitiesMethods.deleteSaved), Member(ActivitiesMethods.deleteAllSaved),
        Member(ActivitiesMethods.forget),
        Member(AppsMethods.list), Member(AppsMethods.problems), Member(AppsMethods.show), Member(AppsMethods.add),
        Member(AppsMethods.remove), Member(AppsMethods.setSwitch),
        Member(HandoffMethods.listOffers), Member(HandoffMethods.continue), Member(HandoffMethods.fetch),
        Member(DevicesMethods.list), Member(DevicesMethods.invite), Member(DevicesMethods.cancelInvite),
        Member(DevicesMethods.pending), Member(DevicesMethods.confirm), Member(DevicesMethods.join),
        Member(DevicesMethods.awaitJoin), Member(DevicesMethods.cancelJoin), Member(DevicesMethods.rename),
        Member(DevicesMethods.remove), Member(DevicesMethods.leave),
        Member(SearchMethods.index), Member(SearchMethods.delete), Member(SearchMethods.deleteDomains),
        Member(SearchMethods.deleteAll), Member(SearchMethods.forget), Member(SearchMethods.beginBatch),
        Member(SearchMethods.endBatch), Member(SearchMethods.clientState), Member(SearchMethods.followIndex),
        Member(SearchMethods.unfollowIndex), Member(SearchMethods.search), Member(SearchMethods.query),
        Member(SearchMethods.suggest), Member(SearchMethods.engaged), Member(SearchMethods.open),
        Member(SearchMethods.searchInApp), Member(SearchMethods.describe), Member(SearchMethods.settle),
        Member(SearchMethods.statistics),
        Member(LinksMethods.decide), Member(LinksMethods.open), Member(LinksMethods.status), Member(LinksMethods.fetch),
        Member(LinksMethods.prefer),
        Member(SystemMethods.status), Member(SystemMethods.diagnose), Member(SystemMethods.getConfig),
        Member(SystemMethods.listConfig), Member(SystemMethods.setConfig), Member(SystemMethods.stop),
        Member(SystemMethods.reset),
    ]
    private static let appMethods: [Member] = [
        Member(AppMethods.saveActivity), Member(AppMethods.activityWasContinued), Member(AppMethods.willContinue),
        Member(AppMethods.continueActivity), Member(AppMethods.didFail), Member(AppMethods.openURLs),
        Member(AppMethods.reindexAll), Member(AppMethods.reindex), Member(AppMethods.describeFile),
    ]

    @Test func methodsHaveTheSignaturesOfTheXML() throws {
        #expect(Set(Self.daemonMethods) == Set(Member.all(of: try repositoryFile("data/dbus/org.baton.Baton1.xml"))))
        #expect(Set(Self.appMethods) == Set(Member.all(of: try repositoryFile("data/dbus/org.baton.App1.xml"))))
    }

    @Test func builtInXMLIsTheFiles() throws {
        #expect(try repositoryFile("data/dbus/org.baton.Baton1.xml") == BusXML.daemon + "\n")
        #expect(try repositoryFile("data/dbus/org.baton.App1.xml") == BusXML.app + "\n")
    }

    /// As an app, so that nothing is stopped or forgotten: a refusal comes from a handler too.
    @Test func everyMethodOfTheXMLHasAHandler() async throws {
        try await withDaemon { daemon in
            let connection = try await daemon.raw()
            let hello = HelloRequest(program: "tests", app: "org.example.tests", launchToken: nil)
            #expect(
                try await connection.errorName(
                    ConnectionMethods.interface, "Hello", try ConnectionMethods.hello.encode(hello)) == nil)
            for member in Self.daemonMethods where member.name != "Hello" {
                let arguments = try member.inputs.map { type in
                    switch type {
                    case "s": Variant.string("")
                    case "b": try VariantEncoder().encode(false, as: type)
                    case "as", "aa{sv}": try VariantEncoder().encode([[String: String]](), as: type)
                    default: try VariantEncoder().encode([String: String](), as: type)
                    }
                }
                let error = try await connection.errorName(member.interface, member.name, .tuple(arguments))
                if let error { #expect(error.0.hasPrefix("org.baton.Error."), "\(member): \(error)") }
            }
            await connection.close()
        }
    }

    @Test func anotherVersionIsRefusedByName() async throws {
        try await withDaemon { daemon in
            let connection = try await daemon.raw()
            var hello = HelloRequest(program: "tests", app: nil, launchToken: nil)
            hello.minimumProtocol = 98
            hello.maximumProtocol = 99
            let error = try await connection.errorName(
                ConnectionMethods.interface, "Hello", try ConnectionMethods.hello.encode(hello))
            #expect(error?.0 == "org.baton.Error.VersionMismatch")
            #expect(error?.1.contains("98 to 99") == true)
            await connection.close()
        }
    }

    @Test func largeArgumentsAreRefusedAndTheConnectionGoesOn() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            let error = await refusal {
                try await user.call(SystemMethods.getConfig, String(repeating: "x", count: 2 * 1024 * 1024))
            }
            #expect(error?.code == .tooLarge)
            #expect(try await user.call(SystemMethods.status).version == BusProtocol.release)
        }
    }

    @Test func callsBeforeAGreetingAreTheUsers() async throws {
        try await withDaemon { daemon in
            let connection = try await daemon.raw()
            #expect(try await connection.errorName(SystemMethods.interface, "Status", nil) == nil)
            await connection.close()
        }
    }
}
