package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
package import ICUKit

// Asking the sites: when they are due, or when somebody says so.

extension LinksService {
    /// Asks a site now, and returns when its answer is taken in.
    ///
    /// Where an app names the domain in developer mode, the site may be this machine, or one of the local network; then, or
    /// with an authority or a port, its answer counts for such apps alone, and what was given is remembered for the next
    /// checks. Without either a developer's record that is there is asked as it was.
    /// - Parameters:
    ///   - authority: a PEM file of certificate authorities that count instead of the system's, absolute.
    ///   - port: another one than 443.
    /// - Throws: `notAllowed` where no app names the domain, or none in developer mode and it is needed; `tooMany`.
    package func fetch(_ domain: HostName, authority: String?, port: Int?) async throws(BatonError) {
        let key = SiteKey(domain)
        let developer = SiteKey(domain, isDeveloper: true)
        guard sites[key] != nil else {
            throw BatonError(
                .notAllowed,
                "No installed app names \(domain.ascii) in its associated domains, so nothing is fetched; `baton links status` "
                    + "shows what they name.")
        }
        let isAsked = authority != nil || port != nil
        let isAllowed = !identities(naming: developer).isEmpty
        guard isAllowed || !isAsked && !SiteKey.isLocal(domain) else {
            throw BatonError(
                .notAllowed,
                "\(domain.ascii) can only be fetched so in developer mode: the entitlements of an installed app must name it "
                    + "with ?mode=developer.")
        }
        if isAsked || SiteKey.isLocal(domain) || sites[developer] != nil {
            try await askDeveloper(developer, authority, port, isAsked)
            if isAsked || SiteKey.isLocal(domain) { return }
        }
        try await answer(of: key)
        // The developer's own network: its answer is wanted all the same.
        if isAllowed, sites[developer] == nil, sites[key]?.isLocal == true {
            try await askDeveloper(developer, nil, nil, true)
        }
    }

    private func askDeveloper(
        _ key: SiteKey, _ authority: String?, _ port: Int?, _ isNew: Bool
    ) async throws(BatonError) {
        var record = sites[key]?.record ?? SiteRecord(key)
        if isNew { (record.authority, record.port) = (authority, port) }
        sites[key, default: Site(record: record)].record = record
        try await answer(of: key)
    }

    /// Waits for an answer that was asked for after this call.
    private func answer(of key: SiteKey) async throws(BatonError) {
        guard waiters[key, default: []].count < Self.maximumWaiters else {
            throw BatonError(
                .tooMany,
                "\(Self.maximumWaiters) requests wait for \(key.domain.ascii) already; ask when it has answered.")
        }
        guard !isStopped else { throw BatonError(.cancelled, "Baton's daemon is ending.") }
        await withCheckedContinuation { continuation in
            waiters[key, default: []].append(continuation)
            schedule()
        }
        if isStopped { throw BatonError(.cancelled, "Baton's daemon is ending.") }
    }

    // MARK: The schedule

    /// Starts what is due as far as there is room, and sets the timer for the rest.
    func schedule() {
        timer?.cancel()
        timer = nil
        guard !isStopped, !sites.isEmpty || !waiters.isEmpty else { return }
        let now = time.now()
        while running.count < SiteSchedule.atOnce, let key = nextDue(at: now) { start(key) }
        guard running.count < SiteSchedule.atOnce, let next = nextCheck() else { return }
        // GLib counts milliseconds.
        let pause = min(max(next.timeIntervalSince(now), 0.001), SiteSchedule.longestSleep)
        timer = thread.task { [weak self, time] in
            guard (try? await time.sleep(.seconds(pause))) != nil else { return }
            await self?.timerFired()
        }
    }

    private func timerFired() {
        guard !isStopped else { return }
        // The clock may have been set back since: nothing is put off for longer than that is meant.
        let now = time.now()
        for key in sites.keys { sites[key]?.record.correct(at: now) }
        schedule()
    }

    /// Those who wait go first, then who is due for longest.
    private func nextDue(at now: Date) -> SiteKey? {
        func isFree(_ key: SiteKey) -> Bool {
            running[key] == nil && running[SiteKey(key.domain, isDeveloper: !key.isDeveloper)] == nil
        }
        if let waited = waiters.keys.first(where: isFree) { return waited }
        let due = sites.lazy.filter { $0.value.record.nextCheck.map { $0 <= now } == true && isFree($0.key) }
        return due.min { $0.value.record.nextCheck! < $1.value.record.nextCheck! }?.key
    }

    /// When the first site that is not being asked is due.
    private func nextCheck() -> Date? {
        sites.lazy.filter { self.running[$0.key] == nil }.compactMap(\.value.record.nextCheck).min()
    }

    private func start(_ key: SiteKey) {
        let asking = waiters.removeValue(forKey: key) ?? []
        guard let site = sites[key] else {
            for waiter in asking { waiter.resume() }
            return
        }
        let question = SiteQuestion(site.record)
        let identities = identities(naming: key)
        running[key] = thread.task { [fetcher] in
            let answer = await fetcher.fetch(question)
            await self.take(answer, of: key, question, identities, wasAsked: !asking.isEmpty)
            for waiter in asking { waiter.resume() }
        }
    }

    private func take(
        _ answer: SiteAnswer, of key: SiteKey, _ question: SiteQuestion, _ identities: Set<String>, wasAsked: Bool
    ) async {
        running[key] = nil
        defer { schedule() }
        guard !isStopped, var site = sites[key] else { return }
        // Nobody named the site for a moment: it is asked again.
        if answer == .cancelled, Task.isCancelled { return }
        // Asked otherwise meanwhile, by a developer: this answer is to another question.
        guard SiteQuestion(site.record) == question else { return }
        let (verdict, file) = judged(answer, key)
        site.record.take(verdict, file: file?.data, at: time.now(), wasAsked: wasAsked)
        site.record.apps = identities
        site.file = site.record.file == nil ? nil : file?.parsed ?? site.file
        sites[key] = site
        table.set(AssociationTable.Site(site), for: key)
        changed()
        let record = site.record
        await save { () throws(BatonError) in try await self.store.save(record) }
    }

    private func judged(_ answer: SiteAnswer, _ key: SiteKey) -> (verdict: SiteVerdict, file: SiteFile?) {
        let judged = SiteVerdict.of(answer)
        guard let file = judged.file else { return judged }
        let others = sites.reduce(0) { $0 + ($1.key == key ? 0 : $1.value.record.file?.count ?? 0) }
        guard others + file.data.count <= Self.maximumFiles else {
            let limit = Self.maximumFiles / 1024 / 1024
            return (.broken("the files of all sites together have more than \(limit) MiB"), nil)
        }
        return judged
    }
}

extension LinksService.Site {
    /// Whether the last answer was that the host is on a local network.
    fileprivate var isLocal: Bool {
        if case .local = record.verdict { true } else { false }
    }
}
