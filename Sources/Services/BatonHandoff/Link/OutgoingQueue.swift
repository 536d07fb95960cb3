internal import FoundationEssentials

/// Messages that wait for a link to take them, in order; bounded, since a peer that stops reading must not fill memory.
struct OutgoingQueue {
    static let maximumMessages = 256
    static let maximumBytes = 8 * 1024 * 1024

    private var messages: [Data] = []
    private(set) var bytes = 0

    var isEmpty: Bool { messages.isEmpty }

    /// False if there is no room; the message is then not taken.
    mutating func append(_ message: Data) -> Bool {
        guard messages.count < Self.maximumMessages, bytes + message.count <= Self.maximumBytes else { return false }
        messages.append(message)
        bytes += message.count
        return true
    }

    mutating func next() -> Data? {
        guard !messages.isEmpty else { return nil }
        let first = messages.removeFirst()
        bytes -= first.count
        return first
    }
}
