package struct PickerElement: Element {
    /// What each choice is called.
    package var titles: [String]
    /// nil: none.
    package var selected: Int?
    package var style: PickerLook
    package var isEnabled: Bool
    package var showsLabel: Bool
    /// Whether it takes the width of its row, with the choice at the end.
    package var fillsRow: Bool
    package var tint: Color?
    package var refusals: Int

    package static let label = 0
    /// One `PickerChoiceElement` for each title.
    package static let choices = 1
}

/// One choice of a picker, with whatever shows it.
package struct PickerChoiceElement: Element {}

/// One choice of several.
///
/// The choices are the views in it, by their `tag(_:)`, or by the identifiers of a `ForEach`. A menu shows the texts of each;
/// pictures are seen in the segmented style alone. A selection that is no choice's tag shows none chosen, and is reported once.
public struct Picker<Label: View, SelectionValue: Hashable, Content: View> {
    let label: Label
    let selection: Binding<SelectionValue>
    let content: Content
}

extension Picker {
    /// A picker with a label of any views.
    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) { self.init(label: label(), selection: selection, content: content()) }
    /// The order of 2019, with a label that is made already.
    public init(selection: Binding<SelectionValue>, label: Label, @ViewBuilder content: () -> Content) {
        self.init(label: label, selection: selection, content: content())
    }
}

extension Picker where Label == Text {
    /// A picker with a text in the user's language.
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init(label: Text(titleKey), selection: selection, content: content()) }
    /// A picker with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) { self.init(label: Text(title), selection: selection, content: content()) }
}

extension Picker where Label == BatonViews.Label<Text, Image> {
    /// A picker with a symbol, and a text in the user's language.
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(
            label: BatonViews.Label(titleKey, systemImage: systemImage), selection: selection, content: content())
    }
    /// A picker with a symbol, and a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, systemImage: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(label: BatonViews.Label(title, systemImage: systemImage), selection: selection, content: content())
    }
}

extension Picker: View {
    public typealias Body = Never
    public var body: Never { fatalError("Picker has no body.") }
}

extension Picker: NodeView {
    package func build(in node: Node) {
        let memory = node.control(PickerMemory())
        let selection = selection
        var choices: [PickerChoice] = []
        node.track { PickerChoice.collect(content, into: &choices) }
        let value = node.track { selection.wrappedValue }
        let wanted = AnyHashable(value).withoutOptional
        let selected = choices.firstIndex { $0.tag.map { $0.withoutOptional == wanted } ?? false }
        if selected == nil, wanted != nil, !choices.isEmpty { Self.report(choices, memory) }
        let known = choices
        let choose: @MainActor (Int) -> Void = { [weak node] index in
            guard let node else { return }
            guard known.indices.contains(index), let new = known[index].tag?.base as? SelectionValue else {
                Self.report(known, memory)
                return node.refuse(memory)
            }
            node.write(new, to: selection, memory)
        }
        Self.show(node, memory, selected, choose)
        node.setChildren(
            [Child(.index(0), label, slot: PickerElement.label)]
                + choices.enumerated().map { index, choice in
                    Child(.index(index + 1), PickerChoiceView(content: choice.view), slot: PickerElement.choices)
                })
        // What the choices are called is known when they are there.
        let titles = node.children.dropFirst().map { $0.output.map(\.title).joined(separator: " ") }
        if titles != memory.titles {
            memory.titles = titles
            Self.show(node, memory, selected, choose)
        }
    }

    @MainActor private static func show(
        _ node: Node, _ memory: PickerMemory, _ selected: Int?, _ choose: @escaping @MainActor (Int) -> Void
    ) {
        let environment = node.environment
        node.setElement(
            PickerElement(
                titles: memory.titles, selected: selected.flatMap { memory.titles.indices.contains($0) ? $0 : nil },
                style: environment.pickerLook, isEnabled: environment.isEnabled,
                showsLabel: !environment.labelsHidden && environment.pickerLook != .segmented, fillsRow: node.isInRow,
                tint: environment.tint, refusals: memory.refusals)
        ) { if case .selected(let index) = $0 { choose(index) } }
    }

    @MainActor private static func report(_ choices: [PickerChoice], _ memory: ControlMemory) {
        let known = Set(choices.compactMap { $0.tag.map { "\(type(of: $0.base))" } }).sorted()
        memory.reportOnce(
            "A Picker's selection, of the type \(SelectionValue.self), is none of its \(choices.count) choices: their tags are \(known.isEmpty ? "missing" : "of \(known.joined(separator: ", "))"). Each choice needs a tag(_:) of the selection's type."
        )
    }
}

final class PickerMemory: ControlMemory { var titles: [String] = [] }

/// One of a picker's views, and what the selection knows it by.
struct PickerChoice {
    let view: any View
    var tag: AnyHashable?

    /// The choices in a view, in their order.
    @MainActor static func collect(_ view: any View, into choices: inout [PickerChoice]) {
        if let tag = (view as? any TaggedView)?.tagValue {
            return choices.append(PickerChoice(view: view, tag: tag))
        }
        switch view {
        case let rows as any LazyRows:
            for index in 0..<rows.rowCount {
                var own: [PickerChoice] = []
                collect(rows.rowView(at: index), into: &own)
                if own.count == 1, own[0].tag == nil { own[0].tag = rows.rowID(at: index) }
                choices += own
            }
        case let section as any SectionParts: collect(section.contentView, into: &choices)
        case let several as any RowContainer: for part in several.rowParts { collect(part, into: &choices) }
        case is Divider: break
        default: choices.append(PickerChoice(view: view, tag: nil))
        }
    }
}

struct PickerChoiceView {
    let content: any View
}
extension PickerChoiceView: NodeView {
    func build(in node: Node) {
        node.setElement(PickerChoiceElement())
        node.setChildren([Child(.index(0), content)])
    }
}

extension RenderedNode {
    /// The texts in it, or what a screen reader says of the pictures where there are none.
    fileprivate var title: String {
        let texts = all.compactMap { ($0.element as? TextElement)?.text }.filter { !$0.isEmpty }
        return (texts.isEmpty ? all.compactMap(\.pictureName) : texts).joined(separator: " ")
    }

    private var all: [RenderedNode] {
        [self] + children.sorted { $0.key < $1.key }.flatMap(\.value).flatMap(\.all)
    }

    private var pictureName: String? {
        guard let image = element as? ImageElement, !image.isDecorative else { return nil }
        switch image.source {
        case .asset(let name, _), .symbol(let name): return common.accessibilityLabel ?? image.label ?? name
        }
    }
}
