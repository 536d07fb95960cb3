internal import Dispatch
internal import Glibc

/// Something that evaluations read.
@MainActor protocol DependencySource: AnyObject { func removeReader(_ node: Node) }

/// The nodes that have read something, to be evaluated again when it changes.
@MainActor package final class Readers: DependencySource {
    private var nodes: [ObjectIdentifier: Node] = [:]

    nonisolated package init() {}

    func add(_ node: Node) {
        nodes[ObjectIdentifier(node)] = node
        node.sources[ObjectIdentifier(self)] = self
    }

    func removeReader(_ node: Node) { nodes[ObjectIdentifier(node)] = nil }

    func changed() { for node in nodes.values { node.markDirty() } }

    // MARK: From anywhere

    /// It is read: by a view's evaluation, or by anything else.
    nonisolated package func noteRead() {
        guard let reader = Dependencies.current, reader.isOpenHere else { return }
        MainActor.assumeIsolated { reader.node.map(add) }
    }

    /// It has another value now.
    nonisolated package func noteChange() { MainQueueHop.run { self.changed() } }
}

/// Which node is being evaluated.
enum Dependencies {
    @TaskLocal static var current: Reader?

    /// An evaluation, of one thread and its time: a task that is made in it has it too, and must not.
    final class Reader: Sendable {
        private let thread = pthread_self()
        private let state: Box

        @MainActor private final class Box {
            weak var node: Node?
            init(_ node: Node) { self.node = node }
        }

        @MainActor init(_ node: Node) { state = Box(node) }

        /// Whether the caller is inside of the evaluation, and so on the main actor.
        var isOpenHere: Bool { pthread_equal(thread, pthread_self()) != 0 && MainQueueHop.isMain }
        @MainActor var node: Node? { state.node }
        @MainActor func close() { state.node = nil }
    }

    @MainActor static func recording<T>(_ node: Node, _ read: () -> T) -> T {
        let reader = Reader(node)
        defer { reader.close() }
        return $current.withValue(reader) { read() }
    }

    /// Evaluates something of which no node is to hear.
    @MainActor static func unrecorded<T>(_ read: () -> T) -> T { $current.withValue(nil) { read() } }
}

/// To the main actor: at once where the caller is on it.
package enum MainQueueHop {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller is on the main queue, which is the main actor's.
    package static var isMain: Bool { DispatchQueue.getSpecific(key: key) == true }

    package static func run(_ work: @escaping @MainActor @Sendable () -> Void) {
        if isMain { MainActor.assumeIsolated(work) } else { DispatchQueue.main.async { MainActor.assumeIsolated(work) } }
    }
}
