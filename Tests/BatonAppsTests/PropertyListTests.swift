import BatonApps
import FoundationEssentials
import Testing

/// Whatever is in an Info.plist, reading it ends with a manifest or with faults.
struct PropertyListTests {
    private func faults(of bytes: [UInt8]) async -> String? {
        await withScratch { scratch in
            let folder = scratch.app("Reader.app")
            scratch.file("Reader.app/Info.plist", bytes)
            do {
                _ = try AppManifestReader.read(folder)
                return nil
            } catch let faults as ManifestFaults {
                return faults.message
            } catch {
                return "other"
            }
        }
    }

    private static let good = Array(
        Scratch.plist([
            "CFBundleIdentifier": "<string>org.example.reader</string>", "CFBundleExecutable": "<string>run</string>",
            "NSUserActivityTypes": "<array><string>org.example.reading</string></array>",
        ]).utf8)

    private static func binary() throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        return Array(try encoder.encode(["CFBundleIdentifier": "org.example.reader", "CFBundleExecutable": "run"]))
    }

    @Test func bothFormsAreRead() async throws {
        #expect(await faults(of: Self.good) == nil)
        #expect(await faults(of: [0xEF, 0xBB, 0xBF] + Self.good) == nil)
        #expect(try await faults(of: Self.binary()) == nil)
    }

    @Test(arguments: [
        ("", "it is empty"), ("{ CFBundleIdentifier = a; }", "an old text property list"),
        ("hello", "it is not a property list"),
        ("<?xml version=\"1.0\"?><plist><dict><key>a</key></dict></plist>", "damaged"),
        ("<?xml version=\"1.0\"?><plist><array/></plist>", "holds a list at its top"),
        ("<?xml version=\"1.0\"?><plist><dict>\u{0}</dict></plist>", "not UTF-8"),
    ])
    func whatIsWrongIsSaid(_ text: String, _ message: String) async {
        let found = await faults(of: Array(text.utf8))
        #expect(found?.contains(message) == true, "\(found ?? "none")")
    }

    @Test func depthAndSizeAreBounded() async throws {
        func nested(_ count: Int, hidden: String = "") -> [UInt8] {
            let lists =
                String(repeating: "<array>\(hidden)", count: count) + String(repeating: "</array>", count: count)
            return Array("<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key>\(lists)</dict></plist>".utf8)
        }
        #expect(await faults(of: nested(50))?.contains("nested more than 32") == true)
        #expect(await faults(of: nested(60_000))?.contains("more than 1000 lists") == true)
        #expect(await faults(of: nested(30_000, hidden: "<!--</array>-->"))?.contains("more than 1000 lists") == true)
        #expect(
            await faults(of: [UInt8](repeating: 0x20, count: 1024 * 1024 + 1))?.contains("larger than 1048576") == true)
    }

    /// Every object is stored once and holds the one before it eight times: without a budget, 8 to the 20th values.
    @Test func aSmallFileThatUnfoldsIsRefused() async throws {
        var objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x61]]
        for number in 2..<22 { objects.append([0xA8] + [UInt8](repeating: UInt8(number + 1), count: 8)) }
        objects.append([0x51, 0x61])
        #expect(await faults(of: Self.binary(objects))?.contains("more than 50000 values") == true)
    }

    @Test func aListWithinItselfIsRefused() async throws {
        let file = Self.binary([[0xD1, 1, 2], [0x51, 0x61], [0xA1, 2]])
        #expect(await faults(of: file)?.contains("nested more than 32") == true)
    }

    private static func binary(_ objects: [[UInt8]]) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)]
            bytes += object
        }
        let table = bytes.count
        bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
        for number in [objects.count, 0, table] { bytes += (0..<8).map { UInt8(number >> (56 - 8 * $0) & 255) } }
        return bytes
    }

    @Test func noBytesCrashTheReader() async throws {
        var random = SplitMix(state: 7)
        await withScratch { scratch in
            let folder = scratch.app("Reader.app")
            for file in [Self.good, (try? Self.binary()) ?? []] {
                for cut in stride(from: 0, to: file.count, by: 3) {
                    scratch.file("Reader.app/Info.plist", Array(file[..<cut]))
                    #expect(throws: ManifestFaults.self) { try AppManifestReader.read(folder) }
                }
                for _ in 0..<400 {
                    var bytes = file
                    for _ in 0..<(1 + Int(random.next() % 6)) {
                        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
                    }
                    scratch.file("Reader.app/Info.plist", bytes)
                    _ = try? AppManifestReader.read(folder)
                }
            }
            for prefix in ["", "bplist00", "<?xml", "<plist><dict>"] {
                for _ in 0..<60 {
                    let noise = (0..<Int(random.next() % 200)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                    scratch.file("Reader.app/Info.plist", Array(prefix.utf8) + noise)
                    #expect(throws: ManifestFaults.self) { try AppManifestReader.read(folder) }
                }
            }
        }
    }
}

/// The same numbers every time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
