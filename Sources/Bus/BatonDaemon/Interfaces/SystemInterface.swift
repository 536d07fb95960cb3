internal import BatonBus
internal import GLibKit

/// The daemon itself: `org.baton.System1`.
struct SystemInterface: Sendable {
    let daemon: Daemon

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(SystemMethods.status) { session in
            try await session.requireUser("see the daemon's state")
            return await daemon.status()
        }
        router.on(SystemMethods.diagnose) { session in
            try await session.requireUser("have the daemon diagnosed")
            return await daemon.diagnose()
        }
        router.on(SystemMethods.getConfig) { session, key in
            try await session.requireUser("read settings")
            return try await daemon.setting(key)
        }
        router.on(SystemMethods.listConfig) { session in
            try await session.requireUser("read settings")
            return await daemon.allSettings()
        }
        router.on(SystemMethods.setConfig) { session, key, value in
            try await session.requireUser("change settings")
            try await daemon.set(key, to: value)
            return Nothing()
        }
        router.on(SystemMethods.stop) { session in
            try await session.requireUser("stop the daemon")
            daemon.thread.task { await daemon.stop() }
            return Nothing()
        }
        router.on(SystemMethods.reset) { session in
            try await session.requireUser("have everything forgotten")
            try await daemon.reset()
            return Nothing()
        }
    }
}
