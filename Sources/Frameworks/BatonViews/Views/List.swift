/// Rows below each other, of any number: those that are seen are made.
public struct List<SelectionValue: Hashable, Content: View> {
    let content: Content
    let selection: ListSelection?
}

/// The rows that are chosen, as somebody else keeps them.
struct ListSelection {
    let allowsSeveral: Bool
    let get: () -> Set<AnyHashable>
    let set: (Set<AnyHashable>) -> Void
}

// MARK: Rows

/// Which rows there are: their identifiers and kinds, in their order.
package struct RowList: Equatable, Sendable {
    package enum Kind: Hashable, Sendable { case header, row, footer }
    package struct Row: Hashable, Sendable {
        /// The hash of the identifier: where two rows have one, the later ones count on.
        package let id: UInt64
        package let kind: Kind
    }
    package var rows: [Row]
    package init(rows: [Row] = []) { self.rows = rows }
}

package struct ListElement: Element {
    package var rows: RowList
    package var style: ListLook
    package var allowsSelection: Bool
    package var allowsSeveral: Bool
    /// Numbers of rows.
    package var selected: Set<Int>
    package var scroll: RowScroll?
}

/// A row that is to be scrolled to.
package struct RowScroll: Equatable, Sendable {
    package var row: Int
    /// Another one for each request.
    package var number: Int
}

package enum ListLook: Hashable, Sendable { case automatic, plain, grouped, sidebar }

