internal import ActivityModel
internal import BatonHandoff
internal import FoundationEssentials
internal import GLibKit

/// The first byte says how the others are taken: as a stream or as one message, in what pieces, before or after the
/// handshake.
enum FrameInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        guard let mode = bytes.first else { return }
        let isHandshake = mode & 0x80 != 0
        let maximum = isHandshake ? HandshakeMessage.maximumSize : LinkFrame.maximumSize
        let piece = Int(mode & 0x3F) + 1
        var rest = Array(bytes.dropFirst())
        if mode & 0x40 == 0 { rest = FrameBuffer.framed(Data(rest)) }
        var buffer = FrameBuffer()
        var cut = 0
        for start in stride(from: 0, to: rest.count, by: piece) {
            buffer.append(Array(rest[start..<min(start + piece, rest.count)]))
            while let message = next(&buffer, maximum) {
                guard let message else { return }
                cut += FrameBuffer.lengthBytes + message.count
                try FuzzTarget.check(message.count <= maximum, "a message over the limit came out")
                if isHandshake { try handshake(message) } else { try link(message) }
            }
            let held = buffer.count
            try FuzzTarget.check(
                held + cut == min(start + piece, rest.count), "bytes were lost between the messages")
            try FuzzTarget.check(held < FrameBuffer.lengthBytes + maximum + piece, "more is held than one message")
        }
    }

    /// Nil when there is no more; nil inside where the length is refused, which ends the stream.
    private static func next(_ buffer: inout FrameBuffer, _ maximum: Int) -> Data?? {
        do throws(FrameBuffer.TooLong) { return try buffer.next(maximum: maximum).map { .some($0) } } catch {
            return .some(nil)
        }
    }

    private static func handshake(_ message: Data) throws(FuzzTarget.Finding) {
        guard let read = try? WireForm.read(HandshakeMessage.self, from: message) else { return }
        guard let again = try? JSONEncoder().encode(read) else {
            throw FuzzTarget.Finding(description: "a handshake message that was read cannot be written")
        }
        try FuzzTarget.check(
            (try? WireForm.read(HandshakeMessage.self, from: again)) == read, "a handshake message reads back otherwise"
        )
    }

    private static func link(_ message: Data) throws(FuzzTarget.Finding) {
        guard let read = try? WireForm.read(LinkFrame.self, from: message) else { return }
        if case .handoff(.offers(let offers)) = read {
            try FuzzTarget.check(offers.count <= HandoffMessage.maximumOffers, "too many offers were taken")
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let again = try? encoder.encode(read) else {
            throw FuzzTarget.Finding(description: "a frame that was read cannot be written")
        }
        guard let second = try? WireForm.read(LinkFrame.self, from: again), let third = try? encoder.encode(second)
        else {
            throw FuzzTarget.Finding(description: "a frame that was written cannot be read")
        }
        // A message is cut at the first writing; from then on nothing changes.
        guard let fourth = try? WireForm.read(LinkFrame.self, from: third), let fifth = try? encoder.encode(fourth)
        else {
            throw FuzzTarget.Finding(description: "a frame that was written twice cannot be read")
        }
        try FuzzTarget.check(third == fifth, "a frame changes each time it is passed on")
        guard case .handoff(.state(_, let activity)) = read else { return }
        guard let valid = try? activity.validated() else { return }
        try FuzzTarget.check((valid.userInfo?.count ?? 0) <= Payload.maximumSize, "a payload over the limit was taken")
        _ = try? valid.payload()
    }
}
