package import ActivityModel
internal import FoundationEssentials
package import GLibKit
package import ICUKit

/// The associations of the installed apps with web sites: fetches the sites' files, keeps them fresh, and says which app an
/// address belongs to.
///
/// Invariant: what a site is asked for (`running`) was due or waited for, and is not asked for twice at once; an answer is
/// taken into `sites` and `table` in one stretch without suspension. Nothing is asked, and no timer runs, while no app names
/// a domain.
package actor LinksService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let time: TimeSource
    let fetcher: any AssociationFetcher
    let store: any AssociationStore
    let log: @Sendable (String) -> Void

    /// What an address is decided with.
    package internal(set) var table = AssociationTable()
    var apps: [AppAssociations] = []
    var choices: [HostName: LinkChoice] = [:]
    var sites: [SiteKey: Site] = [:]
    var running: [SiteKey: Task<Void, Never>] = [:]
    /// Those who wait for the next answer of a site, which must begin after they came.
    var waiters: [SiteKey: [CheckedContinuation<Void, Never>]] = [:]
    var timer: Task<Void, Never>?
    var isStopped = false
    private var isStarted = false
    /// Until a site that nobody names any more is forgotten.
    private var resting: [SiteKey: Task<Void, Never>] = [:]
    private var knowsApps = false
    private var handlers: [@Sendable () -> Void] = []

    struct Site {
        var record: SiteRecord
        /// What the record's file says.
        var file: AssociationFile?
    }

    /// Bytes of all files together. What is made of a file of nothing but small rules has forty times its size.
    static let maximumFiles = 8 * 1024 * 1024
    /// Who may wait for one site.
    static let maximumWaiters = 64

    /// - Parameter log: takes what is worth telling; no user content.
    package init(
        thread: GLibThread, time: TimeSource, fetcher: any AssociationFetcher, store: any AssociationStore,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.thread = thread
        self.time = time
        self.fetcher = fetcher
        self.store = store
        self.log = log
    }

    /// Reads what is stored. Nothing is fetched before `appsChanged`.
    package func start() async throws(BatonError) {
        let stored = try await store.load()
        guard !isStarted, !isStopped else { return }
        isStarted = true
        choices = stored.choices
        for var record in stored.sites {
            record.correct(at: time.now())
            var file: AssociationFile?
            if let data = record.file {
                do throws(AssociationFault) { file = try AssociationFile(parsing: data) } catch {
                    // A Baton that was more lenient wrote it down: it is fetched again.
                    record.file = nil
                    record.fileDate = nil
                    record.nextCheck = time.now()
                }
            }
            sites[record.key] = Site(record: record, file: file)
        }
        makeTable()
    }

    /// Nothing is fetched any more; those who wait are answered.
    package func stop() async {
        isStopped = true
        timer?.cancel()
        timer = nil
        for rest in resting.values { rest.cancel() }
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        for waiter in waiters.values.joined() { waiter.resume() }
        waiters = [:]
        handlers = []
    }

    /// Calls `handler` whenever a decision or a status may be another.
    package func onChange(_ handler: @escaping @Sendable () -> Void) { handlers.append(handler) }

    func changed() { for handler in handlers { handler() } }

    // MARK: Apps

    /// The installed apps, in their order; called after `start`. Sites that an app newly names are asked; what no app names any more is forgotten.
    package func appsChanged(_ manifests: [AppManifest]) async {
        let new = AppAssociations.all(manifests)
        // Before what is stored was read, every site would be a new one, and be written over what is stored.
        guard isStarted, !isStopped, new != apps || !knowsApps else { return }
        (apps, knowsApps) = (new, true)
        let now = time.now()
        var named: [SiteKey: Set<String>] = [:]
        for app in new {
            for case .some(let entry) in app.entries.map({ $0.fault == nil ? $0.domain : nil }) {
                named[SiteKey(entry.domain), default: []].insert(app.identity)
                if entry.isDeveloper {
                    named[SiteKey(entry.domain, isDeveloper: true), default: []].insert(app.identity)
                }
            }
        }
        let unnamed = sites.keys.filter { named[$0] == nil }
        // What a developer has typed cannot be asked for again, and an app that is being built is gone for moments.
        for key in unnamed where key.isDeveloper { rest(key) }
        let gone = unnamed.filter { !$0.isDeveloper }
        for key in gone { sites[key] = nil }
        for (key, identities) in named {
            guard var record = sites[key]?.record ?? (key.isDeveloper ? nil : SiteRecord(key)) else { continue }
            let known = record.apps.intersection(identities)
            record.apps = known
            if known != identities, !SiteKey.isLocal(key.domain) || key.isDeveloper {
                let earliest = record.lastCheck.map { $0.addingTimeInterval(SiteSchedule.pause) } ?? now
                record.nextCheck = min(record.nextCheck ?? .distantFuture, max(now, earliest))
            }
            resting.removeValue(forKey: key)?.cancel()
            // It has rested.
            if record.nextCheck == nil, let last = record.lastCheck {
                record.nextCheck = max(now, last.addingTimeInterval(SiteSchedule.refresh))
            }
            sites[key, default: Site(record: record)].record = record
        }
        makeTable()
        changed()
        schedule()
        for key in unnamed { running[key]?.cancel() }
        // Named again while another one is being removed: it stays.
        for key in gone where sites[key] == nil {
            await save { () throws(BatonError) in try await self.store.remove(key) }
        }
    }

    /// Keeps a site that no app names for a while, without asking it.
    private func rest(_ key: SiteKey) {
        guard sites[key]?.record.nextCheck != nil else { return }
        sites[key]?.record.nextCheck = nil
        resting[key] = thread.task { [weak self, time] in
            guard (try? await time.sleep(.seconds(SiteSchedule.resting))) != nil else { return }
            await self?.forget(key)
        }
    }

    private func forget(_ key: SiteKey) async {
        resting[key] = nil
        guard !isStopped, sites[key] != nil, identities(naming: key).isEmpty else { return }
        sites[key] = nil
        await save { () throws(BatonError) in try await self.store.remove(key) }
    }

    /// The apps that name a site now.
    func identities(naming key: SiteKey) -> Set<String> {
        Set(
            apps.filter { app in
                app.entries.contains { entry in
                    guard let domain = entry.domain, entry.fault == nil else { return false }
                    return domain.domain == key.domain && (domain.isDeveloper || !key.isDeveloper)
                }
            }.map(\.identity))
    }

    func makeTable() {
        table = AssociationTable(apps, choices: choices)
        for (key, site) in sites { table.set(AssociationTable.Site(site), for: key) }
    }

    // MARK: The user's choices

    /// What opens links to a host from now on, `app` meaning the app that the site associates with them.
    package func prefer(_ choice: LinkChoice, for host: HostName) async throws(BatonError) {
        try await store.save(choice, for: host)
        choices[host] = choice == .app ? nil : choice
        table.set(choice, for: host)
        changed()
    }

    /// What cannot be stored is said, and holds until the daemon ends.
    func save(_ body: () async throws(BatonError) -> Void) async {
        do throws(BatonError) { try await body() } catch { log(error.description) }
    }
}

extension AssociationTable.Site {
    convenience init(_ site: LinksService.Site) {
        self.init(
            file: site.file, fileDate: site.record.fileDate, verdict: site.record.verdict,
            port: site.record.port)
    }
}
