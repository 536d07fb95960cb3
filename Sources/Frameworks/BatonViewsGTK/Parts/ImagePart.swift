internal import BatonViews
internal import CBatonGTK
internal import Foundation
internal import GTKKit
internal import UserActivity

extension ImageElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part {
        switch source {
        case .symbol: SymbolPart(context)
        case .asset: PicturePart(context)
        }
    }
}

/// A symbol of the icon theme, as large as the text beside it. One that becomes a picture of the app's is a picture then.
final class SymbolPart: Part, PartOfElement {
    private var style: Style?

    private var element: ImageElement?
    private var room: (width: Double?, height: Double?)

    init(_ context: ElementContext) { super.init(Widget(sinking: gtk_image_new()), context) }

    /// What a frame around it says of its size.
    func setRoom(width: Double?, height: Double?) {
        guard room != (width, height) else { return }
        room = (width, height)
        setSize()
    }

    private func setSize() {
        guard let element else { return }
        gtk_image_set_pixel_size(widget.opaque, fitted(element) ?? Self.size(of: element))
    }

    /// A symbol is square: as large as the frame lets it be, where it is to fill one.
    private func fitted(_ element: ImageElement) -> gint? {
        guard element.isResizable else { return nil }
        let sides = [room.width, room.height].compactMap { $0 }.filter(\.isFinite)
        guard let side = element.contentMode == .fill ? sides.max() : sides.min() else { return nil }
        return gint(clamping: max(side.pixels, 0))
    }

    func apply(_ element: ImageElement, from old: ImageElement?) {
        if element.source != old?.source {
            switch element.source {
            case .symbol(let name): gtk_image_set_from_icon_name(widget.opaque, SymbolNames.iconName(of: name))
            case .asset(let name, let folder):
                gtk_image_set_from_file(widget.opaque, AppResources.picture(name, folder))
            }
        }
        self.element = element
        setSize()
        element.describe(pointer)
        widget.setStyle(element.attributes.color.map { "color: \(StyleSheet.css($0));" }, instead: &style)
    }

    private static func size(of element: ImageElement) -> gint {
        let base: Double =
            switch element.attributes.font?.size {
            case .points(let points): points
            case .style(.largeTitle): 29
            case .style(.title): 24
            case .style(.title2): 22
            case .style(.title3): 19
            default: 16
            }
        let scale: Double =
            switch element.scale {
            case .small: 0.8
            case .medium: 1
            case .large: 1.3
            }
        return gint(clamping: max((base * scale).pixels, 0))
    }

    override func measureExpansion() -> Expansion { .none }
}

/// A picture of the app's.
final class PicturePart: Part, PartOfElement {
    private var isResizable = false

    init(_ context: ElementContext) { super.init(Widget(sinking: gtk_picture_new()), context) }

    func apply(_ element: ImageElement, from old: ImageElement?) {
        if element.source != old?.source { show(element.source) }
        isResizable = element.isResizable
        gtk_picture_set_can_shrink(widget.opaque, isResizable ? 1 : 0)
        let fit: GtkContentFit =
            switch (isResizable, element.contentMode) {
            case (true, nil): GTK_CONTENT_FIT_FILL
            case (true, .fill): GTK_CONTENT_FIT_COVER
            default: GTK_CONTENT_FIT_CONTAIN
            }
        gtk_picture_set_content_fit(widget.opaque, fit)
        element.describe(pointer)
    }

    /// Said once of each: a list may have it in every row.
    private static var missing: Set<String> = []

    private func show(_ source: BatonViews.Image.Source) {
        switch source {
        case .symbol(let name):
            let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(pointer))
            let icon = gtk_icon_theme_lookup_icon(
                theme, SymbolNames.iconName(of: name), nil, 64, gtk_widget_get_scale_factor(pointer), GTK_TEXT_DIR_NONE,
                GtkIconLookupFlags(0))
            gtk_picture_set_paintable(widget.opaque, icon)
            icon.map { g_object_unref(UnsafeMutableRawPointer($0)) }
        case .asset(let name, let folder):
            let path = AppResources.picture(name, folder)
            gtk_picture_set_filename(widget.opaque, path)
            guard path == nil, Self.missing.insert(name).inserted else { return }
            let endings = AppResources.endings.joined(separator: ", ")
            UserActivityDiagnostics.report(
                .error, "There is no picture “\(name)” (\(endings)) in the app's folder Resources.")
        }
    }

    override func measureExpansion() -> Expansion { isResizable ? .both : .none }
}

extension ImageElement {
    /// Says what a screen reader says of the picture.
    @MainActor fileprivate func describe(_ widget: UnsafeMutablePointer<GtkWidget>) {
        let name: String =
            switch source {
            case .asset(let name, _): name
            case .symbol(let name): name.replacingOccurrences(of: ".", with: " ")
            }
        baton_accessible_set_label(widget, label ?? name)
        if isDecorative { baton_accessible_set_hidden(widget, 1) }
    }
}

/// Files that an app brings along: `Name.app/Resources`.
enum AppResources {
    static let endings = ["png", "svg", "jpg", "jpeg", "webp"]

    /// - Parameter folder: where it is alone; nil: in those of the app.
    static func picture(_ name: String, _ folder: String?) -> String? {
        // A name, not a way out of the folder.
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return nil }
        for folder in folder.map({ [$0] }) ?? folders {
            for file in [name] + endings.map({ "\(name).\($0)" }) {
                let path = "\(folder)/\(file)"
                if FileManager.default.isReadableFile(atPath: path) { return path }
            }
        }
        return nil
    }

    private static let folders: [String] = {
        var result: [String] = []
        if let own = ActivityApplication.ownFolder { result += ["\(own)/Resources", "\(own)/Contents/Resources"] }
        if let main = Bundle.main.resourcePath { result.append(main) }
        return result
    }()
}

extension LabelElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { LabelPart(context) }
}

/// A symbol, and the text beside it.
final class LabelPart: Part {
    private let icon = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let title = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)), context)
        gtk_box_append(widget.typed(), icon.pointer)
        gtk_box_append(widget.typed(), title.pointer)
        // The text says it.
        baton_accessible_set_hidden(icon.pointer, 1)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: (slot == LabelElement.icon ? icon : title).typed())
    }
}
