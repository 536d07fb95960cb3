package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// Asking apps for their state.

extension ActivitiesService {
    /// The state of an offered activity at this moment: the app is asked first.
    ///
    /// - Throws: `noSuchActivity`: not current, expired, or not offered; `timedOut` when the app takes more than 5 s
    ///   (4610); `connectionUnavailable` (4609); `tooLarge` over 1 MiB (4611); `invalidPayload`: the app answered with
    ///   what is no state of this activity; else what the app said.
    package func freshState(of publicID: String) async throws(BatonError) -> ActivityRecord {
        guard let period = periods[publicID], period.phase == .current, await isOffered(period.activity) else {
            throw Self.notCurrent
        }
        // The user may have switched away while the switches were read.
        guard periods[publicID]?.phase == .current else { throw Self.notCurrent }
        let record = try await question(period.name).task.value.get()
        guard !record.isTooLarge else {
            throw BatonError(
                .tooLarge,
                "The activity of \(period.activity.app) holds more than \(Payload.maximumSize) bytes; the app should "
                    + "keep its data elsewhere and pass a name.")
        }
        var answered = period.activity
        answered.record = record
        guard await isOffered(answered) else { throw Self.notCurrent }
        return record
    }

    private func isOffered(_ activity: CurrentActivity) async -> Bool {
        activity.isOffered(at: time.now(), isAllowed: await isAllowed(activity.app, .handoff))
    }

    /// Tells the app of an activity that another device has taken it over.
    ///
    /// Not waited for: an app that hangs would hold up whatever else that device has to say, for other apps too. What it
    /// is told and has not acknowledged is bounded, since the other device can say it again and again.
    package func wasContinued(_ publicID: String, on device: String) {
        guard let period = periods[publicID], period.phase != .withdrawn else { return }
        guard period.unacknowledged < Self.maximumUnacknowledged else {
            return Log.debug("\(period.owner.app) does not acknowledge that its activity was continued")
        }
        periods[publicID]?.unacknowledged += 1
        thread.task { [self] in
            await period.owner.wasContinued(activityID: period.name.id, on: device)
            await acknowledged(publicID)
        }
    }

    private func acknowledged(_ publicID: String) { periods[publicID]?.unacknowledged -= 1 }

    /// Apps that did not answer the last question in time: they hang, or do nothing but compute.
    package func silentApps() -> [String] { Set(owners.values.filter(\.isSilent).map(\.owner.app)).sorted() }

    // MARK: Questions

    /// A question whose answer is newer than this call: the one that waits to be sent, else a new one.
    @discardableResult
    func question(_ name: ActivityName) -> PendingQuestions.Question {
        if let next = questions[name]?.next { return next }
        let number = nextNumber()
        let running = questions[name]?.running
        let task = Task(executorPreference: thread) { [self] in
            // What the caller has caused goes first: its answer, and the offer that another device waits for.
            await Task.yield()
            if let running { _ = await running.task.value }
            return await put(number, name)
        }
        let question = PendingQuestions.Question(number: number, task: task)
        questions[name, default: PendingQuestions()].next = question
        return question
    }

    /// Ends the questions about an activity: whoever waits gets `noSuchActivity`, or `connectionUnavailable`.
    func dropQuestions(_ name: ActivityName) {
        guard let dropped = questions.removeValue(forKey: name) else { return }
        dropped.running?.task.cancel()
        dropped.next?.task.cancel()
    }

    private func put(_ number: Int, _ name: ActivityName) async -> Result<ActivityRecord, BatonError> {
        guard let next = questions[name]?.next, next.number == number, let owner = owners[name.token]?.owner else {
            return .failure(ended(name))
        }
        questions[name] = PendingQuestions(running: next)
        for id in waiting(for: name) where periods[id]?.phase == .current {
            periods[id]?.schedule.asked(at: time.now())
            periods[id]?.timer?.cancel()
            periods[id]?.timer = nil
        }
        let answer = await ask(owner, name)
        if owners[name.token] != nil { owners[name.token]?.isSilent = answer.isTimeout }
        // Dropped meanwhile: withdrawn, or the connection is gone.
        guard questions[name]?.running?.number == number else { return .failure(ended(name)) }
        questions[name]?.running = nil
        if questions[name]?.next == nil { questions[name] = nil }
        let result = take(answer, owner, name)
        if case .failure(let error) = result { Log.debug("\(owner.app) gave no state: \(error.code)") }
        return result
    }

