internal import ActivityModel
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UserActivity

/// What is to be done for a call, with what it takes of the objects as they were when it was made.
typealias IndexWork = @Sendable () async throws(CSIndexError) -> Void

extension CSSearchableIndex {
    func add(_ work: @escaping IndexWork, _ handler: (@Sendable ((any Error)?) -> Void)?) {
        calls.add { [handlers] in
            let failure = await Self.failure(of: work)
            if let handler {
                handlers.async { handler(failure) }
            } else if let failure {
                // Nobody else would hear of it.
                UserActivityDiagnostics.report(.error, "An index was not changed: \(failure)")
            }
        }
    }

    func run(_ work: @escaping IndexWork) async throws {
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            calls.add {
                if let failure = await Self.failure(of: work) {
                    done.resume(throwing: failure)
                } else {
                    done.resume()
                }
            }
        }
    }

    private static func failure(of work: IndexWork) async -> CSIndexError? {
        do throws(CSIndexError) {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    // MARK: Items

    func indexing(_ items: [CSSearchableItem]) -> IndexWork {
        let snapshots = items.map(\.snapshot)
        return changing { dispatch, batch throws(BatonError) in try await dispatch.index(snapshots, batch) }
    }

    func deleting(_ identifiers: [String]) -> IndexWork {
        changing { dispatch, batch throws(BatonError) in try await dispatch.delete(identifiers, batch) }
    }

    func deleting(domains: [String]) -> IndexWork {
        changing { dispatch, batch throws(BatonError) in try await dispatch.delete(domains: domains, batch) }
    }

    func deletingAll() -> IndexWork {
        changing { dispatch, batch throws(BatonError) in try await dispatch.deleteAll(batch) }
    }

    /// In the batch that is open when the call is made.
    private func changing(
        _ change: @escaping @Sendable (IndexDispatch, OpenBatch?) async throws(BatonError) -> Void
    ) -> IndexWork {
        let batch = batch.withLock { $0 }
        return { [dispatch] () async throws(CSIndexError) in
            do throws(BatonError) { try await change(dispatch, batch) } catch { throw CSIndexError(error) }
        }
    }

    // MARK: Batches

    func ending(_ end: BatchEnd) -> IndexWork {
        guard name != nil else {
            return Self.failing(
                .indexingUnsupported, "The default index takes no batches; use CSSearchableIndex(name:).")
        }
        guard [end.clientState, end.expectedState].allSatisfy({ ($0?.count ?? 0) <= BatchEnd.maximumState }) else {
            return Self.failing(
                .invalidClientStateError,
                "The client state of a batch has \(BatchEnd.maximumState) bytes at most; the batch is still open.")
        }
        let open = batch.withLock { batch in
            defer { batch = nil }
            return batch
        }
        guard let open else {
            return Self.failing(.unknownError, "No batch is open on this index object; call beginBatch() first.")
        }
        return { [dispatch] () async throws(CSIndexError) in
            do throws(BatonError) { try await dispatch.end(open, end) } catch {
                throw CSIndexError(error, badArgument: .invalidClientStateError)
            }
        }
    }

    private static func failing(_ code: CSIndexError.Code, _ message: String) -> IndexWork {
        { () async throws(CSIndexError) in throw CSIndexError(code, message) }
    }

    func fetchState(_ done: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        calls.add { [dispatch] in
            do throws(BatonError) {
                done(.success(try await dispatch.clientState()))
            } catch {
                done(.failure(CSIndexError(error)))
            }
        }
    }
}
