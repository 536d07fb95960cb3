internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import GLibKit

/// Which apps exist, and the user's switches: `org.baton.Apps1`.
struct AppsInterface: Sendable {
    let apps: AppsService

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(AppsMethods.list) { session in
            let own = await session.ownApp
            var infos: [AppInfo] = []
            for manifest in await apps.manifests() where own == nil || manifest.id == own {
                infos.append(await info(manifest))
            }
            return infos
        }
        router.on(AppsMethods.problems) { session in
            try await session.requireUser("see other apps' problems")
            return await apps.problems().map { AppProblem(path: $0.path, message: $0.message) }
        }
        router.on(AppsMethods.show) { session, id in
            let id = try Arguments.checked(id, .app)
            if let own = await session.ownApp, own != id {
                throw BatonError(.notAllowed, "\(own) may see itself alone.")
            }
            return await info(try await apps.show(id))
        }
        router.on(AppsMethods.add) { session, folder in
            try await session.requireUser("register apps")
            return await info(try await apps.add(folder: Arguments.checked(folder, .folder)))
        }
        router.on(AppsMethods.remove) { session, id in
            try await session.requireUser("remove apps")
            try await apps.remove(Arguments.checked(id, .app))
            return Nothing()
        }
        router.on(AppsMethods.setSwitch) { session, id, name, isOn in
            try await session.requireUser("change what an app may do")
            guard let name = AppSwitches.Name(rawValue: name) else {
                throw BatonError(
                    .invalidArgument,
                    "There is no switch “\(name.prefix(32))”; there are search, handoff and prediction.")
            }
            try await apps.setSwitch(Arguments.checked(id, .app), name, isOn)
            return Nothing()
        }
    }

    private func info(_ manifest: AppManifest) async -> AppInfo {
        AppInfo(
            manifest: manifest, switches: await apps.switches(for: manifest.id),
            running: await apps.isRunning(manifest.id))
    }
}
