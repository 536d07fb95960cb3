internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// Counts what an accepted connection has under way, in both directions, and ends it where that is too much.
///
/// GDBus reads as fast as its peer writes, queues what the peer does not read, and answers much by itself; so the
/// counting is done where every message passes, in a filter on GDBus's own thread.
final class BusTraffic: Sendable {
    private struct Call {
        let isSilent: Bool
        let size: Int
        /// The answer's size, once there is one.
        var answer: Int?
    }

    private struct State {
        var calls: [UInt32: Call] = [:]
        var unanswered = 0
        var unansweredSize = 0
        /// What is queued for the peer to read: answers, calls and signals.
        var unread = 0
        var unreadSize = 0
        var isCut = false
        /// Calls to refuse that came before there was a connection to refuse them on.
        var refused: [UInt32] = []
        weak var connection: BusConnection?
    }
    private let state = Mutex(State())
    private let limits: BusConnection.Limits
    private let thread: GLibThread

    init(limits: BusConnection.Limits, thread: GLibThread) {
        self.limits = limits
        self.thread = thread
    }

    /// Follows a connection, from before its first message.
    func follow(_ connection: BusConnection) {
        let refused = state.withLock { state in
            state.connection = connection
            defer { state.refused = [] }
            return state.refused
        }
        for serial in refused { refuse(serial, connection) }
        let callback = Callback<(OpaquePointer, Bool), OpaquePointer?> { [self] message, isIncoming in
            isIncoming ? came(message) : goes(message)
        }
        withExtendedLifetime(connection.pointer) {
            _ = g_dbus_connection_add_filter(
                connection.pointer.value,
                { _, message, isIncoming, data in
                    Callback<(OpaquePointer, Bool), OpaquePointer?>.borrowed(data).body((message!, isIncoming != 0))
                }, callback.retained(), releaseCallback)
        }
    }

    /// Whether the connection is at its end: nothing more is read from it.
    var isCut: Bool { state.withLock(\.isCut) }

    /// Ends the connection for what its peer does.
    func cut(_ what: String) {
        let connection: BusConnection? = state.withLock { state in
            defer { state.isCut = true }
            return state.isCut ? nil : state.connection
        }
        guard let connection else { return }
        Log.warning("a client was cut off: it \(what)")
        thread.task { await connection.close() }
    }

    // MARK: Incoming

    private func came(_ message: OpaquePointer) -> OpaquePointer? {
        guard Self.isSound(message) else {
            cut("sends what is no D-Bus message")
            g_object_unref(UnsafeMutableRawPointer(message))
            return nil
        }
        guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL else { return message }
        let flags = g_dbus_message_get_flags(message)
        let isSilent = flags.rawValue & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue != 0
        let size = Int(g_dbus_message_get_body(message).map { g_variant_get_size($0) } ?? 0)
        guard begin(g_dbus_message_get_serial(message), isSilent: isSilent, size: size) else {
            g_object_unref(UnsafeMutableRawPointer(message))
            return nil
        }
        guard isSilent else { return message }
        // Answered all the same, and the answer dropped on its way out: so the end of every call is seen.
        let copy = g_dbus_message_copy(message, nil)
        g_object_unref(UnsafeMutableRawPointer(message))
        if let copy {
            g_dbus_message_set_flags(
                copy, GDBusMessageFlags(rawValue: flags.rawValue & ~G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue))
        }
        return copy
    }

    /// Whether every field is of its type and its form. GDBus looks at some alone, and ends the process over the others:
    /// a member that is a number, a sender that is no name (measured, 2.74.6).
    private static func isSound(_ message: OpaquePointer) -> Bool {
        guard var codes = g_dbus_message_get_header_fields(message) else { return true }
        let start = codes
        defer { g_free(start) }
        while codes.pointee != 0 {
            let code = codes.pointee
            codes += 1
            guard let value = g_dbus_message_get_header(message, GDBusMessageHeaderField(rawValue: UInt32(code))) else {
                return false
            }
            guard isSound(value, as: code) else { return false }
        }
        return true
    }

    private static let longestName = 255

