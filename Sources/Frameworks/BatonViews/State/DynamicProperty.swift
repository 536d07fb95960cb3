/// A property of a view that has its value from outside of the view.
///
/// A type of one's own that holds such properties is one too: its own are found, and `update()` is called before the view's
/// body is asked.
public protocol DynamicProperty {
    mutating func update()
}

extension DynamicProperty {
    public mutating func update() {}
}

/// A property of the framework's own: what it has in the node, from the first evaluation to the node's end.
@MainActor protocol NodeProperty: DynamicProperty {
    associatedtype Cell: PropertyCell
    func makeCell(in node: Node) -> Cell
    /// Has this value of the property use the cell.
    func connect(to cell: Cell, in node: Node)
}

@MainActor protocol PropertyCell: AnyObject { func end() }

extension PropertyCell { func end() {} }

/// What is known of types of views: which have no such properties.
@MainActor private enum PropertyTable { static var plain: Set<ObjectIdentifier> = [] }

extension Node {
    /// Connects the dynamic properties of a value with their storage in this node.
    func bindProperties(of value: Any) {
        let id = ObjectIdentifier(type(of: value))
        guard !PropertyTable.plain.contains(id) else { return }
        var index = 0
        bind(value, &index)
        if index == 0, !Self.hasCustomProperties(value) { PropertyTable.plain.insert(id) }
    }

    private func bind(_ value: Any, _ index: inout Int) {
        for (_, field) in Mirror(reflecting: value).children {
            if let property = field as? any NodeProperty {
                connect(property, index)
                index += 1
            } else if var property = field as? any DynamicProperty {
                bind(property, &index)
                Dependencies.recording(self) { property.update() }
            }
        }
    }

    private static func hasCustomProperties(_ value: Any) -> Bool {
        Mirror(reflecting: value).children.contains { $0.value is any DynamicProperty }
    }

    private func connect<P: NodeProperty>(_ property: P, _ index: Int) {
        if index < cells.count, let cell = cells[index] as? P.Cell {
            property.connect(to: cell, in: self)
            return
        }
        let cell = property.makeCell(in: self)
        if index < cells.count {
            cells[index].end()
            cells[index] = cell
        } else {
            cells.append(cell)
        }
        property.connect(to: cell, in: self)
    }
}
