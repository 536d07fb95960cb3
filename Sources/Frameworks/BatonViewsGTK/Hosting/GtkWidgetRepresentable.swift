public import BatonViews
public import CBatonGTK
internal import GTKKit

/// A widget of GTK's as a view: for whatever the framework has no view of.
///
/// As `UIViewRepresentable` on Apple's systems. The widget is made once for each place that the view has in the tree, and
/// brought up to date when the view's value, or something that the update reads, has changed.
///
/// ```swift
/// import GTK
/// import SwiftUI
///
/// struct Calendar: GtkWidgetRepresentable {
///     func makeWidget(context: Context) -> UnsafeMutablePointer<GtkWidget> { gtk_calendar_new() }
///     func updateWidget(_ widget: UnsafeMutablePointer<GtkWidget>, context: Context) {}
/// }
/// ```
///
/// The widget's own `hexpand`, `vexpand`, `halign` and `valign` count inside of the room that the view gets.
@MainActor @preconcurrency public protocol GtkWidgetRepresentable: View {
    /// What the widget's signals tell: an object of the app's, as long as the widget.
    associatedtype Coordinator = Void
    typealias Context = GtkWidgetRepresentableContext<Self>

    /// Makes the widget. The view takes a reference of its own, and a floating one.
    @MainActor @preconcurrency func makeWidget(context: Context) -> UnsafeMutablePointer<GtkWidget>
    /// Brings the widget up to the view's value: after it was made, and after each change.
    @MainActor @preconcurrency func updateWidget(_ widget: UnsafeMutablePointer<GtkWidget>, context: Context)
    /// The view goes. Signals that were connected with an unretained coordinator must be disconnected here.
    @MainActor @preconcurrency static func dismantleWidget(
        _ widget: UnsafeMutablePointer<GtkWidget>, coordinator: Coordinator)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
}

extension GtkWidgetRepresentable {
    @MainActor @preconcurrency public static func dismantleWidget(
        _ widget: UnsafeMutablePointer<GtkWidget>, coordinator: Coordinator
    ) {}

    @MainActor @preconcurrency public var body: some View { HostedWidget(source: self) }
}

extension GtkWidgetRepresentable where Coordinator == Void {
    @MainActor @preconcurrency public func makeCoordinator() {}
}

/// What a represented widget has around it.
@MainActor @preconcurrency public struct GtkWidgetRepresentableContext<Representable: GtkWidgetRepresentable> {
    public let coordinator: Representable.Coordinator
    public let environment: EnvironmentValues
}

struct HostedWidget<Source: GtkWidgetRepresentable> {
    let source: Source
}

extension HostedWidget: View {
    typealias Body = Never
    var body: Never { fatalError("HostedWidget has no body.") }
}

extension HostedWidget: NodeView {
    package func build(in node: Node) {
        let host: WidgetHost<Source>
        if let known = node.memory as? WidgetHost<Source> {
            host = known
        } else {
            let context = Source.Context(coordinator: source.makeCoordinator(), environment: node.environment)
            host = WidgetHost(source.makeWidget(context: context), context.coordinator)
            node.memory = host
            node.onEnd { Source.dismantleWidget(host.widget.pointer, coordinator: host.coordinator) }
        }
        let context = Source.Context(coordinator: host.coordinator, environment: node.environment)
        node.track { source.updateWidget(host.widget.pointer, context: context) }
        node.setElement(HostedWidgetElement(widget: host.widget, expansion: .of(host.widget)))
    }
}

/// The widget and the coordinator of one place in the tree.
@MainActor private final class WidgetHost<Source: GtkWidgetRepresentable> {
    let widget: Widget
    let coordinator: Source.Coordinator

    init(_ pointer: UnsafeMutablePointer<GtkWidget>, _ coordinator: Source.Coordinator) {
        widget = Widget(sinking: pointer)
        self.coordinator = coordinator
    }
}

struct HostedWidgetElement: Element {
    let widget: Widget
    let expansion: Expansion

    static func == (a: HostedWidgetElement, b: HostedWidgetElement) -> Bool {
        a.widget === b.widget && a.expansion == b.expansion
    }
}

extension HostedWidgetElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { HostedWidgetPart(self, context) }
}

/// A box, so that the widget's own alignment is left as it is.
final class HostedWidgetPart: Part, PartOfElement {
    private var element: HostedWidgetElement

    init(_ element: HostedWidgetElement, _ context: ElementContext) {
        self.element = element
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)), context)
        gtk_box_append(widget.typed(), element.widget.pointer)
    }

    func apply(_ element: HostedWidgetElement, from old: HostedWidgetElement?) {
        if element.widget !== self.element.widget {
            gtk_box_remove(widget.typed(), self.element.widget.pointer)
            gtk_box_append(widget.typed(), element.widget.pointer)
        }
        self.element = element
    }

    override func measureExpansion() -> Expansion { element.expansion }
}

extension Expansion {
    @MainActor fileprivate static func of(_ widget: Widget) -> Expansion {
        Expansion(
            horizontal: gtk_widget_compute_expand(widget.pointer, GTK_ORIENTATION_HORIZONTAL) != 0,
            vertical: gtk_widget_compute_expand(widget.pointer, GTK_ORIENTATION_VERTICAL) != 0)
    }
}
