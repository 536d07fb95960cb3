// What is made of one publisher's values, somewhere else or some time later.

extension Publishers {
    /// What is sent, there.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let scheduler: Context
        public let options: Context.SchedulerOptions?
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure> { downstream in
                downstream.follow(
                    upstream, { value in scheduler.schedule(options: options) { downstream.send(value) } },
                    onEnd: { end in scheduler.schedule(options: options) { downstream.end(end) } })
            }.receive(subscriber: subscriber)
        }
    }

    /// A value when no other one has come for some time.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let dueTime: Context.SchedulerTimeType.Stride
        public let scheduler: Context
        public let options: Context.SchedulerOptions?
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in
                let newest = Guarded(0)
                return { value in
                    let own = newest.with { newest in
                        newest += 1
                        return newest
                    }
                    scheduler.schedule(after: scheduler.now.advanced(by: dueTime), options: options) {
                        if newest.current == own { downstream.send(value) }
                    }
                }
            }
        }
    }

    /// What is sent, some time later.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let interval: Context.SchedulerTimeType.Stride
        public let scheduler: Context
        public let options: Context.SchedulerOptions?
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            AnyPublisher<Output, Failure> { downstream in
                func later(_ action: @escaping () -> Void) {
                    scheduler.schedule(after: scheduler.now.advanced(by: interval), options: options, action)
                }
                downstream.follow(
                    upstream, { value in later { downstream.send(value) } },
                    onEnd: { end in later { downstream.end(end) } })
            }.receive(subscriber: subscriber)
        }
    }

    /// One value at most in each piece of time.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let interval: Context.SchedulerTimeType.Stride
        public let scheduler: Context
        public let latest: Bool
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.send(to: subscriber) { downstream in
                let waiting = Guarded<(value: Output?, last: Context.SchedulerTimeType?)>((nil, nil))
                func flush() {
                    let now = scheduler.now
                    let value = waiting.with { waiting in
                        defer { waiting = (nil, now) }
                        return waiting.value
                    }
                    if let value { downstream.send(value) }
                }
                return { value in
                    let now = scheduler.now
                    let due: Context.SchedulerTimeType? = waiting.with { waiting in
                        if waiting.value != nil {
                            if latest { waiting.value = value }
                            return nil
                        }
                        waiting.value = value
                        return waiting.last.map { $0.advanced(by: interval) } ?? now
                    }
                    guard let due else { return }
                    if due <= now { scheduler.schedule(flush) } else { scheduler.schedule(after: due, flush) }
                }
            }
        }
    }
}

extension Publisher {
    /// What is sent, there.
    public func receive<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, S> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler, options: options)
    }

    /// Subscribes there.
    public func subscribe<S: Scheduler>(
        on scheduler: S, options: S.SchedulerOptions? = nil
    ) -> AnyPublisher<Output, Failure> {
        AnyPublisher { downstream in
            scheduler.schedule(options: options) {
                if !downstream.isOver { downstream.follow(self, downstream.send, onEnd: downstream.pass) }
            }
        }
    }

    /// What is sent, some time later.
    public func delay<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, S> {
        Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler, options: options)
    }

    /// A value when no other one has come for some time.
    public func debounce<S: Scheduler>(
        for dueTime: S.SchedulerTimeType.Stride, scheduler: S, options: S.SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, S> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler, options: options)
    }

    /// One value at most in each piece of time: the first that came in it, or the newest. The end does not wait for it.
    public func throttle<S: Scheduler>(
        for interval: S.SchedulerTimeType.Stride, scheduler: S, latest: Bool
    ) -> Publishers.Throttle<Self, S> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
