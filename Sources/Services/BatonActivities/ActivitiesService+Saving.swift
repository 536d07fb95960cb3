package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Asking apps for their state.

extension ActivitiesService {
    /// The state of a current activity at this moment: the app is asked first.
    ///
    /// - Throws: `noSuchActivity`; `timedOut` when the app takes more than 5 s (4610); `connectionUnavailable` (4609);
    ///   `tooLarge` over 1 MiB (4611).
    package func freshState(of publicID: String) async throws(BatonError) -> ActivityRecord {
        let now = time.now()
        guard let (token, slot) = slots.first(where: { $0.value.current?.publicID == publicID }),
            slot.current?.hasExpired(at: now) == false
        else { throw BatonError(.noSuchActivity, "This activity is not current any more.") }
        let record = try await save(token)
        guard !record.isTooLarge else {
            throw BatonError(
                .tooLarge, "The activity of \(slot.owner.app) holds more than \(Payload.maximumSize) bytes; "
                    + "the app should keep its data elsewhere and pass a name.")
        }
        return record
    }

    /// Tells the app of a current activity that another device has taken it over.
    package func wasContinued(_ publicID: String, on device: String) async {
        guard let slot = slots.values.first(where: { $0.current?.publicID == publicID }), let current = slot.current
        else { return }
        await slot.owner.wasContinued(activityID: current.record.id, on: device)
    }

    /// Asks the owner for its current activity's state and keeps it.
    ///
    /// One question is under way at a time. Whoever comes while one is wants a state that is newer than the question, so
    /// it waits for the next one.
    @discardableResult
    func save(_ token: OwnerToken) async throws(BatonError) -> ActivityRecord {
        guard let current = slots[token]?.current else {
            throw BatonError(.noSuchActivity, "This activity is not current any more.")
        }
        let id = current.publicID
        if let running = slots[token]?.save {
            _ = await running.task.value
            // Of all who waited, the first to come asks; the others share its question.
            if let next = slots[token]?.save, next.number > running.number { return try await next.task.value.get() }
            guard slots[token]?.current?.publicID == id else {
                throw BatonError(.noSuchActivity, "This activity is not current any more.")
            }
        }
        guard let owner = slots[token]?.owner else { throw Self.gone }
        slots[token]?.schedule.asked(at: time.now())
        slots[token]?.timer?.cancel()
        slots[token]?.timer = nil
        let number = nextQuestion()
        let task = Task(executorPreference: thread) { [self] in await answer(token, id, owner, current.record, number) }
        slots[token]?.save = SaveInFlight(number: number, task: task)
        return try await task.value.get()
    }

    private func answer(
        _ token: OwnerToken, _ id: String, _ owner: any ActivityOwner, _ last: ActivityRecord, _ number: Int
    ) async -> Result<ActivityRecord, BatonError> {
        let result = await ask(owner, last)
        if slots[token]?.save?.number == number { slots[token]?.save = nil }
        guard let slot = slots[token], slot.current?.publicID == id else {
            return slots[token] == nil
                ? .failure(Self.gone) : .failure(BatonError(.noSuchActivity, "This activity is not current any more."))
        }
        switch result {
        case .failure(let error):
            debug("\(owner.app) did not give its state: \(error.code)")
        case .success(let record):
            slots[token]?.current?.record = record
            scheduleExpiry(token)
            warnOfSize(token)
            events.currentChanged()
            do throws(BatonError) { try await keepCopy(token) } catch { debug(error.description) }
        }
        armTimer(token)
        return result
    }

    /// One question to an app. What it answers with must be the activity that it was asked for.
    func ask(_ owner: any ActivityOwner, _ last: ActivityRecord) async -> Result<ActivityRecord, BatonError> {
        let late = BatonError(.timedOut, "\(owner.app) did not give its state within \(Self.saveLimit.components.seconds) s.")
        do {
            let record = try await time.withLimit(Self.saveLimit, onTimeout: late, on: thread) {
                try await owner.save(activityID: last.id)
            }
            guard record.id == last.id, record.type == last.type else {
                throw BatonError(.invalidPayload, "\(owner.app) answered with another activity than it was asked for.")
            }
            return .success(try record.validated())
        } catch let error as BatonError {
            return .failure(error)
        } catch {
            return .failure(BatonError(.cancelled, "Asking \(owner.app) was cancelled."))
        }
    }

    // MARK: Timers

    /// Keeps one timer, for when the schedule says.
    func armTimer(_ token: OwnerToken) {
        guard let slot = slots[token], slot.save == nil, let due = slot.schedule.due else { return }
        slot.timer?.cancel()
        let pause = Duration.seconds(max(0, due.timeIntervalSince(time.now())))
        slots[token]?.timer = thread.task { [self, time] in
            guard (try? await time.sleep(pause)) != nil else { return }
            await timerFired(token)
        }
    }

    private func timerFired(_ token: OwnerToken) async {
        guard let slot = slots[token], let due = slot.schedule.due else { return }
        // A word that came meanwhile has moved the time; a millisecond of rounding has not.
        if due.timeIntervalSince(time.now()) > 0.001 { return armTimer(token) }
        // The task that runs this is the timer itself: it must not cancel what it starts.
        slots[token]?.timer = nil
        _ = try? await save(token)
    }

    /// Withdraws the activity when its own date passes.
    func scheduleExpiry(_ token: OwnerToken) {
        slots[token]?.expiry?.cancel()
        slots[token]?.expiry = nil
        guard let current = slots[token]?.current, let date = current.record.expirationDate else { return }
        // At most a day: the wall clock may be set meanwhile, and a timer counts in milliseconds of 32 bits.
        let pause = Duration.seconds(min(max(0, date.timeIntervalSince(time.now())), 86_400))
        slots[token]?.expiry = thread.task { [self, time] in
            guard (try? await time.sleep(pause)) != nil else { return }
            await expire(token, current.publicID)
        }
    }

    private func expire(_ token: OwnerToken, _ publicID: String) {
        guard let current = slots[token]?.current, current.publicID == publicID else { return }
        guard current.hasExpired(at: time.now()) else { return scheduleExpiry(token) }
        slots[token]?.expiry = nil
        slots[token]?.timer?.cancel()
        slots[token]?.current = nil
        events.currentChanged()
    }

    func warnOfSize(_ token: OwnerToken) {
        guard let slot = slots[token], let record = slot.current?.record, !slot.warnedOfSize else { return }
        let size = record.payloadSize ?? 0
        guard size > Payload.advisedSize else { return }
        slots[token]?.warnedOfSize = true
        debug(
            record.isTooLarge
                ? "an activity of \(slot.owner.app) holds \(size) bytes: over \(Payload.maximumSize) it cannot be handed off"
                : "an activity of \(slot.owner.app) holds \(size) bytes; keep it under \(Payload.advisedSize)")
    }
}
