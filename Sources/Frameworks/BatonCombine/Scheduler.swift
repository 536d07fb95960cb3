public import Dispatch
public import Foundation

/// Where and when something is done.
public protocol Scheduler<SchedulerTimeType> {
    associatedtype SchedulerTimeType: Strideable where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
    associatedtype SchedulerOptions
    var now: SchedulerTimeType { get }
    /// Does something as soon as it can be done there.
    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
    /// Does something at a time.
    func schedule(after date: SchedulerTimeType, options: SchedulerOptions?, _ action: @escaping () -> Void)
}

extension Scheduler {
    public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
    public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
        schedule(after: date, options: nil, action)
    }
}

/// A length of time, said in several units.
public protocol SchedulerTimeIntervalConvertible {
    static func seconds(_ s: Int) -> Self
    static func seconds(_ s: Double) -> Self
    static func milliseconds(_ ms: Int) -> Self
    static func microseconds(_ us: Int) -> Self
    static func nanoseconds(_ ns: Int) -> Self
}

/// A time of the clock that goes on while the machine runs, as schedulers of queues and run loops have it.
public struct SchedulerTime: Strideable, Hashable, Sendable {
    public let dispatchTime: DispatchTime
    public init(_ time: DispatchTime) { dispatchTime = time }

    public func distance(to other: SchedulerTime) -> Stride {
        let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
        return .nanoseconds(end >= start ? Int(end - start) : -Int(start - end))
    }
    public func advanced(by n: Stride) -> SchedulerTime { SchedulerTime(dispatchTime + .nanoseconds(n.magnitude)) }
    public func hash(into hasher: inout Hasher) { hasher.combine(dispatchTime.uptimeNanoseconds) }

    /// A length of time; a literal is one of seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Sendable
    {
        /// Nanoseconds.
        public var magnitude: Int
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }

        private init(nanoseconds: Int) { magnitude = nanoseconds }
        public init(_ timeInterval: TimeInterval) { self = .seconds(timeInterval) }
        public init(floatLiteral value: Double) { self = .seconds(value) }
        public init(integerLiteral value: Int) { self = .seconds(value) }
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let seconds = Int(exactly: source) else { return nil }
            self = .seconds(seconds)
        }
        public static func seconds(_ s: Int) -> Stride { Stride(nanoseconds: s * 1_000_000_000) }
        public static func seconds(_ s: Double) -> Stride { Stride(nanoseconds: Int(s * 1e9)) }
        public static func milliseconds(_ ms: Int) -> Stride { Stride(nanoseconds: ms * 1_000_000) }
        public static func microseconds(_ us: Int) -> Stride { Stride(nanoseconds: us * 1000) }
        public static func nanoseconds(_ ns: Int) -> Stride { Stride(nanoseconds: ns) }
        public static func < (a: Stride, b: Stride) -> Bool { a.magnitude < b.magnitude }
        public static func + (a: Stride, b: Stride) -> Stride { Stride(nanoseconds: a.magnitude + b.magnitude) }
        public static func - (a: Stride, b: Stride) -> Stride { Stride(nanoseconds: a.magnitude - b.magnitude) }
        public static func * (a: Stride, b: Stride) -> Stride {
            Stride(nanoseconds: Int(Double(a.magnitude) / 1e9 * Double(b.magnitude)))
        }
        public static func += (a: inout Stride, b: Stride) { a = a + b }
        public static func -= (a: inout Stride, b: Stride) { a = a - b }
        public static func *= (a: inout Stride, b: Stride) { a = a * b }
    }
}

/// How something is done; there is nothing to choose.
public struct SchedulerOptions: Sendable {}

// Work items, since they take closures of any kind: a queue runs one after the other, and what a subscriber is sent on it
// is the subscriber's to share.

extension DispatchQueue: Scheduler {
    public typealias SchedulerTimeType = SchedulerTime
    public typealias SchedulerOptions = BatonCombine.SchedulerOptions
    public var now: SchedulerTime { SchedulerTime(.now()) }
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        async(execute: DispatchWorkItem { action() })
    }
    public func schedule(after date: SchedulerTime, options: SchedulerOptions?, _ action: @escaping () -> Void) {
        asyncAfter(deadline: date.dispatchTime, execute: DispatchWorkItem { action() })
    }
}

/// The main one is served by the main queue, which apps of windows run in GLib's loop; another one by its own thread.
extension RunLoop: Scheduler {
    public typealias SchedulerTimeType = SchedulerTime
    public typealias SchedulerOptions = BatonCombine.SchedulerOptions
    public var now: SchedulerTime { SchedulerTime(.now()) }
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        if self === RunLoop.main { return DispatchQueue.main.schedule(action) }
        let action = OneAction(action)
        perform { action.run() }
    }
    public func schedule(after date: SchedulerTime, options: SchedulerOptions?, _ action: @escaping () -> Void) {
        if self === RunLoop.main { return DispatchQueue.main.schedule(after: date, action) }
        let action = OneAction(action)
        let interval = Double(now.distance(to: date).magnitude) / 1e9
        add(Timer(timeInterval: max(interval, 0), repeats: false) { _ in action.run() }, forMode: .common)
    }
}

extension OperationQueue: Scheduler {
    public typealias SchedulerTimeType = SchedulerTime
    public typealias SchedulerOptions = BatonCombine.SchedulerOptions
    public var now: SchedulerTime { SchedulerTime(.now()) }
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        if self === OperationQueue.main { return DispatchQueue.main.schedule(action) }
        let action = OneAction(action)
        addOperation { action.run() }
    }
    public func schedule(after date: SchedulerTime, options: SchedulerOptions?, _ action: @escaping () -> Void) {
        if self === OperationQueue.main { return DispatchQueue.main.schedule(after: date, action) }
        DispatchQueue.global().schedule(after: date) { self.schedule(action) }
    }
}

/// Does everything at once, on the caller's thread.
public struct ImmediateScheduler: Scheduler, Sendable {
    public typealias SchedulerTimeType = SchedulerTime
    public typealias SchedulerOptions = BatonCombine.SchedulerOptions
    public static let shared = ImmediateScheduler()
    public var now: SchedulerTime { SchedulerTime(.now()) }
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { action() }
    public func schedule(after date: SchedulerTime, options: SchedulerOptions?, _ action: @escaping () -> Void) {
        action()
    }
}

/// Something that is done once, wherever.
final class OneAction: Sendable {
    private let action: Guarded<(() -> Void)?>
    init(_ action: @escaping () -> Void) { self.action = Guarded(action) }
    func run() { action.take()?() }
}
