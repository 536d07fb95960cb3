/// A view for each element of a collection. What a view keeps stays with its element's identifier.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    let id: (Data.Element) -> ID
}

extension ForEach where Content: View {
    public init(_ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, content: content, id: { $0.id })
    }
}

extension ForEach where Content: View, Data == Range<Int>, ID == Int {
    /// Of a range that does not change.
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.init(data: data, content: content, id: { $0 })
    }
}

extension ForEach where Content: View {
    /// With a binding to each element.
    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C.Element: Identifiable, ID == C.Element.ID,
        C.Index: Hashable
    { self.init(data, id: \.id, content: content) }

    public init<C: MutableCollection & RandomAccessCollection>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    ) where Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C.Index: Hashable {
        let collection = data.wrappedValue
        self.init(
            data: collection.indices.lazy.map { ($0, collection[$0][keyPath: id]) },
            content: { entry in
                content(
                    Binding(
                        get: { 
                            // The collection may be shorter by now.
                            let current = data.wrappedValue
                            return current.indices.contains(entry.0) ? current[entry.0] : collection[entry.0]
                        },
                        set: { new in if data.wrappedValue.indices.contains(entry.0) { data.wrappedValue[entry.0] = new } }))
            },
            id: { $0.1 })
    }
}

extension ForEach: View where Content: View {
    public typealias Body = Never
    public var body: Never { fatalError("ForEach has no body.") }
}

extension ForEach: NodeView where Content: View {
    package func build(in node: Node) {
        // Followed as a whole: what is read for any of the elements has all of them made anew.
        node.setChildren(node.track { data.map { Child(.id(AnyHashable(id($0))), content($0)) } })
    }
}

/// Rows that are made when they are to be seen.
@MainActor package protocol LazyRows {
    var rowCount: Int { get }
    func rowID(at index: Int) -> AnyHashable
    /// A hash for each row's identifier, as `rowHash(of:)` has it; without a box for each.
    func rowHashes() -> [Int]
    /// Nil where no row can have the identifier.
    func rowHash(of id: AnyHashable) -> Int?
    func rowView(at index: Int) -> any View
    /// Whether a selection knows the rows by tags, and not by their identifiers.
    var areTagged: Bool { get }
    /// Whether the identifiers are certainly the same, without a look at each.
    func hasSameRows(as other: any LazyRows) -> Bool
}

extension ForEach: LazyRows where Content: View {
    package var rowCount: Int { data.count }
    private func element(_ index: Int) -> Data.Element { data[data.index(data.startIndex, offsetBy: index)] }
    package func rowID(at index: Int) -> AnyHashable { AnyHashable(id(element(index))) }
    package func rowHashes() -> [Int] { data.map { id($0).hashValue } }
    package func rowHash(of id: AnyHashable) -> Int? { (id.base as? ID)?.hashValue }
    package func rowView(at index: Int) -> any View { content(element(index)) }
    package var areTagged: Bool { (Content.self as? any TaggedView.Type)?.mayBeTagged == true }

    package func hasSameRows(as other: any LazyRows) -> Bool {
        guard let other = other as? Self else { return false }
        if let range = data as? Range<Int> { return range == other.data as? Range<Int> }
        // Both hold their elements: one place in memory is then one content, which nobody has changed meanwhile.
        func place(_ data: Data) -> UnsafeRawPointer? {
            data.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
        }
        guard let own = place(data) else { return false }
        return own == place(other.data) && data.count == other.data.count
    }
}
