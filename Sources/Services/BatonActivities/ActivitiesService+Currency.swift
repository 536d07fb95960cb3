package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// What an app says about its activity: it is current, not any more, over, changed.

extension ActivitiesService {
    /// Makes an activity the owner's current one; the one before it resigns. Returns when its saved copy, if it is to
    /// have one, is durable. The app is asked for its state right after, never inside the call. For an activity that is
    /// current already, the record is taken and nothing is asked.
    ///
    /// - Throws: `BatonError`: an invalid record changes nothing; with `storage` the activity is current all the same.
    package func becomeCurrent(_ token: OwnerToken, _ record: ActivityRecord) async throws(BatonError) {
        // No suspension before the state has changed: two calls of one app take effect in the order in which they came.
        let checked = try CheckedRecord(record)
        guard let owner = owners[token] else { throw Self.gone }
        let id: String
        if let current = owner.current, let period = periods[current], period.isCurrent(at: time.now()),
            period.name.id == record.id, period.activity.record.type == record.type
        {
            id = current
            periods[id]?.take(checked)
        } else {
            if let previous = owner.current { resign(previous) }
            let name = ActivityName(token: token, id: record.id)
            let period = CurrencyPeriod(
                name: name, owner: owner.owner, publicID: makeID(), checked, since: time.now())
            id = period.activity.publicID
            periods[id] = period
            owners[token]?.current = id
            question(name)
        }
        periods[id]?.deletion = .nothing
        hasNewRecord(id)
        try await keepCopy(id, evenIfSame: true)
    }

    /// Asks for the state a last time and withdraws the activity.
    ///
    /// The question goes out before the change is told, but its answer is not waited for: an app that hangs would be
    /// offered for 5 s more, and one that waits for this call to end could not answer. The answer goes into the saved
    /// copy, and to continuations that were under way.
    package func resignCurrent(_ token: OwnerToken, _ id: String) {
        guard let current = find(token, id, "resignCurrent") else { return }
        resign(current)
    }

    /// Withdraws the activity for good. The app is not asked any more.
    package func invalidate(_ token: OwnerToken, _ id: String) {
        guard let current = find(token, id, "invalidate") else { return }
        end(current, as: .withdrawn)
    }

    /// The app's state has changed; it is asked when `SaveSchedule` says.
    package func needsSave(_ token: OwnerToken, _ id: String) {
        guard let current = find(token, id, "needsSave") else { return }
        periods[current]?.deletion = .nothing
        periods[current]?.schedule.needsSave(at: time.now())
        armTimer(current)
    }

    /// The owner's current activity, if that is its name. Any other is normal: calls cross on their way.
    private func find(_ token: OwnerToken, _ id: String, _ call: String) -> String? {
        guard let current = owners[token]?.current, periods[current]?.name.id == id else {
            Log.debug("\(call) of an activity of \(owners[token]?.owner.app ?? "an app") that is not current")
            return nil
        }
        return current
    }

    // MARK: The end of a period

    private func resign(_ id: String) {
        guard let period = periods[id] else { return }
        guard period.isCurrent(at: time.now()) else { return end(id, as: .withdrawn) }
        begin(id)
        let last = question(period.name)
        end(id, as: .resigned)
        thread.task { [self] in
            _ = await last.task.value
            await saveCopy(id, evenIfSame: isCopyOld(id))
            await finish(id)
        }
    }

    func end(_ id: String, as phase: CurrencyPeriod.Phase) {
        guard let period = periods[id] else { return }
        period.timer?.cancel()
        period.expiry?.cancel()
        periods[id]?.timer = nil
        periods[id]?.expiry = nil
        periods[id]?.schedule = SaveSchedule()
        periods[id]?.phase = phase
        periods[id]?.endedAt = time.now()
        saveOrders[period.activity.app, default: SaveOrder()].hasEnded(id, at: nextNumber())
        if owners[period.name.token]?.current == id { owners[period.name.token]?.current = nil }
        if phase == .withdrawn {
            // Also for an earlier period of this activity that waits for its last answer: the app has said that it is
            // over.
            dropQuestions(period.name)
            renewCopy(id)
        }
        forgetIfDone(id)
        tell(period.activity.app)
    }

    func begin(_ id: String) { periods[id]?.work += 1 }

    func finish(_ id: String) {
        periods[id]?.work -= 1
        forgetIfDone(id)
    }

    private func forgetIfDone(_ id: String) {
        guard let period = periods[id], period.phase != .current, period.work == 0 else { return }
        periods[id] = nil
        let app = period.activity.app
        saveOrders[app]?.isDone(id)
        if saveOrders[app]?.isNeeded == false { saveOrders[app] = nil }
    }

    // MARK: New records

    /// What follows from a new record of a period, however it came.
    func hasNewRecord(_ id: String) {
        guard let period = periods[id], period.phase == .current else { return }
        warnOfSize(period)
        scheduleExpiry(id)
        tell(period.activity.app)
    }

    /// Withdraws the activity when its own date passes. There is a timer only while there is a date.
    private func scheduleExpiry(_ id: String) {
        periods[id]?.expiry?.cancel()
        periods[id]?.expiry = nil
        guard let date = periods[id]?.activity.record.expirationDate else { return }
        // At most a day at once: the wall clock may be set meanwhile, and GLib counts milliseconds in 32 bits. A
        // millisecond more than is left, since a timer's fraction of one is cut off.
        let pause = Duration.seconds(min(max(0, date.timeIntervalSince(time.now()) + 0.001), 86_400))
        periods[id]?.expiry = thread.task { [self, time] in
            guard (try? await time.sleep(pause)) != nil else { return }
            await expire(id)
        }
    }

    private func expire(_ id: String) {
        guard let period = periods[id], period.phase == .current else { return }
        periods[id]?.expiry = nil
        if period.activity.hasExpired(at: time.now()) { end(id, as: .withdrawn) } else { scheduleExpiry(id) }
    }

    private func warnOfSize(_ period: CurrencyPeriod) {
        let size = period.activity.record.payloadSize ?? 0
        let token = period.name.token
        guard size > Payload.advisedSize, owners[token] != nil, owners[token]?.warnedAbout != period.name.id else {
            return
        }
        owners[token]?.warnedAbout = period.name.id
        let advice =
            period.activity.record.isTooLarge
            ? "over \(Payload.maximumSize) it cannot be handed off" : "it should stay under \(Payload.advisedSize)"
        log("An activity of \(period.activity.app) holds \(size) bytes; \(advice).")
    }
}