    private func ended(_ name: ActivityName) -> BatonError { owners[name.token] == nil ? Self.gone : Self.notCurrent }

    /// Periods that an answer about an activity goes to: the current one, and one that has resigned a moment ago.
    private func waiting(for name: ActivityName) -> [String] {
        periods.filter { $0.value.name == name && $0.value.phase != .withdrawn }.map(\.key)
    }

    private func ask(_ owner: any ActivityOwner, _ name: ActivityName) async -> Result<CheckedRecord, BatonError> {
        let late = BatonError(
            .timedOut, "\(owner.app) did not give its state within \(Self.saveLimit.components.seconds) s.")
        do {
            let record = try await time.withLimit(Self.saveLimit, onTimeout: late, on: thread) {
                try await owner.save(activityID: name.id)
            }
            return .success(try checked(record, owner))
        } catch let error as BatonError {
            return .failure(error)
        } catch {
            return .failure(ended(name))
        }
    }

    private func checked(_ record: ActivityRecord, _ owner: any ActivityOwner) throws(BatonError) -> CheckedRecord {
        do throws(BatonError) {
            return try CheckedRecord(record)
        } catch {
            // The message names a property and no value.
            log("\(owner.app) answered with an invalid state, and its last one is kept: \(error.message)")
            throw BatonError(.invalidPayload, "\(owner.app) answered with an invalid state: \(error.message)")
        }
    }

    /// Keeps an answer. What is not this activity's is refused, and the last good state stays.
    private func take(
        _ answer: Result<CheckedRecord, BatonError>, _ owner: any ActivityOwner, _ name: ActivityName
    ) -> Result<ActivityRecord, BatonError> {
        let checked: CheckedRecord
        switch answer {
        case .failure(let error): return .failure(error)
        case .success(let answered): checked = answered
        }
        let takers = waiting(for: name).filter { periods[$0]?.activity.record.type == checked.record.type }
        guard checked.record.id == name.id, !takers.isEmpty else {
            log("\(owner.app) answered with another activity than it was asked for; its last state is kept.")
            return .failure(
                BatonError(.invalidPayload, "\(owner.app) answered with another activity than it was asked for."))
        }
        for id in takers {
            let isNew = periods[id]?.activity.record != checked.record
            periods[id]?.take(checked)
            if isNew { hasNewRecord(id) }
            // One that has resigned saves its copy when its last question is answered.
            if periods[id]?.phase == .current { keepCopySoon(id) }
        }
        return .success(checked.record)
    }

    // MARK: The timer after needsSave

    /// Starts the timer, unless it runs already: more words put the time off, they never bring it nearer.
    func armTimer(_ id: String) {
        guard let period = periods[id], period.timer == nil, questions[period.name]?.next == nil,
            let due = period.schedule.due
        else { return }
        // Never longer than the schedule can mean, whatever has happened to the wall clock.
        let pause = Duration.seconds(min(max(0, due.timeIntervalSince(time.now())), SaveSchedule.interval))
        periods[id]?.timer = thread.task { [self, time] in
            guard (try? await time.sleep(pause)) != nil else { return }
            await timerFired(id)
        }
    }

    private func timerFired(_ id: String) {
        guard let period = periods[id], period.phase == .current, let due = period.schedule.due else { return }
        periods[id]?.timer = nil
        let left = due.timeIntervalSince(time.now())
        // Words came meanwhile. A millisecond is rounding; more than the interval is a clock that was set back.
        if left > 0.001, left <= SaveSchedule.interval { return armTimer(id) }
        question(period.name)
    }
}

extension Result where Success == CheckedRecord, Failure == BatonError {
    fileprivate var isTimeout: Bool {
        if case .failure(let error) = self { error.code == .timedOut } else { false }
    }
}
