internal import CBatonGTK

extension Part {
    /// What says its name where it has none of its own: the texts in it, or its pictures where there are no texts.
    private var words: [Part] { Self.words(slots.keys.sorted().flatMap { slots[$0] ?? [] }) }
    func words(in slot: Int) -> [Part] { Self.words(slots[slot] ?? []) }

    private static func words(_ parts: [Part]) -> [Part] {
        let parts = parts.flatMap(\.named)
        let texts = parts.filter { $0 is TextPart }
        return texts.isEmpty ? parts : texts
    }

    private var named: [Part] {
        if self is TextPart || self is SymbolPart || self is PicturePart { return [self] }
        return slots.keys.sorted().flatMap { slots[$0] ?? [] }.flatMap(\.named)
    }

    /// Has a screen reader call a widget by what is in the part, where nothing else was said.
    ///
    /// - Parameter slot: by what is in this one alone.
    func nameByContents(_ widget: UnsafeMutablePointer<GtkWidget>, slot: Int? = nil) {
        let all = slot.map(words(in:)) ?? words
        let words = (givenName == nil ? all : []).prefix(Self.mostWords).map { Optional($0.pointer) }
        words.withUnsafeBufferPointer { baton_accessible_set_labelled_by(widget, $0.baseAddress, CInt($0.count)) }
    }

    /// More would not be listened to.
    private static let mostWords = 12

    // MARK: Looking inside

    /// The first part of a kind: itself, or in it.
    func first<P: Part>() -> P? {
        if let own = self as? P { return own }
        for slot in slots.keys.sorted() {
            for part in slots[slot] ?? [] { if let found: P = part.first() { return found } }
        }
        return nil
    }

    static func firstText(in parts: [Part]) -> TextPart? {
        for part in parts { if let found: TextPart = part.first() { return found } }
        return nil
    }
}
