internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// One message as JSON over a stream, within limits. Keys that a reader does not know are passed over.
enum Wire {
    /// Bytes of a message before both ends are known, and after.
    static let handshakeLimit = 4 * 1024
    static let linkLimit = 2 * 1024 * 1024

    static func send(_ message: some Encodable, to stream: any FrameStream, limit: Int) async throws(BatonError) {
        let data: Data
        do {
            data = try JSONEncoder().encode(message)
        } catch {
            throw BatonError(.internal, "A message to another device could not be written.")
        }
        guard data.count <= limit else {
            throw BatonError(
                .tooLarge, "A message of \(data.count) bytes is over what another device takes (\(limit)).")
        }
        do throws(GLibError) {
            try await stream.send(data)
        } catch {
            throw BatonError(
                .connectionUnavailable, "The connection to the other device was lost.", cause: error.description)
        }
    }

    static func receive<T: Decodable>(
        _ type: T.Type, from stream: any FrameStream, limit: Int
    ) async throws(BatonError) -> T {
        let data: Data?
        do throws(GLibError) {
            data = try await stream.receive(maximum: limit)
        } catch {
            throw BatonError(
                .connectionUnavailable, "The connection to the other device was lost.", cause: error.description)
        }
        guard let data else {
            throw BatonError(.connectionUnavailable, "The other device closed the connection.")
        }
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch {
            throw BatonError(.versionMismatch, "The other device sent something that is not of this protocol.")
        }
    }
}
