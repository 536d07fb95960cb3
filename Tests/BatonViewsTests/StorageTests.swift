import BatonViews
import BatonViewsRecording
import Foundation
import Testing
import UserActivity

/// A store of its own, which is gone after the test.
final class TestStore {
    let name = "org.example.test.\(UUID().uuidString)"
    let defaults: UserDefaults
    init() { defaults = UserDefaults(suiteName: name)! }
    deinit { defaults.removePersistentDomain(forName: name) }
}

@MainActor @Suite(.serialized) struct StorageTests {
    enum Size: Int { case small = 1, large }
    enum Place: String { case here, there }

    struct Values: View {
        @AppStorage("bool") var bool = false
        @AppStorage("int") var int = 1
        @AppStorage("double") var double = 0.5
        @AppStorage("string") var string = "a"
        @AppStorage("url") var url = URL(string: "https://example.org/a?b#c")!
        @AppStorage("data") var data = Data([1])
        @AppStorage("size") var size = Size.small
        @AppStorage("place") var place = Place.here
        @AppStorage("optional") var optional: String?
        @AppStorage("flag") var flag: Bool?
        @AppStorage("choice") var choice: Place?

        var body: some View {
            Text("\(bool) \(int) \(double.description) \(string)")
            Text("\(url.absoluteString) \(data.count)")
            Text("\(String(describing: size)) \(place.rawValue)")
            Text("\(optional ?? "nil") \(flag.map { "\($0)" } ?? "nil") \(choice?.rawValue ?? "nil")")
            Button("Set") {
                (bool, int, double, string) = (true, 2, 1.5, "b")
                (url, data) = (URL(string: "https://example.com/x")!, Data([1, 2]))
                (size, place) = (.large, .there)
                (optional, flag, choice) = ("c", false, .here)
            }
            Button("Clear") { (optional, flag, choice) = (nil, nil, nil) }
        }
    }

    private static let initial = ["false 1 0.5 a", "https://example.org/a?b#c 1", "small here", "nil nil nil"]
    private static let changed = ["true 2 1.5 b", "https://example.com/x 2", "large there", "c false here"]

    @Test func valuesOfAllTypesAreStored() {
        let store = TestStore()
        let screen = Screen(Values().defaultAppStorage(store.defaults))
        #expect(Array(screen.texts.prefix(4)) == Self.initial)
        screen.press(0)
        #expect(Array(screen.texts.prefix(4)) == Self.changed)
        // Another one, as after a new start.
        #expect(Array(Screen(Values().defaultAppStorage(store.defaults)).texts.prefix(4)) == Self.changed)
        screen.press(1)
        #expect(screen.texts[3] == "nil nil nil")
        #expect(store.defaults.object(forKey: "optional") == nil)
        #expect(store.defaults.integer(forKey: "size") == 2)
    }

    @Test func aStoredValueOfAnotherTypeCountsAsNone() {
        let store = TestStore()
        let keys = ["bool", "int", "double", "string", "url", "data", "size", "place", "optional", "flag", "choice"]
        for value in ["text", 12.5, Data([1, 2, 3]), [1, 2], ["a": 1]] as [Any] {
            for key in keys { store.defaults.set(value, forKey: key) }
            let screen = Screen(Values().defaultAppStorage(store.defaults))
            #expect(screen.texts.count == 6)
            #expect(screen.texts[2] == "small here")
            if value is [Int] { #expect(Array(screen.texts.prefix(4)) == Self.initial) }
            screen.press(0)
            #expect(Array(screen.texts.prefix(4)) == Self.changed)
        }
    }

    struct Counter: View {
        let name: String
        @AppStorage var count: Int
        init(_ name: String, _ store: UserDefaults) {
            self.name = name
            _count = AppStorage(wrappedValue: 0, "count", store: store)
        }
        var body: some View {
            Button("\(name) \(count)") { count += 1 }
            Field(value: $count)
        }
        struct Field: View {
            @Binding var value: Int
            var body: some View { Button("binding \(value)") { value += 10 } }
        }
    }

    @Test func viewsWithOneKeySeeEachOthersChanges() {
        let store = TestStore()
        let (screen, other) = (Screen(Counter("a", store.defaults)), Screen(Counter("b", store.defaults)))
        screen.press(0)
        screen.press(1)
        other.update()
        #expect(screen.texts == ["a 11", "binding 11"])
        #expect(other.texts == ["b 11", "binding 11"])
    }

    @Test func storesAreApart() {
        let (one, two) = (TestStore(), TestStore())
        let (screen, other) = (Screen(Counter("a", one.defaults)), Screen(Counter("b", two.defaults)))
        screen.press()
        other.update()
        #expect(other.texts[0] == "b 0")
    }

    @Test func aChangeOfTheStoreItselfIsShown() {
        let store = TestStore()
        let screen = Screen(Counter("a", store.defaults))
        store.defaults.set(5, forKey: "count")
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: store.defaults)
        screen.update()
        #expect(screen.texts[0] == "a 5")
        store.defaults.removeObject(forKey: "count")
        // Without being told: with the next pass.
        screen.update()
        #expect(screen.texts[0] == "a 0")
    }

    @Test func whatDoesNotChangeIsNotMadeAnew() {
        let store = TestStore()
        let screen = Screen(Counter("a", store.defaults))
        store.defaults.set([1], forKey: "count")
        screen.update()
        screen.update()
        #expect(screen.host.counts.evaluations == 0)
    }

    @Test func outsideOfViewsTheStoreIsReadAndWritten() {
        let store = TestStore()
        let storage = AppStorage(wrappedValue: 3, "outside", store: store.defaults)
        #expect(storage.wrappedValue == 3)
        storage.wrappedValue = 4
        #expect(store.defaults.integer(forKey: "outside") == 4)
    }

    // MARK: Scenes

    struct SceneCounter: View {
        @SceneStorage("count") var count = 0
        @SceneStorage("name") var name: String?
        var body: some View {
            Button("\(count) \(name ?? "nil")") { (count, name) = (count + 1, "set") }
            Other()
        }
        struct Other: View {
            @SceneStorage("count") var count = 7
            var body: some View { Text("other \(count)") }
        }
    }

    @Test func theViewsOfASceneHaveAValueTogether() {
        let screen = Screen(SceneCounter())
        #expect(screen.texts == ["0 nil", "other 7"])
        screen.press()
        #expect(screen.texts == ["1 set", "other 1"])
        #expect(Screen(SceneCounter()).texts == ["0 nil", "other 7"])
    }

    private func app(_ store: TestStore) -> TestApp<some Scene> {
        TestApp { WindowGroup(id: "main") { SceneCounter().defaultAppStorage(store.defaults) } }
    }

    @Test func aWindowHasItsValuesAgainAfterANewStart() async throws {
        let store = TestStore()
        try await AppStage.run(app(store)) { stage in
            await stage.press()
            await stage.press()
            stage.application.openScene("main")
            await stage.turn()
            #expect(stage.window(0).texts == ["2 set", "other 2"])
            #expect(stage.window(1).texts == ["0 nil", "other 7"])
        }
        try await AppStage.run(app(store)) { stage in
            #expect(stage.window(0).texts == ["2 set", "other 2"])
        }
    }

    @Test func aSceneValueOfAnotherTypeCountsAsNone() async throws {
        let store = TestStore()
        store.defaults.set("text", forKey: "scene:main-1:count")
        store.defaults.set([1], forKey: "scene:main-1:name")
        try await AppStage.run(app(store)) { stage in
            #expect(stage.window(0).texts == ["0 nil", "other 7"])
        }
    }
}
