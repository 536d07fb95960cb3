internal import ActivityModel
internal import BatonActivities
internal import BatonBus
internal import GLibKit

/// The capture door over D-Bus: `org.baton.Activities1`. An app sees and deletes its own alone.
struct ActivitiesInterface: Sendable {
    let activities: ActivitiesService

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
            guard await session.ownApp != nil || options.app != nil else { return try await activities.allSaved() }
            return try await activities.saved(app: session.app(for: options))
        }
        router.on(ActivitiesMethods.deleteSaved) { session, identifiers, options in
            let app = try await session.app(for: options)
            return UInt32(clamping: try await activities.deleteSaved(app: app, persistentIdentifiers: identifiers))
        }
        router.on(ActivitiesMethods.deleteAllSaved) { session, options in
            UInt32(clamping: try await activities.deleteAllSaved(app: session.app(for: options)))
        }
    }
}
