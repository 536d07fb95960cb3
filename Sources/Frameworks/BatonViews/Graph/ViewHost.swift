internal import UserActivity

/// A tree of views, what renders it, and the passes that bring it up to date: at most one in a turn of the main actor.
@MainActor package final class ViewHost {
    package let renderer: any Renderer
    package private(set) var root: Node?
    package var counts = Counts()
    let sceneValues = SceneValues()
    /// Has a pass run soon.
    private let schedule: @MainActor (@escaping @MainActor () -> Void) -> Void
    private var dirty: [Node] = []
    private var readers: [(node: Node, id: ObjectIdentifier)] = []
    private var afterwards: [() -> Void] = []
    private var isScheduled = false
    private(set) var isRunning = false
    private var hasTold = false

    /// For tests and benchmarks.
    package struct Counts: Sendable, Equatable {
        package var nodes = 0
        package var elements = 0
        package var evaluations = 0
        package var elementUpdates = 0
        package var passes = 0
    }

    /// A change that brings the next one with it for ever is stopped after so many passes without a turn of the loop.
    private static let maximumRounds = 100

    package init(
        renderer: any Renderer,
        schedule: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = { work in
            Task { @MainActor in work() }
        }
    ) {
        self.renderer = renderer
        self.schedule = schedule
    }

    /// Shows a view, instead of the one before.
    package func show(_ view: any View, in environment: EnvironmentValues) {
        if let root, type(of: root.view) == type(of: view) {
            root.update(to: view, in: environment)
        } else {
            root?.leave()
            let made = Node(host: self, parent: nil, view: view, environment: environment)
            root = made
            made.evaluate()
        }
        run()
    }

    /// Takes everything away.
    package func close() {
        root?.leave()
        root = nil
        run()
    }

    // MARK: Passes

    /// Whether nothing is left to be done: also after a pass there is something, where views change each other for ever.
    package var isUpToDate: Bool { dirty.isEmpty && readers.isEmpty && afterwards.isEmpty }

    func enqueue(_ node: Node) {
        dirty.append(node)
        scheduleIfNeeded()
    }

    func willRead(_ node: Node, _ id: ObjectIdentifier) {
        if !readers.contains(where: { $0.node === node && $0.id == id }) { readers.append((node, id)) }
        scheduleIfNeeded()
    }

    /// Has something done when everything is up to date: what an app is told of its views.
    package func afterPass(_ perform: @escaping () -> Void) {
        afterwards.append(perform)
        scheduleIfNeeded()
    }

    private func scheduleIfNeeded() {
        guard !isScheduled, !isRunning else { return }
        isScheduled = true
        schedule { [weak self] in
            guard let self, self.isScheduled else { return }
            self.run()
        }
    }

    /// Said once: the app goes on, and has the processor all the time.
    private func tellOfEndlessChanges() {
        guard !hasTold, let node = dirty.first else { return }
        hasTold = true
        UserActivityDiagnostics.report(
            .warning,
            "A view changes, whenever it is made anew, what it is made of, so it never comes to rest: \(type(of: node.view)). Its body and its bindings must only read."
        )
    }

    /// Brings everything up to date now.
    package func run() {
        guard !isRunning else { return }
        isRunning = true
        isScheduled = false
        counts.passes += 1
        StoredEntry.refresh()
        var rounds = 0
        while !isUpToDate, rounds < Self.maximumRounds {
            rounds += 1
            let nodes = dirty.sorted { $0.depth < $1.depth }
            dirty = []
            for node in nodes where node.isDirty { node.evaluate() }
            guard dirty.isEmpty else { continue }
            let changed = readers
            readers = []
            for reader in changed where !reader.node.isGone { reader.node.preferenceReaders[reader.id]?() }
            guard dirty.isEmpty, readers.isEmpty else { continue }
            let calls = afterwards
            afterwards = []
            for call in calls { call() }
        }
        isRunning = false
        if !isUpToDate {
            tellOfEndlessChanges()
            // Whatever goes on may go on, but the loop has its turn.
            scheduleIfNeeded()
        }
    }
}
