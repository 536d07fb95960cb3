internal import Dispatch
public import Foundation

extension Timer {
    /// Sends the time, again and again, from `connect()` or `autoconnect()`. On the main run loop the main queue has the
    /// time: apps of windows do not run the loop itself.
    ///
    /// - Parameters:
    ///   - tolerance: how much later it may be.
    ///   - mode: for other run loops than the main one.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> TimerPublisher { TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode) }

    /// Sends the time, again and again, while it is connected.
    public final class TimerPublisher: ConnectablePublisher {
        public typealias Output = Date
        public typealias Failure = Never
        public let interval: TimeInterval
        public let tolerance: TimeInterval?
        public let runLoop: RunLoop
        public let mode: RunLoop.Mode
        private let list = SubscriberList<Date, Never>()
        private let running = Guarded<AnyCancellable?>(nil)

        public init(interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode) {
            self.interval = interval
            self.tolerance = tolerance
            self.runLoop = runLoop
            self.mode = mode
        }
        deinit { running.take()?.cancel() }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            list.add(subscriber)
        }

        /// Begins, where it has not; the result, of whichever call, ends it.
        public func connect() -> any Cancellable {
            let running = running
            if running.current == nil { running.exchange(begin())?.cancel() }
            return Connection { running.take()?.cancel() }
        }

        /// The timer goes on where nobody keeps it.
        private struct Connection: Cancellable {
            let end: () -> Void
            func cancel() { end() }
        }

        private func begin() -> AnyCancellable {
            let list = list
            if runLoop === RunLoop.main {
                let source = DispatchSource.makeTimerSource(queue: .main)
                source.schedule(
                    deadline: .now() + interval, repeating: interval,
                    leeway: .nanoseconds(Int((tolerance ?? 0) * 1e9)))
                source.setEventHandler(handler: DispatchWorkItem { list.send(Date()) })
                source.resume()
                return AnyCancellable { source.cancel() }
            }
            let timer = Timer(timeInterval: interval, repeats: true) { _ in list.send(Date()) }
            timer.tolerance = tolerance ?? 0
            runLoop.add(timer, forMode: mode)
            return AnyCancellable { timer.invalidate() }
        }
    }
}

extension NotificationCenter {
    /// The notifications with a name, of an object or of any.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Publisher {
        Publisher(center: self, name: name, object: object)
    }

    /// Sends notifications, on the thread where they are posted.
    public struct Publisher: BatonCombine.Publisher {
        public typealias Output = Notification
        public typealias Failure = Never
        public let center: NotificationCenter
        public let name: Notification.Name
        public let object: AnyObject?

        public init(center: NotificationCenter, name: Notification.Name, object: AnyObject? = nil) {
            self.center = center
            self.name = name
            self.object = object
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Notification, S.Failure == Never {
            AnyPublisher<Notification, Never> { [center, name, object] downstream in
                let token = center.addObserver(forName: name, object: object, queue: nil) { downstream.send($0) }
                downstream.onClose { center.removeObserver(token) }
            }.receive(subscriber: subscriber)
        }
    }
}

extension JSONDecoder: TopLevelDecoder {
    public typealias Input = Data
}
