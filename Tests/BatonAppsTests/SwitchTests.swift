import ActivityModel
import BatonApps
import SQLiteKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SwitchTests {
    @Test func everythingIsAllowedUntilSwitchedOff() async throws {
        try await Fixture.run { f in
            #expect(await f.service.switches(for: Fixture.reader) == AppSwitches())
            try await f.service.setSwitch(Fixture.reader, .handoff, false)
            #expect(await f.service.switches(for: Fixture.reader) == AppSwitches(handoff: false))
            #expect(f.changes.waiting.count == 1)
            // What is so already changes nothing.
            try await f.service.setSwitch(Fixture.reader, .handoff, false)
            #expect(f.changes.waiting.count == 1)
        }
    }

    @Test func anAppThatIsNotThereHasNoSwitches() async throws {
        try await Fixture.run { f in
            let error = await #expect(throws: BatonError.self) {
                try await f.service.setSwitch("org.example.none", .search, false)
            }
            #expect(error?.code == .noSuchApp)
        }
    }

    @Test func switchesOutliveTheService() async throws {
        try await withScratch { scratch in
            let database = try await SQLiteDatabase.open(
                path: "\(scratch.path)/state.db", durability: .normal, migrations: [Migration(1, AppsService.schema)],
                applicationID: 1)
            let store = SQLiteSwitchStore(database: database)
            try await Fixture.run(store: store) { f in
                try await f.service.setSwitch(Fixture.reader, .search, false)
                try await f.service.setSwitch(Fixture.reader, .prediction, false)
                try await f.service.setSwitch(Fixture.reader, .search, true)
            }
            try await Fixture.run(store: store) { f in
                #expect(await f.service.switches(for: Fixture.reader) == AppSwitches(prediction: false))
            }
            try await database.close()
        }
    }
}
