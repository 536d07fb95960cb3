import Foundation
import Testing

@testable import ReaderCore

/// A folder that is removed after the test.
final class ScratchFolder {
    let path = NSTemporaryDirectory() + "reader-tests-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        let folder = file.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(atPath: "/" + folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
        return file
    }
}

extension Layout {
    /// All rows as one sees them, without the spaces at their ends.
    var allRows: [String] {
        var rows: [String] = []
        var index: RowIndex? = RowIndex(line: 0, part: 0, row: 0)
        while let current = index {
            rows.append(content(of: current).visible)
            index = row(after: current)
        }
        return rows
    }
}

extension Row {
    var visible: String {
        var glyphs = glyphs
        while glyphs.last?.kind == .space { glyphs.removeLast() }
        return continuation + glyphs.map(\.text).joined()
    }

    var width: Int {
        var glyphs = glyphs
        while glyphs.last?.kind == .space { glyphs.removeLast() }
        return glyphs.reduce(continuationWidth) { $0 + Int($1.width) }
    }
}

extension Frame {
    /// A row of the screen as text, for widths of one cell a scalar.
    func line(_ row: Int) -> String {
        var cells = Array(repeating: Character(" "), count: columns)
        for span in spans[row] {
            for (index, character) in span.text.enumerated() where span.column + index < columns {
                cells[span.column + index] = character
            }
        }
        return String(SafeText.trim(String(cells)[...]))
    }

    var text: String { spans.indices.map(line).joined(separator: "\n") }
}

func rows(_ text: String, _ width: Int) -> [String] {
    Layout(Document(title: "", text: DocumentText(text)), width: width).allRows
}
