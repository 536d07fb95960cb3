internal import CBatonSodium
package import FoundationEssentials
internal import Synchronization

/// Bytes that are wiped when the last reference goes, and that no description shows.
///
/// A copy made for the wire or the database is not wiped: `Data` gives no way to.
package final class Secret: Sendable, CustomStringConvertible {
    private let storage: Mutex<[UInt8]>

    package init(_ bytes: Data) { storage = Mutex([UInt8](bytes)) }

    package init(_ bytes: [UInt8]) { storage = Mutex(bytes) }

    package var count: Int { storage.withLock { $0.count } }

    /// A copy, for the wire or the database.
    package var exposed: Data { storage.withLock { Data($0) } }

    func withBytes<Result: Sendable>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        storage.withLock { bytes in bytes.withUnsafeBytes { body($0) } }
    }

    package var description: String { "(secret)" }

    deinit {
        // The array was never handed out, so its buffer is not shared and this writes in place.
        storage.withLock { bytes in bytes.withUnsafeMutableBytes { sodium_memzero($0.baseAddress, $0.count) } }
    }
}

/// Where random bytes come from: injected, so that tests repeat themselves.
package struct RandomSource: Sendable {
    package var bytes: @Sendable (Int) -> Data

    package init(bytes: @escaping @Sendable (Int) -> Data) { self.bytes = bytes }

    /// The system's generator, by libsodium.
    package static let system = RandomSource { count in
        Cryptography.prepare()
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return Data(bytes)
    }

    /// A number from 0 up to, not including, 1; for jitter, not for secrets.
    func fraction() -> Double {
        Double(bytes(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }) / 4_294_967_296
    }
}
