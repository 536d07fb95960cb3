import FoundationEssentials
import FuzzTargets
import TestSupport
import Testing

/// Every input that a fuzzer has found interesting or wrong, through the same functions.
@Suite(.timeLimit(.minutes(5)))
struct CorpusTests {
    @Test(arguments: FuzzTarget.allCases)
    func whatTheFuzzersFoundIsHandled(_ target: FuzzTarget) throws {
        let kept = try Self.inputs(of: target, in: "Corpus")
        #expect(!kept.isEmpty, "no corpus; `make fuzz` makes one")
        for file in try kept + Self.inputs(of: target, in: "Found") {
            do {
                try target.run(Data(contentsOf: URL(filePath: file)))
            } catch { Issue.record("\(file): \(error)") }
        }
    }

    @Test(arguments: FuzzTarget.allCases)
    func nothingAtAllIsHandled(_ target: FuzzTarget) throws {
        try target.run(Data())
        for byte in UInt8.min...UInt8.max { try target.run(Data([byte])) }
    }

    private static func inputs(of target: FuzzTarget, in folder: String) throws -> [String] {
        let path = repositoryPath("Fuzzers/\(folder)/\(target.rawValue)")
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path).sorted().map { "\(path)/\($0)" }
    }
}
