internal import ICUKit

/// A text in the form in which texts are compared.
struct ComparedText: Sendable, Hashable {
    let bytes: [UInt8]

    /// With neither option, composed and decomposed writing are the same, and nothing else is.
    init(_ text: String, ignoringCase: Bool, ignoringMarks: Bool) {
        bytes = Array(TextFolding.fold(text, ignoringCase: ignoringCase, ignoringMarks: ignoringMarks).utf8)
    }

    /// Linear in both, whatever they are. UTF-8 is found at the borders of characters alone.
    func contains(_ part: ComparedText) -> Bool {
        guard !part.bytes.isEmpty else { return true }
        return bytes.withUnsafeBufferPointer { TextPiece(part.bytes).end(in: $0, from: 0, where: { _ in true }) != nil }
    }

    func begins(with part: ComparedText) -> Bool { bytes.starts(with: part.bytes) }

    func ends(with part: ComparedText) -> Bool {
        bytes.count >= part.bytes.count && bytes[(bytes.count - part.bytes.count)...].elementsEqual(part.bytes)
    }
}
