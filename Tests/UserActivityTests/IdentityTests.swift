import BatonClient
import Foundation
import SceneRules
import Testing

@testable import UserActivity

extension UserActivityTests {
    @Suite struct IdentityTests {
        private func app(in folder: URL, _ name: String, plist place: String, id: String) throws -> String {
            let app = folder.appending(path: name)
            let plist = app.appending(path: place)
            try FileManager.default.createDirectory(
                at: plist.deletingLastPathComponent(), withIntermediateDirectories: true)
            let info: [String: Any] = [
                "CFBundleIdentifier": id, "NSUserActivityTypes": ["a", "b"],
                "CFBundleDocumentTypes": [["NSUbiquitousDocumentUserActivityType": "c"], ["CFBundleTypeName": "none"]],
            ]
            try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0).write(to: plist)
            return app.path
        }

        private func identity(
            _ environment: [String: String] = [:], bundle: String = "/usr/bin", executable: String?,
            chosen: String? = nil
        ) -> AppIdentity {
            AppIdentity(environment: environment, bundlePath: bundle, executable: executable, chosen: chosen)
        }

        @Test func theFolderOfTheAppSaysWhoItIs() async throws {
            try await Scratch.with { folder in
                let flat = try app(in: folder, "Flat.app", plist: "Info.plist", id: "org.example.flat")
                let deep = try app(in: folder, "Deep.app", plist: "Contents/Info.plist", id: "org.example.deep")
                #expect(identity(executable: "\(flat)/flat").id == "org.example.flat")
                #expect(identity(executable: "\(deep)/Contents/Linux/deep").id == "org.example.deep")
                #expect(identity(bundle: flat, executable: "/usr/bin/x").id == "org.example.flat")
                #expect(
                    identity(["BATON_APP": deep + "/"], bundle: flat, executable: "\(flat)/flat").id
                        == "org.example.deep")
                #expect(identity(executable: "\(flat)/flat", chosen: "org.example.other").id == "org.example.flat")
                #expect(identity(executable: "\(flat)/flat").declaredTypes == ["a", "b", "c"])
            }
        }

        @Test func theAppSaysWhatBecomesOfEventsThatNoSceneNames() async throws {
            try await Scratch.with { folder in
                let app = try app(in: folder, "Flat.app", plist: "Info.plist", id: "org.example.flat")
                func style(_ value: Any?) throws -> SceneStyle {
                    var info: [String: Any] = ["CFBundleIdentifier": "org.example.flat"]
                    info["BatonSceneStyle"] = value
                    try PropertyListSerialization.data(fromPropertyList: info, format: .xml, options: 0)
                        .write(to: URL(fileURLWithPath: "\(app)/Info.plist"))
                    return identity(executable: "\(app)/flat").sceneStyle
                }
                try await Reports.collect { reports in
                    let known = try SceneStyle.allCases.map { try style($0.rawValue) }
                    #expect(known == SceneStyle.allCases)
                    let absent = try style(nil)
                    #expect(absent == .reuse && reports.all.isEmpty)
                    let unknown = [try style("floating"), try style(7)]
                    #expect(unknown == [.reuse, .reuse])
                    #expect(reports.all.map(\.level) == [.error, .error])
                    #expect(reports.all[0].text.contains("must be one of reuse, new, single"))
                }
            }
            #expect(identity(executable: "/usr/bin/tool").sceneStyle == .reuse)
        }

        @Test func aBareExecutableHasItsChosenIdOrItsName() async throws {
            #expect(identity(executable: "/usr/bin/tool", chosen: "org.example.tool").id == "org.example.tool")
            #expect(identity(executable: "/usr/bin/my tool.ü").id == "local.my-tool--")
            #expect(identity(executable: "/usr/bin/tool").declaredTypes == nil)
            #expect(AppIdentity.isValid(identity(executable: "/usr/bin/my tool.ü").id))
            try await Scratch.with { folder in
                let bad = try app(in: folder, "Bad.app", plist: "Info.plist", id: "no id")
                #expect(identity(executable: "\(bad)/bad").id == "local.bad")
            }
        }

        @Test func anIdThatIsNoneIsReported() async {
            await Reports.collect { reports in
                ActivityApplication.identifier = "no id"
                #expect(reports.all.map(\.level) == [.error])
            }
        }

        @Test func theLaunchTokenLeavesTheEnvironment() {
            setenv("BATON_LAUNCH_TOKEN", "secret", 1)
            #expect(identity(executable: nil).client().launchToken == "secret")
            #expect(getenv("BATON_LAUNCH_TOKEN") == nil)
            #expect(identity(executable: nil).client().launchToken == nil)
        }
    }
}
