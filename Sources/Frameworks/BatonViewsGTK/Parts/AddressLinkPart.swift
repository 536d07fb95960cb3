internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension AddressLinkElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { AddressLinkPart(context) }
}

/// A `GtkLinkButton`, which opens nothing by itself.
final class AddressLinkPart: ContentButtonPart, PartOfElement {
    private var style: Style?

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_link_button_new("")), context)
        widget.onRequest("activate-link") { [context] in
            context.send(.activated)
            return true
        }
    }

    func apply(_ element: AddressLinkElement, from old: AddressLinkElement?) {
        if element.address != old?.address { gtk_link_button_set_uri(widget.opaque, element.address) }
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        widget.setStyle(element.tint.map { "color: \(StyleSheet.css($0));" }, instead: &style)
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .center, vertical: .center) }
}
