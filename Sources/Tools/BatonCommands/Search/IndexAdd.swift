internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials

/// `baton index add FILE`: indexes items from a JSON file, all or none, and waits until they can be found.
enum IndexAdd {
    static let verb = Verb(
        "index add", operands: [Operand("FILE", .file)],
        options: [
            .value("app", "ID", .app, standard: ActivityPublish.standardApp), .value("index", "NAME", .name),
        ]
    ) { try await run($0) }

    private static let maximumFile = 256 * 1024 * 1024
    /// How many names of attributes are warned of one by one.
    private static let maximumWarnings = 20
    private static let callLimit = Duration.seconds(60)
    static let settleLimit = Duration.seconds(600)

    private static func run(_ session: Session) async throws -> ExitStatus {
        let path = session.invocation.required(0)
        var adding = Adding(session)
        var reader = ItemReader(try session.read(path, limit: maximumFile), path: path)
        defer { session.output.progress(nil) }
        while let item = try reader.next() { try await adding.add(try checked(item, reader.number, session)) }
        try await adding.finish()
        session.output.progress(nil)
        warn(reader.ownNames, session)
        session.output.done(
            [
                "indexed": .integer(reader.number), "app": .string(adding.options.app ?? ""),
                "index": .ifAny(adding.options.index),
            ], Line(Texts.itemsIndexed(reader.number, adding.options.app ?? "")))
        return .done
    }

    /// What the daemon would refuse is refused here, by the number that the user can count to.
    private static func checked(_ item: SearchableItem, _ number: Int, _ session: Session) throws -> SearchableItem {
        do throws(BatonError) {
            let (fitted, remarks) = try item.fitted()
            for remark in remarks {
                session.output.progress(nil)
                session.output.warn(Texts.itemRemark(number, remark))
            }
            return try fitted.validated()
        } catch {
            throw BatonError(error.code, Texts.itemRefused(number, error.message))
        }
    }

    private static func warn(_ names: [String], _ session: Session) {
        for name in names.prefix(maximumWarnings) { session.output.warn(Texts.ownAttribute(name)) }
        if names.count > maximumWarnings { session.output.warn(Texts.ownAttributes(names.count - maximumWarnings)) }
    }

    /// The items on their way: in one message, or in a batch of as many as it takes, so that they come all or none.
    private struct Adding {
        let session: Session
        var options: IndexOptions
        private var buffer = MessageBuffer<SearchableItem>()
        private var sent = 0
        /// What the app's bookmark was before: a batch stores one, and it must stay the app's.
        private var state = Data()

        init(_ session: Session) {
            self.session = session
            options = IndexOptions(
                app: session.invocation.value("app") ?? ActivityPublish.standardApp,
                index: session.invocation.value("index"))
        }

        mutating func add(_ item: SearchableItem) async throws {
            let size =
                item.attributes.count + item.uniqueIdentifier.utf8.count
                + (item.domainIdentifier?.utf8.count ?? 0)
            guard let full = buffer.add(item, size: size) else { return }
            if options.batch == nil {
                state = try await session.call(SearchMethods.clientState, options)
                options.batch = try await session.call(SearchMethods.beginBatch, options)
            }
            try await send(full)
        }

        mutating func finish() async throws {
            if !buffer.elements.isEmpty { try await send(buffer.elements) }
            if let batch = options.batch { try await end(batch) }
            guard sent > 0 else { return }
            session.output.progress(Texts.itemsBecomeFindable)
            do {
                _ = try await session.call(SearchMethods.settle, timeout: IndexAdd.settleLimit)
            } catch let error as BatonError where error.code == .timedOut {
                session.output.progress(nil)
                session.output.warn(Texts.notYetFindable)
            }
        }

        private mutating func send(_ items: [SearchableItem]) async throws {
            _ = try await session.call(SearchMethods.index, items, options, timeout: callLimit)
            sent += items.count
            session.output.progress(Texts.itemsSent(sent))
        }

        private func end(_ batch: String) async throws {
            var end = BatchEnd(clientState: state, expectedState: state)
            end.app = options.app
            do {
                _ = try await session.call(SearchMethods.endBatch, batch, end, timeout: callLimit)
            } catch let error as BatonError where error.code == .stateMismatch {
                throw BatonError(.stateMismatch, Texts.indexChanged(options.app ?? ""))
            }
        }
    }
}