    private static func isSound(_ value: OpaquePointer, as code: UInt8) -> Bool {
        let type = String(cString: g_variant_get_type_string(value))
        func isName(_ check: (UnsafePointer<CChar>?) -> gboolean) -> Bool {
            guard type == "s", let text = g_variant_get_string(value, nil) else { return false }
            return strlen(text) <= longestName && check(text) != 0
        }
        // D-Bus Specification, "Header Fields".
        switch code {
        case 1: return type == "o"
        case 2, 4: return isName { g_dbus_is_interface_name($0) }
        case 3: return isName { g_dbus_is_member_name($0) }
        case 5, 9: return type == "u"
        case 6, 7: return isName { g_dbus_is_name($0) }
        case 8: return type == "g"
        default: return true
        }
    }

    private func begin(_ serial: UInt32, isSilent: Bool, size: Int) -> Bool {
        let excess: String? = state.withLock { state in
            if state.isCut { return "" }
            guard state.calls[serial] == nil else { return "gives two calls one serial" }
            state.calls[serial] = Call(isSilent: isSilent, size: size)
            state.unanswered += 1
            state.unansweredSize += size
            if state.unanswered > limits.unansweredCalls {
                return "has over \(limits.unansweredCalls) calls unanswered"
            }
            return state.unansweredSize > limits.unansweredSize
                ? "has calls of over \(limits.unansweredSize) bytes unanswered" : nil
        }
        if let excess, !excess.isEmpty { cut(excess) }
        return excess == nil
    }

    /// A call whose bytes were dropped.
    func tooLarge(_ serial: UInt32, isSilent: Bool) {
        guard begin(serial, isSilent: isSilent, size: 0) else { return }
        let connection: BusConnection? = state.withLock { state in
            if state.connection == nil { state.refused.append(serial) }
            return state.connection
        }
        if let connection { refuse(serial, connection) }
    }

    private func refuse(_ serial: UInt32, _ connection: BusConnection) {
        thread.task { await connection.refuseTooLarge(serial) }
    }

    // MARK: Outgoing

    /// Notes a call's answer. Returns whether it may be sent: not where the peer has left too much unread.
    func answer(_ serial: UInt32, size: Int) -> Bool {
        let mayBeSent: Bool = state.withLock { state in
            guard !state.isCut, var call = state.calls[serial], call.answer == nil else { return !state.isCut }
            let mayBeSent = state.unreadSize <= limits.unreadSize && state.unread < limits.unreadMessages
            state.unanswered -= 1
            state.unansweredSize -= call.size
            call.answer = mayBeSent ? size : 0
            state.calls[serial] = call
            state.unread += 1
            state.unreadSize += call.answer ?? 0
            return mayBeSent
        }
        if !mayBeSent { cut("does not read its answers") }
        return mayBeSent
    }

    /// Notes a signal or a call to the peer. Returns whether it may be sent.
    func send(size: Int) -> Bool {
        let mayBeSent: Bool = state.withLock { state in
            guard !state.isCut, state.unread < limits.unreadMessages, state.unreadSize <= limits.unreadSize else {
                return false
            }
            state.unread += 1
            state.unreadSize += size
            return true
        }
        if !mayBeSent { cut("does not read what it is sent") }
        return mayBeSent
    }

    /// A message is about to be written.
    private func goes(_ message: OpaquePointer) -> OpaquePointer? {
        let type = g_dbus_message_get_message_type(message)
        let isAnswer = type == G_DBUS_MESSAGE_TYPE_METHOD_RETURN || type == G_DBUS_MESSAGE_TYPE_ERROR
        let isDropped: Bool = state.withLock { state in
            guard isAnswer else {
                state.unread -= 1
                state.unreadSize -= Int(g_dbus_message_get_body(message).map { g_variant_get_size($0) } ?? 0)
                return false
            }
            guard let call = state.calls.removeValue(forKey: g_dbus_message_get_reply_serial(message)) else {
                return false
            }
            if let answer = call.answer {
                state.unread -= 1
                state.unreadSize -= answer
            } else {
                // GDBus's own.
                state.unanswered -= 1
                state.unansweredSize -= call.size
            }
            return call.isSilent
        }
        guard isDropped else { return message }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
    }
}
