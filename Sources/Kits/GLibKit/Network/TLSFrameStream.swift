internal import CBatonGLib
package import FoundationEssentials

/// Framed messages over TLS 1.3: a 4-byte big-endian length, then the message.
///
/// Reading and writing are non-blocking on pollable sources, which takes half the time of GIO's asynchronous calls
/// (57 µs a round trip against 114). Nothing is read ahead of `receive`: a peer that sends faster than we read waits.
package actor TLSFrameStream: FrameStream, GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    package nonisolated let exporter: Data
    package nonisolated let remoteAddress: String
    package nonisolated let isDialler: Bool

    private let tls: TLSPointer
    private var buffer = FrameBuffer()
    private var hasEnded = false
    private var isOpen = true
    private var isReceiving = false
    /// Resumed by readiness or by `close`.
    private var readWaiter: Race<Void>?
    private var writeWaiter: Race<Void>?
    /// One message is written at a time: GnuTLS wants the same bytes again after a pause.
    private var isSending = false
    private var sendQueue: [CheckedContinuation<Void, Never>] = []

    /// Bytes of the longest message that is ever sent.
    package static let maximumMessage = 4 * 1024 * 1024

    init(tls: TLSPointer, exporter: Data, remoteAddress: String, isDialler: Bool, thread: GLibThread) {
        self.tls = tls
        self.exporter = exporter
        self.remoteAddress = remoteAddress
        self.isDialler = isDialler
        self.thread = thread
    }

    package func send(_ message: Data) async throws(GLibError) {
        guard message.count <= Self.maximumMessage else {
            throw .failed("a message of \(message.count) bytes is too long")
        }
        await lockSending()
        defer { unlockSending() }
        let frame = FrameBuffer.framed(message)
        var sent = 0
        while sent < frame.count {
            guard isOpen else { throw .closed("the stream is closed") }
            do throws(GLibError) {
                sent += try tls.write(frame[sent...])
            } catch {
                guard error.isWouldBlock else {
                    await close()
                    throw error
                }
                await waitUntilWritable()
                try await endIfCancelled()
            }
        }
    }

    package func receive(maximum: Int) async throws(GLibError) -> Data? {
        precondition(!isReceiving, "one receive at a time")
        isReceiving = true
        defer { isReceiving = false }
        while true {
            // First: what was refused and is still in the buffer must not come out of a closed stream.
            guard isOpen else { throw .closed("the stream is closed") }
            if let message = try await cutMessage(maximum: maximum) { return message }
            if hasEnded {
                guard buffer.isEmpty else { throw .closed("the peer ended in the middle of a message") }
                return nil
            }
            if try !fill() {
                await waitUntilReadable()
                try await endIfCancelled()
            }
        }
    }

    /// A wait of a cancelled task is over at once, so going on would keep the thread for ever. What was read or written
    /// of a message cannot be undone, so the stream ends with it.
    private func endIfCancelled() async throws(GLibError) {
        guard Task.isCancelled else { return }
        await close()
        throw .closed("it was given up")
    }

    package func close() async {
        guard isOpen else { return }
        isOpen = false
        readWaiter?.finish(.success(()))
        writeWaiter?.finish(.success(()))
        // close_notify is sent on the way; the reference keeps the stream alive until it is done.
        g_io_stream_close_async(tls.stream, G_PRIORITY_DEFAULT, nil, nil, nil)
    }

    // MARK: Reading

    private func cutMessage(maximum: Int) async throws(GLibError) -> Data? {
        do throws(FrameBuffer.TooLong) {
            return try buffer.next(maximum: maximum)
        } catch {
            await close()
            throw .failed("the peer announced a message of \(error.length) bytes; \(error.maximum) are allowed here")
        }
    }

    /// Reads once; false when there is nothing to read yet.
    private func fill() throws(GLibError) -> Bool {
        do throws(GLibError) {
            let bytes = try tls.read()
            hasEnded = bytes.isEmpty
            buffer.append(bytes)
            return true
        } catch {
            if error.isWouldBlock { return false }
            throw error
        }
    }

    private func waitUntilReadable() async {
        let race = Race<Void>()
        readWaiter = race
        let source = g_pollable_input_stream_create_source(tls.input, nil)!
        await Self.wait(source, race, thread)
        readWaiter = nil
    }

    private func waitUntilWritable() async {
        let race = Race<Void>()
        writeWaiter = race
        let source = g_pollable_output_stream_create_source(tls.output, nil)!
        await Self.wait(source, race, thread)
        writeWaiter = nil
    }

    private static func wait(_ source: UnsafeMutablePointer<GSource>, _ race: Race<Void>, _ thread: GLibThread) async {
        let held = HeldSource(source)
        let callback = Callback<Void, Void> { race.finish(.success(())) }
        baton_source_set_pollable_callback(
            source,
            { _, data in
                Callback<Void, Void>.borrowed(data).body(())
                return 0
            }, callback.retained(), releaseCallback)
        _ = g_source_attach(source, thread.context)
        _ = await withTaskCancellationHandler {
            await race.result()
        } onCancel: {
            race.finish(.success(()))
        }
        held.destroy()
    }

    // MARK: Sending one at a time

    private func lockSending() async {
        if !isSending {
            isSending = true
            return
        }
        await withCheckedContinuation { sendQueue.append($0) }
    }

    /// Passes the lock on to the longest waiting.
    private func unlockSending() {
        if sendQueue.isEmpty { isSending = false } else { sendQueue.removeFirst().resume() }
    }
}

/// A reference to a TLS connection and what it stands on.
final class TLSPointer: @unchecked Sendable {
    // Proof: used on the GLib thread alone, but for the unrefs, which are thread-safe.
    let stream: UnsafeMutablePointer<GIOStream>
    let base: UnsafeMutablePointer<GIOStream>
    var connection: UnsafeMutablePointer<GTlsConnection> { baton_tls_connection(stream) }
    var input: OpaquePointer { baton_pollable_input(stream) }
    var output: OpaquePointer { baton_pollable_output(stream) }

    init(adopting stream: UnsafeMutablePointer<GIOStream>, over base: UnsafeMutablePointer<GIOStream>) {
        self.stream = stream
        self.base = base
        g_object_ref(base)
    }

    /// What there is to read, at most one record (16 KiB); empty at the end.
    func read() throws(GLibError) -> [UInt8] {
        var error: UnsafeMutablePointer<GError>?
        var bytes = [UInt8](repeating: 0, count: 16 * 1024)
        let count = g_pollable_input_stream_read_nonblocking(input, &bytes, gsize(bytes.count), nil, &error)
        try throwIfSet(&error)
        bytes.removeLast(bytes.count - Int(max(0, count)))
        return bytes
    }

    /// Writes some of the bytes, and says how many.
    func write(_ bytes: ArraySlice<UInt8>) throws(GLibError) -> Int {
        var error: UnsafeMutablePointer<GError>?
        let count = bytes.withUnsafeBytes {
            g_pollable_output_stream_write_nonblocking(output, $0.baseAddress, gsize($0.count), nil, &error)
        }
        try throwIfSet(&error)
        return Int(count)
    }

    deinit {
        g_object_unref(stream)
        g_object_unref(base)
    }
}