/// What a list has behind each of its rows.
@MainActor package final class ListRows {
    private var starts: [Int] = []
    private var segments: [Segment] = []
    package private(set) var count = 0
    private(set) var list = RowList()
    private(set) var scroll: RowScroll?
    /// The rows that are seen, by their row's identity.
    private var nodes: [UInt64: (node: Node, uses: Int)] = [:]
    private weak var owner: Node?

    enum Segment {
        case one(any View, key: AnyHashable, kind: RowList.Kind)
        case lazy(any LazyRows, prefix: Int)

        /// Whether it certainly has the same identifiers, which then need no comparison.
        @MainActor func hasSameRows(as other: Segment) -> Bool {
            switch (self, other) {
            case (.one(_, let key, let kind), .one(_, let otherKey, let otherKind)): key == otherKey && kind == otherKind
            case (.lazy(let rows, let prefix), .lazy(let others, let otherPrefix)):
                prefix == otherPrefix && rows.hasSameRows(as: others)
            default: false
            }
        }
    }

    init(_ owner: Node) { self.owner = owner }

    /// Takes other rows; those that are seen are brought up to them.
    func set(_ content: any View) {
        let before = segments
        segments = []
        var next = 0
        collect(content, &next)
        if before.isEmpty || !zip(before, segments).allSatisfy({ $0.hasSameRows(as: $1) }) || before.count != segments.count {
            number()
        }
        guard !nodes.isEmpty else { return }
        var places: [UInt64: Int] = [:]
        for (place, row) in list.rows.enumerated() where nodes[row.id] != nil { places[row.id] = place }
        for (id, entry) in nodes {
            guard let place = places[id] else { continue }
            owner?.updateLoose(entry.node, to: view(at: place))
        }
    }

    /// Says which rows there are, and in which order.
    private func number() {
        starts = []
        count = 0
        var rows: [RowList.Row] = []
        var used = UsedIdentities()
        for segment in segments {
            starts.append(count)
            switch segment {
            case .one(_, let key, let kind): rows.append(.init(id: used.take(Self.identity(0, key.hashValue)), kind: kind))
            case .lazy(let lazy, let prefix):
                rows.reserveCapacity(rows.count + lazy.rowCount)
                used.reserve(rows.count + lazy.rowCount)
                for hash in lazy.rowHashes() {
                    rows.append(.init(id: used.take(Self.identity(prefix + 1, hash)), kind: .row))
                }
            }
            count = rows.count
        }
        list = RowList(rows: rows)
    }

    /// Of what has this hash in a collection; 0 is what is in none. Multiplied by an odd number, so that no two hashes of one
    /// collection become one.
    private static func identity(_ collection: Int, _ hash: Int) -> UInt64 {
        (UInt64(bitPattern: Int64(hash)) ^ UInt64(collection)) &* 0x9E37_79B9_7F4A_7C15
    }

    /// The identities that rows have already: a second row of one has the next that is free.
    private struct UsedIdentities {
        private var all: Set<UInt64> = []
        /// How often one was asked for, of those where it was more than once.
        private var times: [UInt64: UInt64] = [:]

        mutating func reserve(_ count: Int) { all.reserveCapacity(count) }

        mutating func take(_ identity: UInt64) -> UInt64 {
            var result = identity
            while !all.insert(result).inserted {
                let time = times[result, default: 1]
                times[result] = time + 1
                result = result &+ time &* 0xBF58_476D_1CE4_E5B9
            }
            return result
        }
    }

    private func collect(_ view: any View, _ next: inout Int) {
        let place = next
        next += 1
        switch view {
        case let lazy as any LazyRows: segments.append(.lazy(lazy, prefix: place))
        case let section as any SectionParts:
            if !(section.headerView is EmptyView) {
                segments.append(
                    .one(AnyView(erasing: section.headerView).font(.headline), key: place, kind: .header))
            }
            collect(section.contentView, &next)
            if !(section.footerView is EmptyView) {
                next += 1
                segments.append(
                    .one(
                        AnyView(erasing: section.footerView).font(.footnote).foregroundStyle(.secondary), key: next,
                        kind: .footer))
            }
        case let several as any RowContainer: for part in several.rowParts { collect(part, &next) }
        default: segments.append(.one(view, key: place, kind: .row))
        }
    }

    private func segment(of index: Int) -> (Segment, Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= index { low = middle } else { high = middle }
        }
        return (segments[low], index - starts[low])
    }

    func view(at index: Int) -> any View {
        let (segment, offset) = segment(of: index)
        switch segment {
        case .one(let view, _, _): return view
        case .lazy(let rows, _): return owner?.track { rows.rowView(at: offset) } ?? EmptyView()
        }
    }

    /// What a selection knows the row by: the element's identifier, or the view's tag.
    func selectionValue(at index: Int) -> AnyHashable? {
        let (segment, offset) = segment(of: index)
        switch segment {
        case .one(let view, _, _): return (view as? any TaggedView)?.tagValue
        case .lazy(let rows, _):
            return (rows.rowView(at: offset) as? any TaggedView)?.tagValue ?? rows.rowID(at: offset)
        }
    }

    /// The rows that a selection has. Rows known by their elements' identifiers are not made for it.
    func places(of chosen: Set<AnyHashable>) -> Set<Int> {
        var result: Set<Int> = []
        for (start, segment) in zip(starts, segments) {
            guard case .lazy(let rows, let prefix) = segment, !rows.areTagged else {
                let count: Int = if case .lazy(let rows, _) = segment { rows.rowCount } else { 1 }
                result.formUnion((start..<start + count).filter { selectionValue(at: $0).map(chosen.contains) == true })
                continue
            }
            let wanted = Set(chosen.compactMap { rows.rowHash(of: $0) }.map { Self.identity(prefix + 1, $0) })
            for place in start..<start + rows.rowCount where wanted.contains(list.rows[place].id) {
                if chosen.contains(rows.rowID(at: place - start)) { result.insert(place) }
            }
        }
        return result
    }

    /// - Returns: whether there is a row with the identifier.
    func scroll(to id: AnyHashable) -> Bool {
        guard let row = (0..<count).first(where: { rowID(at: $0) == id }) else { return false }
        scroll = RowScroll(row: row, number: (scroll?.number ?? 0) + 1)
        owner?.markDirty()
        return true
    }

    private func rowID(at index: Int) -> AnyHashable? {
        let (segment, offset) = segment(of: index)
        switch segment {
        case .one(let view, _, _): return (view as? any ScrollTarget)?.scrollTargetID
        case .lazy(let rows, _): return rows.rowID(at: offset)
        }
    }

    // MARK: Being seen

    /// The row at a place is to be seen: its elements.
    package func begin(at index: Int) -> (id: UInt64, output: [RenderedNode])? {
        guard list.rows.indices.contains(index), let owner else { return nil }
        let id = list.rows[index].id
        if let known = nodes[id] {
            nodes[id] = (known.node, known.uses + 1)
            return (id, known.node.output)
        }
        let node = owner.makeLoose(RowView(content: view(at: index)))
        nodes[id] = (node, 1)
        return (id, node.output)
    }

    /// It is not to be seen any more.
    package func end(_ id: UInt64) {
        guard let known = nodes[id] else { return }
        if known.uses > 1 {
            nodes[id] = (known.node, known.uses - 1)
        } else {
            nodes[id] = nil
            owner?.removeLoose(known.node)
        }
    }

    /// Does what pressing the row does.
    func activate(_ index: Int) {
        guard list.rows.indices.contains(index), let node = nodes[list.rows[index].id]?.node else { return }
        node.collect(RowActionPreference.self).first?()
    }
}

