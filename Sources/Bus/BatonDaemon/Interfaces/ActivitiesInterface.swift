internal import ActivityModel
internal import BatonActivities
internal import BatonBus
internal import GLibKit

/// The capture door over D-Bus: `org.baton.Activities1`. An app sees and deletes its own alone.
struct ActivitiesInterface: Sendable {
    let activities: ActivitiesService
    let follower: SavedFollower

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(ActivitiesMethods.becomeCurrent) { session, record, options in
            let record = try Arguments.checked(record)
            let owner = try await session.owner(of: session.app(for: options), in: activities)
            try await activities.becomeCurrent(owner, record)
            Log.debug("client \(session.number) made an activity current: \(Log.reveal(record.title ?? record.type))")
            return Nothing()
        }
        router.on(ActivitiesMethods.resignCurrent) { session, id in
            let id = try Arguments.checked(id, .activity)
            for owner in await session.allOwners { await activities.resignCurrent(owner, id) }
            return Nothing()
        }
        router.on(ActivitiesMethods.invalidate) { session, id in
            let id = try Arguments.checked(id, .activity)
            for owner in await session.allOwners { await activities.invalidate(owner, id) }
            return Nothing()
        }
        router.on(ActivitiesMethods.needsSave) { session, id in
            let id = try Arguments.checked(id, .activity)
            for owner in await session.allOwners { await activities.needsSave(owner, id) }
            return Nothing()
        }
        router.on(ActivitiesMethods.listCurrent) { session in
            let own = await session.ownApp
            return await activities.current().filter { own == nil || $0.app == own }
                .map { CurrentActivityInfo(app: $0.app, since: $0.since, record: $0.record) }
        }
        router.on(ActivitiesMethods.listSaved) { session, options in
            guard let app = try await session.scope(of: options) else { return try await activities.allSaved() }
            return try await activities.saved(app: app)
        }
        router.on(ActivitiesMethods.deleteSaved) { session, identifiers, options in
            let app = try await session.app(for: options)
            let count = try await activities.deleteSaved(app: app, persistentIdentifiers: identifiers)
            try await follower.erase(late: true)
            return UInt32(clamping: count)
        }
        router.on(ActivitiesMethods.deleteAllSaved) { session, options in
            try await deleteAll(of: session.app(for: options))
        }
        router.on(ActivitiesMethods.forget) { session, options in
            try await deleteAll(of: session.scope(of: options))
        }
    }

    /// Afterwards no file holds a word of the copies, the index's neither.
    /// - Parameter app: nil: those of every app.
    private func deleteAll(of app: String?) async throws(BatonError) -> UInt32 {
        let count: Int
        if let app {
            count = try await activities.deleteAllSaved(app: app)
        } else {
            count = try await activities.deleteSavedOfAllApps()
        }
        try await follower.erase()
        return UInt32(clamping: count)
    }
}
