import FoundationEssentials
import TestSupport
import Testing

/// All texts of the sources, read as a user would: not one that says "1 attempts", ends in two full stops or lacks a word.
@Suite struct TextTests {
    private static func literals(_ folder: String) throws -> [(file: String, text: String)] {
        var found: [(String, String)] = []
        let root = repositoryPath("Sources")
        for name in try FileManager.default.subpathsOfDirectory(atPath: root) where name.hasSuffix(".swift") {
            guard name.contains(folder) else { continue }
            for line in try String(contentsOf: URL(filePath: "\(root)/\(name)"), encoding: .utf8).split(separator: "\n")
            {
                guard !line.contains("///"), !line.contains("// ") else { continue }
                for match in line.matches(of: /"((?:[^"\\]|\\.)*)"/) { found.append((name, String(match.1))) }
            }
        }
        return found
    }

    @Test func noTextEndsInTwoFullStops() throws {
        for (file, text) in try Self.literals("") where text.contains(" ") {
            #expect(!text.contains(/[a-z)]\.\.(?:$| )/), "\(file): \(text)")
        }
    }

    /// A number before a plural: what comes with "1" has a form of its own.
    @Test func numbersAgreeWithTheirWords() throws {
        for (file, text) in try Self.literals("") {
            let pattern = /\\\((?:left|count|number|n)\) (?:attempts|devices|apps|offers|activities|problems)\b/
            // The branch for many stands beside that for one.
            #expect(text.firstMatch(of: pattern) == nil || text == "\\(left) attempts are", "\(file): \(text)")
        }
    }
}
