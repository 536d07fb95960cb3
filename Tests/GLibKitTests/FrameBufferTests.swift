import FoundationEssentials
import GLibKit
import Testing

struct FrameBufferTests {
    @Test func messagesComeOutHoweverTheBytesCome() throws {
        let messages = [Data(), Data([1]), Data(repeating: 2, count: 300), Data(), Data(repeating: 3, count: 7)]
        let bytes = messages.flatMap { FrameBuffer.framed($0) }
        for piece in [1, 2, 3, 5, 64, bytes.count] {
            var buffer = FrameBuffer()
            var found: [Data] = []
            for start in stride(from: 0, to: bytes.count, by: piece) {
                buffer.append(Array(bytes[start..<min(start + piece, bytes.count)]))
                while let message = try buffer.next(maximum: 300) { found.append(message) }
            }
            #expect(found == messages)
            #expect(buffer.isEmpty)
        }
    }

    @Test func theLimitIsTakenAndOneMoreIsNot() throws {
        for (length, isTaken) in [(0, true), (4095, true), (4096, true), (4097, false), (Int(UInt32.max), false)] {
            var buffer = FrameBuffer()
            // The length alone is enough to refuse it.
            buffer.append(withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0) })
            if isTaken {
                #expect(try buffer.next(maximum: 4096) == (length == 0 ? Data() : nil))
            } else {
                #expect(throws: FrameBuffer.TooLong.self) { try buffer.next(maximum: 4096) }
            }
        }
    }

    @Test func memoryIsThatOfWhatHasCome() throws {
        var buffer = FrameBuffer()
        // Announced, and not sent.
        buffer.append(withUnsafeBytes(of: UInt32(2 << 20).bigEndian) { Array($0) })
        #expect(try buffer.next(maximum: 2 << 20) == nil)
        #expect(buffer.room < 1024)
        buffer = FrameBuffer()
        // What a large message needed is given back, and many small ones do not add up.
        buffer.append(FrameBuffer.framed(Data(count: 2 << 20)))
        #expect(try buffer.next(maximum: 2 << 20)?.count == 2 << 20)
        #expect(buffer.room <= 64 * 1024)
        let small = FrameBuffer.framed(Data(count: 100))
        for _ in 0..<10_000 {
            buffer.append(small + small.prefix(50))
            #expect(try buffer.next(maximum: 100)?.count == 100)
            buffer.append(Array(small.dropFirst(50)))
            #expect(try buffer.next(maximum: 100)?.count == 100)
        }
        #expect(buffer.room <= 256 * 1024)
    }
}
