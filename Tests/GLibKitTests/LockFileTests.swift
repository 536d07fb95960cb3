import GLibKit
import Glibc
import TestSupport
import Testing

@Suite struct LockFileTests {
    private static func take(_ path: String) throws -> Bool {
        guard let lock = try LockFile(path: path) else { return false }
        _ = consume lock
        return true
    }

    @Test func whoHoldsALockIsKnown() throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let path = folder.file("lock")
        #expect(LockFile.holder(of: path) == nil)
        guard let lock = try LockFile(path: path) else {
            Issue.record("not taken")
            return
        }
        #expect(LockFile.holder(of: path) == getpid())
        #expect(try !Self.take(path))
        _ = consume lock
        #expect(LockFile.holder(of: path) == nil)
        #expect(try Self.take(path))
    }

    /// A reset removes the file while it holds the lock. Who opened it before must not take it for one that keeps others
    /// out: of many who try at once, one at a time has the lock by its name.
    @Test func aLockWhoseFileIsRemovedKeepsNobodyOutAndIsTakenAnew() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let path = folder.file("lock")
        let taken = Arrivals<Bool>("a lock")
        for _ in 0..<4 {
            Thread.start {
                for _ in 0..<500 {
                    guard let lock = try? LockFile(path: path) else { continue }
                    var (held, named) = (stat(), stat())
                    stat(path, &named)
                    // As long as this one has it, nobody else makes or takes a file of that name.
                    for _ in 0..<20 {
                        stat(path, &held)
                        if held.st_ino != named.st_ino { taken.put(false) }
                    }
                    unlink(path)
                    _ = consume lock
                }
                taken.put(true)
            }
        }
        for _ in 0..<4 { #expect(try await taken.next()) }
    }

    private enum Thread {
        static func start(_ body: @escaping @Sendable () -> Void) {
            final class Box: Sendable {
                let body: @Sendable () -> Void
                init(_ body: @escaping @Sendable () -> Void) { self.body = body }
            }
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { raw in
                    Unmanaged<Box>.fromOpaque(raw!).takeRetainedValue().body()
                    return nil
                }, Unmanaged.passRetained(Box(body)).toOpaque())
            pthread_detach(thread)
        }
    }
}
