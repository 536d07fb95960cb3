internal import CBatonGLib
internal import Synchronization

/// What GDBus reads of an accepted connection: whole messages within the limits. Of a call that is too large it reads
/// nothing: its bytes are taken from the socket and dropped, and whoever listens is told, to answer it.
final class BusInput: Sendable {
    /// A message's fixed beginning: endianness, type, flags, version, body's length, serial, length of the fields.
    private static let headSize = 16

    private struct State {
        var head: [UInt8] = []
        /// Bytes of the head that GDBus has read.
        var given = 0
        /// Bytes of the message that are still to come, and whether they are dropped.
        var left = 0
        var isDropped = false

        var isComplete: Bool { head.count == headSize && (isDropped || given == headSize) && left == 0 }
    }
    private let state = Mutex(State())
    private let traffic: BusTraffic
    private let limits: BusConnection.Limits

    init(traffic: BusTraffic, limits: BusConnection.Limits) {
        self.traffic = traffic
        self.limits = limits
    }

    /// Reads without waiting, as `GPollableInputStream` says: the count of bytes, 0 at the end, -1 with an error.
    func read(
        from socket: OpaquePointer, into buffer: UnsafeMutableRawPointer, _ count: Int,
        _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> Int {
        state.withLock { state in
            while true {
                if traffic.isCut {
                    // Ends the connection, from GDBus's own thread.
                    g_set_error_literal(error, g_io_error_quark(), gint(G_IO_ERROR_FAILED.rawValue), "over a limit")
                    return -1
                }
                if state.isComplete { state = State() }
                if state.head.count < Self.headSize {
                    var bytes = [UInt8](repeating: 0, count: Self.headSize - state.head.count)
                    let got = g_pollable_input_stream_read_nonblocking(socket, &bytes, gsize(bytes.count), nil, error)
                    guard got > 0 else { return got }
                    state.head += bytes[..<got]
                    if state.head.count == Self.headSize { begin(&state) }
                } else if state.isDropped {
                    var bytes = [UInt8](repeating: 0, count: min(state.left, 64 * 1024))
                    let got = g_pollable_input_stream_read_nonblocking(socket, &bytes, gsize(bytes.count), nil, error)
                    guard got > 0 else { return got }
                    state.left -= got
                } else if state.given < Self.headSize {
                    let some = min(count, Self.headSize - state.given)
                    state.head[state.given...].withUnsafeBytes {
                        buffer.copyMemory(from: $0.baseAddress!, byteCount: some)
                    }
                    state.given += some
                    return some
                } else {
                    let got = g_pollable_input_stream_read_nonblocking(
                        socket, buffer, gsize(min(count, state.left)), nil, error)
                    if got > 0 { state.left -= got }
                    return got
                }
            }
        }
    }

    /// Decides about the message whose head is there.
    private func begin(_ state: inout State) {
        let head = state.head
        let isBigEndian = head[0] == UInt8(ascii: "B")
        func number(_ at: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(head[at + $1]) << (8 * (isBigEndian ? 3 - $1 : $1)) }
        }
        let (type, version, body, serial, fields) = (head[1], head[3], number(4), number(8), number(12))
        // GDBus answers a call of serial 0, and ends the process with it (measured, 2.74.6).
        guard isBigEndian || head[0] == UInt8(ascii: "l"), type != 0, version == 1, serial != 0,
            fields <= limits.fieldsSize, body <= limits.droppedSize
        else { return traffic.cut("sends what is no D-Bus message") }
        state.left = (fields + 7) / 8 * 8 + body
        guard body > limits.bodySize else { return }
        // What is no call cannot be answered.
        guard type == 1 else { return traffic.cut("sends a message of \(body) bytes that is no call") }
        state.isDropped = true
        traffic.tooLarge(UInt32(serial), isSilent: head[2] & 1 != 0)
    }
}
