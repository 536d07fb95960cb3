import FoundationEssentials
import GLibKit
import Testing

@testable import BatonApps

/// Property lists that are nested a hundred thousand deep, on the thread that the daemon reads them on.
@Suite(.timeLimit(.minutes(5)))
struct PropertyListDepthTests {
    @Test func aDeepListIsRefusedAndOverflowsNoStack() async {
        let thread = GLibThread(name: "deep")
        await thread.task {
            for bytes in [Self.binary(100_000), Self.binary(5000), Self.binary(33, marker: 0xA1), Self.xml(100_000)] {
                #expect(bytes.count <= PropertyList.maximumSize)
                #expect(throws: PropertyList.Fault.self) { try PropertyList(bytes) }
            }
            // Within the bound it is read.
            #expect(throws: Never.self) { try PropertyList(Self.binary(20)) }
        }.value
        thread.stop()
    }

    private static func xml(_ depth: Int) -> [UInt8] {
        let half = min(depth, 60_000)
        return Array(
            ("<plist>" + String(repeating: "<array>", count: half) + String(repeating: "</array>", count: half)).utf8)
    }

    /// Lists of one element each, the innermost a text.
    private static func binary(_ depth: Int, marker: UInt8 = 0xA1) -> [UInt8] {
        file((0..<depth).map { [marker] + reference($0 + 1) } + [[0x51, 0x78]])
    }

    private static func reference(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(number).bigEndian) { Array($0) }
    }

    /// A binary property list of these objects, the first being the top.
    private static func file(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += reference(bytes.count)
            bytes += object
        }
        let table = bytes.count
        func long(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } }
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 4] + long(objects.count) + long(0) + long(table)
    }
}
