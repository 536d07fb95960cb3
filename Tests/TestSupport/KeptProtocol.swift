internal import BatonBus
internal import FoundationEssentials
package import GLibKit
internal import Synchronization

/// A conversation over D-Bus as it went when a version of the contract was released (`Tests/Fixtures/protocol-N`).
///
/// It is never changed. A member that came later is in the next version's.
package struct KeptConversation: Codable, Sendable {
    /// One call, and how it was answered.
    package struct Step: Codable, Sendable {
        /// `org.baton.System1.Status`.
        package var call: String
        package var arguments: [KeptValue]
        package var answer: [KeptValue]?
        /// The error's name, where that was the answer.
        package var error: String?
        /// Keys of the answer that are there only sometimes.
        package var mayLack: [String]?

        package var interface: String { String(call[..<(call.lastIndex(of: ".") ?? call.endIndex)]) }
        package var method: String { call.split(separator: ".").last.map(String.init) ?? call }
        package func variant() throws -> Variant { .tuple(try arguments.map { try $0.variant() }) }
    }

    /// What an app said, and what one of the user's programs said.
    package var app: [Step]
    package var user: [Step]
    /// What the daemon said to an app.
    package var daemon: [Step]
    /// Answers with every key, where the conversations above could have none.
    package var examples: [Step]

    package static func path(_ version: Int) -> String {
        repositoryPath("Tests/Fixtures/protocol-\(version)/conversation.json")
    }

    package static func load(_ version: Int) throws -> KeptConversation {
        try JSONDecoder().decode(KeptConversation.self, from: Data(contentsOf: URL(filePath: path(version))))
    }

    package func save(_ version: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: URL(filePath: Self.path(version)))
    }
}

/// A daemon that answers exactly as one did then: what is in a kept conversation, by the kept XML, and nothing else.
package final class StandInDaemon: Sendable {
    private let thread: GLibThread
    private let xml: String
    private let answers: [String: KeptConversation.Step]
    private let change: @Sendable (KeptConversation.Step, KeptValue) -> KeptValue
    private let state = Mutex((listener: BusListener?.none, clients: [BusConnection](), calls: [String]()))

    /// - Parameter change: makes something of an answer before it is sent.
    package init(
        _ version: Int, on thread: GLibThread,
        change: @escaping @Sendable (KeptConversation.Step, KeptValue) -> KeptValue = { $1 }
    ) throws {
        self.thread = thread
        self.change = change
        xml = try repositoryFile("Tests/Fixtures/protocol-\(version)/org.baton.Baton1.xml")
        let kept = try KeptConversation.load(version)
        var answers: [String: KeptConversation.Step] = [:]
        for step in kept.app + kept.user + kept.examples where step.answer != nil { answers[step.call] = step }
        self.answers = answers
    }

    /// What it was called, `interface.method`.
    package var calls: [String] { state.withLock(\.calls) }
    package var client: BusConnection? { state.withLock(\.clients).last }

    package func start(at socket: String) async throws {
        try await Task(executorPreference: thread) {
            let listener = try BusListener(path: socket, on: self.thread) { incoming in
                self.thread.task { await self.accept(incoming) }
            }
            self.state.withLock { $0.listener = listener }
        }.value
    }

    package func stop() async {
        await Task(executorPreference: thread) {
            let (listener, clients) = self.state.withLock { state in
                defer { state = (nil, [], state.calls) }
                return (state.listener, state.clients)
            }
            listener?.stop()
            for client in clients { await client.close() }
        }.value
    }

    private func accept(_ incoming: IncomingSocket) async {
        guard
            let client = try? await BusConnection.accept(
                incoming, on: thread, within: Limits.wait, time: .system(on: thread))
        else { return }
        try? await client.export(path: BusNames.path, xml: xml) { [self] call in answer(call) }
        state.withLock { $0.clients.append(client) }
        await client.start()
    }

    private func answer(_ call: BusCall) {
        let name = "\(call.interface).\(call.method)"
        state.withLock { $0.calls.append(name) }
        guard let step = answers[name], let answer = step.answer else {
            return call.fail("org.baton.Error.Internal", "\(name) is in no kept conversation.")
        }
        do {
            let values = try answer.map { try change(step, $0).variant() }
            call.reply(values.isEmpty ? nil : .tuple(values))
        } catch {
            call.fail("org.baton.Error.Internal", "\(name): \(error)")
        }
    }
}
