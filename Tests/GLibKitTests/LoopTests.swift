import GLibKit
import Synchronization
import TestSupport
import Testing

private struct Late: Error, Equatable {}

@Suite struct LoopTests {
    @Test func tasksRunInTheOrderOfTheirMaking() async throws {
        let thread = GLibThread(name: "test")
        let numbers = Arrivals<Int>("a task")
        for number in 0..<1000 { thread.task { numbers.put(thread.isCurrent ? number : -1) } }
        for number in 0..<1000 { #expect(try await numbers.next() == number) }
        #expect(!thread.isCurrent)
        thread.stop()
    }

    /// A timer is a source of the loop: it comes to its turn although there is always a job.
    @Test func jobsThatNeverEndLeaveTimeForTheLoop() async throws {
        let thread = GLibThread(name: "test")
        defer { thread.stop() }
        let busy = thread.task { while !Task.isCancelled { await Task.yield() } }
        defer { busy.cancel() }
        let woken = Arrivals<Void>("the timer")
        thread.task {
            try? await TimeSource.system(on: thread).sleep(.milliseconds(1))
            woken.put(())
        }
        try await woken.next()
    }

    @Test func whatWasQueuedBeforeTheStopStillRuns() async throws {
        for _ in 0..<20 {
            let thread = GLibThread(name: "test")
            let done = Atomic<Int>(0)
            for _ in 0..<50 { thread.task { done.add(1, ordering: .relaxed) } }
            thread.stop()
            thread.wait()
            #expect(done.load(ordering: .relaxed) == 50)
        }
    }

    @Test func aThreadStopsFromWithin() async throws {
        let thread = GLibThread(name: "test")
        thread.task { thread.stop() }
        thread.wait()
    }

    /// Whoever hands a thread its last job may be late with the wake-up: the job has run and the thread is gone.
    @Test func aThreadMayBeGoneBeforeItsLastWakeUp() async throws {
        let done = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { await Self.shortThreads(500) } }
            return await group.reduce(0, +)
        }
        #expect(done == 8000)
    }

    /// Threads whose tasks come back to them from another one, while the others keep them busy.
    private static func shortThreads(_ count: Int) async -> Int {
        var done = 0
        for _ in 0..<count {
            let thread = GLibThread(name: "short")
            let tasks = (0..<4).map { number in
                Task(executorPreference: thread) { await Task.detached { number }.value }
            }
            for (number, task) in tasks.enumerated() where await task.value == number { done += 1 }
            thread.stop()
        }
        return done
    }

    @Test func aSleepEndsAtOnceWhenCancelled() async throws {
        let thread = GLibThread(name: "test")
        let time = TimeSource.system(on: thread)
        let task = Task { try await time.sleep(.seconds(3600)) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await time.sleep(.milliseconds(1))
        thread.stop()
    }

    @Test func aLimitLetsThroughWhatIsInTime() async throws {
        let thread = GLibThread(name: "test")
        let time = TimeSource.system(on: thread)
        #expect(try await time.withLimit(Limits.wait, onTimeout: Late(), on: thread) { 7 } == 7)
        await #expect(throws: CancellationError.self) {
            try await time.withLimit(Limits.wait, onTimeout: Late(), on: thread) { throw CancellationError() }
        }
        thread.stop()
    }

    @Test func aLimitEndsWhatHangs() async throws {
        let thread = GLibThread(name: "test")
        let time = TimeSource.system(on: thread)
        let cancelled = Arrivals<Void>("the cancellation")
        await #expect(throws: Late.self) {
            try await time.withLimit(.milliseconds(10), onTimeout: Late(), on: thread) {
                do { try await time.sleep(.seconds(3600)) } catch { cancelled.put(()) }
            }
        }
        try await cancelled.next()
        thread.stop()
    }
}