/// A row: its elements beside each other, whatever they are.
struct RowView {
    let content: any View
}

extension RowView: NodeView {
    func build(in node: Node) {
        node.setElement(RowElement())
        node.setChildren([Child(.index(0), content)])
    }
}

package struct RowElement: Element {}

/// What pressing a row does.
enum RowActionPreference: ViewPreference {
    static func areEqual(_ a: () -> Void, _ b: () -> Void) -> Bool { false }
    typealias Value = () -> Void
}

/// A view whose parts are rows of their own.
@MainActor protocol RowContainer { var rowParts: [any View] { get } }
extension TupleView: RowContainer { var rowParts: [any View] { views } }
extension Group: RowContainer { var rowParts: [any View] { [content] } }
extension AnyView: RowContainer { var rowParts: [any View] { [view] } }
extension EmptyView: RowContainer { var rowParts: [any View] { [] } }
extension Optional: RowContainer where Wrapped: View { var rowParts: [any View] { map { [$0] } ?? [] } }
extension _ConditionalContent: RowContainer {
    var rowParts: [any View] {
        switch storage {
        case .first(let view): [view]
        case .second(let view): [view]
        }
    }
}

/// A view that may have a tag, for selections.
@MainActor protocol TaggedView {
    var tagValue: AnyHashable? { get }
    /// Whether views of this type can have a tag at all.
    static var mayBeTagged: Bool { get }
}

extension List: View {
    public typealias Body = Never
    public var body: Never { fatalError("List has no body.") }
}

extension List: NodeView {
    package func build(in node: Node) {
        let rows: ListRows
        if let known = node.memory as? ListRows {
            rows = known
        } else {
            rows = ListRows(node)
            node.memory = rows
        }
        rows.set(content)
        let selection = selection
        let chosen = selection.map { selection in node.track { selection.get() } } ?? []
        let selected = chosen.isEmpty ? [] : rows.places(of: chosen)
        node.setElement(
            ListElement(
                rows: rows.list, style: node.environment.listLook, allowsSelection: selection != nil,
                allowsSeveral: selection?.allowsSeveral == true, selected: selected, scroll: rows.scroll)
        ) { event in
            switch event {
            case .rowActivated(let index): rows.activate(index)
            case .rowsSelected(let indices):
                selection?.set(Set(indices.compactMap { rows.selectionValue(at: $0) }))
            default: break
            }
        }
    }
}

enum ListLookKey: EnvironmentKey { static let defaultValue = ListLook.automatic }
extension EnvironmentValues {
    package var listLook: ListLook {
        get { self[ListLookKey.self] }
        set { self[ListLookKey.self] = newValue }
    }
}
