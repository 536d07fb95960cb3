import Glibc
import Synchronization

/// A TCP connection to a port of loopback that says what a test wants: for what no client of ours would do.
final class RawSocket: Sendable {
    private let descriptor: Mutex<Int32>

    /// - Parameter host: the last number of the caller's address, 127.0.0.HOST.
    init(to port: UInt16, from host: UInt8 = 1) throws {
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        descriptor = Mutex(made)
        func with<T>(_ host: UInt8, _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> T) -> T {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = (UInt32(0x7F00_0000) | UInt32(host)).bigEndian
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        guard with(host, 0, { bind(made, $0, $1) }) == 0, with(1, port, { connect(made, $0, $1) }) == 0 else {
            throw Failure(number: errno)
        }
    }

    struct Failure: Error { let number: Int32 }

    /// False where the other end has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        descriptor.withLock { Glibc.send($0, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count }
    }

    /// Whether the other end has closed, without waiting.
    var isClosed: Bool {
        descriptor.withLock { descriptor in
            var byte: UInt8 = 0
            let count = recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT) | Int32(MSG_PEEK))
            return count == 0 || (count < 0 && errno != EAGAIN)
        }
    }

    /// Waits, on a thread of its own, until the other end has closed.
    func closed() async {
        let descriptor = descriptor.withLock { dup($0) }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let box = Box { continuation.resume() }
            box.descriptor = descriptor
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { data in
                    let box = Unmanaged<Box>.fromOpaque(data!).takeRetainedValue()
                    var bytes = [UInt8](repeating: 0, count: 1024)
                    while recv(box.descriptor, &bytes, bytes.count, 0) > 0 {}
                    Glibc.close(box.descriptor)
                    box.done()
                    return nil
                }, Unmanaged.passRetained(box).toOpaque())
            pthread_detach(thread)
        }
    }

    private final class Box {
        let done: () -> Void
        var descriptor: Int32 = -1
        init(_ done: @escaping () -> Void) { self.done = done }
    }

    func close() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { Glibc.close(descriptor) }
            descriptor = -1
        }
    }

    deinit { close() }
}
