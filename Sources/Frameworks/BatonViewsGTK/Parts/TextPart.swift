internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension TextElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { TextPart(context) }
}

/// Text: a `GtkLabel` with Pango's attributes.
final class TextPart: Part, PartOfElement {
    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_label_new(nil)), context)
        gtk_label_set_wrap(widget.opaque, 1)
        // As wide as the text where there is room for it, up to a line that is read with ease.
        gtk_label_set_natural_wrap_mode(widget.opaque, GTK_NATURAL_WRAP_NONE)
        gtk_label_set_max_width_chars(widget.opaque, Self.longestLine)
    }

    private static let longestLine: gint = 100
    /// A longer word is broken, so that a window can be narrower than an address in it.
    private static let longestWord = 30

    private var lineLimit: Int?
    private var height: Double?
    private var lines: Int?
    /// GTK complains of text that ends with dots and is narrower than these.
    private var mayEnd = false
    private static let shortest = 5

    /// What a frame around it says of its height: text that has no room ends with dots.
    func setHeight(_ new: Double?) {
        height = new.flatMap { $0.isFinite ? $0 : nil }
        limitLines()
    }

    private func limitLines() {
        let fitting = height.map { max(Int($0.css / max(lineHeight, 1)), 1) }
        let new = mayEnd ? [lineLimit, fitting].compactMap { $0 }.min() : nil
        guard new != lines else { return }
        lines = new
        gtk_label_set_lines(widget.opaque, new.map { gint(clamping: $0) } ?? -1)
        gtk_label_set_ellipsize(widget.opaque, new == nil ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
    }

    private var lineHeight: Double {
        var first = PangoRectangle()
        pango_layout_line_get_pixel_extents(
            pango_layout_get_line_readonly(gtk_label_get_layout(widget.opaque), 0), nil, &first)
        return Double(first.height)
    }

    /// Text on a button, or in a bar, is one line.
    func setWraps(_ wraps: Bool) { gtk_label_set_wrap(widget.opaque, wraps ? 1 : 0) }

    func apply(_ element: TextElement, from old: TextElement?) {
        let label = widget.opaque
        if element.runs != old?.runs || element.lineLimit != old?.lineLimit {
            let runs = element.lineLimit.map { Self.firstLines(of: element.runs, max($0, 1)) } ?? element.runs
            let text = runs.map(\.text).joined()
            gtk_label_set_text(label, text)
            mayEnd = text.utf8.count > Self.shortest || text.contains(where: \.isNewline)
            let breaks = text.split(whereSeparator: \.isWhitespace).contains { $0.count > Self.longestWord }
            gtk_label_set_wrap_mode(label, breaks ? PANGO_WRAP_WORD_CHAR : PANGO_WRAP_WORD)
            color(runs)
            // Pango's colors are values: those of the palette change with the desktop's style.
            Palette.follow(self, runs.contains { $0.attributes.color?.isNamed == true }) { [weak self] in
                self?.color(runs)
            }
        }
        lineLimit = element.lineLimit.map { max($0, 1) }
        limitLines()
        if element.alignment != old?.alignment {
            let (justify, align): (GtkJustification, Float) =
                switch element.alignment {
                case .leading: (GTK_JUSTIFY_LEFT, 0)
                case .center: (GTK_JUSTIFY_CENTER, 0.5)
                case .trailing: (GTK_JUSTIFY_RIGHT, 1)
                }
            gtk_label_set_justify(label, justify)
            gtk_label_set_xalign(label, align)
        }
        widget.setClass("dim-label", !element.isEnabled)
    }

    /// GTK counts the lines of each paragraph by itself.
    private static func firstLines(of runs: [Text.Run], _ limit: Int) -> [Text.Run] {
        var (result, lines) = ([Text.Run](), 1)
        for var run in runs {
            for place in run.text.indices where run.text[place].isNewline {
                lines += 1
                guard lines > limit else { continue }
                run.text = run.text[..<place] + "…"
                return result + [run]
            }
            result.append(run)
        }
        return result
    }

    private func color(_ runs: [Text.Run]) {
        let attributes = TextLook.attributes(of: runs)
        gtk_label_set_attributes(widget.opaque, attributes)
        pango_attr_list_unref(attributes)
    }

    override func remove() {
        Palette.follow(self, false) {}
        super.remove()
    }
}

/// How text looks, as Pango says it.
@MainActor enum TextLook {
    /// - Returns: a list that the caller owns.
    static func attributes(of runs: [Text.Run]) -> OpaquePointer {
        let list = pango_attr_list_new()!
        var start: guint = 0
        for run in runs {
            let end = start + guint(clamping: run.text.utf8.count)
            for attribute in attributes(run.attributes) {
                attribute.pointee.start_index = start
                attribute.pointee.end_index = end
                pango_attr_list_insert(list, attribute)
            }
            start = end
        }
        return list
    }

    /// For all of whatever text there is.
    ///
    /// - Returns: a list that the caller owns.
    static func attributes(ofAll look: TextAttributes) -> OpaquePointer {
        let list = pango_attr_list_new()!
        for attribute in attributes(look) { pango_attr_list_insert(list, attribute) }
        return list
    }

    private static func attributes(_ look: TextAttributes) -> [UnsafeMutablePointer<PangoAttribute>] {
        var result: [UnsafeMutablePointer<PangoAttribute>?] = []
        var weight = look.weight
        if let font = look.font {
            switch font.size {
            case .style(let style):
                let (scale, own) = Self.scale(of: style)
                if scale != 1 { result.append(pango_attr_scale_new(scale)) }
                weight = weight ?? font.weight ?? own
            case .points(let points):
                // A point of Apple's is a pixel here, 0.75 of a point of print.
                result.append(pango_attr_size_new(gint(clamping: Int((max(points.css, 0) * 0.75 * Double(PANGO_SCALE)).rounded()))))
                weight = weight ?? font.weight
            }
            if let family = font.family ?? Self.family(of: font.design) { result.append(pango_attr_family_new(family)) }
        }
        if look.hasMonospacedDigits || look.font?.hasMonospacedDigits == true {
            result.append(pango_attr_font_features_new("tnum=1"))
        }
        if look.isMonospaced { result.append(pango_attr_family_new("monospace")) }
        if let weight { result.append(pango_attr_weight_new(PangoWeight(rawValue: guint(weight.value)))) }
        if look.isItalic || look.font?.isItalic == true { result.append(pango_attr_style_new(PANGO_STYLE_ITALIC)) }
        if look.isUnderlined { result.append(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
        if look.isStruckThrough { result.append(pango_attr_strikethrough_new(1)) }
        if let color = look.color { result += Self.foreground(color) }
        return result.compactMap { $0 }
    }

    private static func foreground(_ color: Color) -> [UnsafeMutablePointer<PangoAttribute>?] {
        let value = Palette.value(of: color)
        func component(_ value: Double) -> guint16 { guint16(clamping: Int((value.part * 65535).rounded())) }
        var result: [UnsafeMutablePointer<PangoAttribute>?] = []
        if let rgb = value.color {
            result.append(pango_attr_foreground_new(component(rgb.red), component(rgb.green), component(rgb.blue)))
        }
        if value.opacity < 1 { result.append(pango_attr_foreground_alpha_new(max(component(value.opacity), 1))) }
        return result
    }

    /// How a style stands to the desktop's text, as libadwaita's classes have it.
    static func scale(of style: Font.TextStyle) -> (Double, Font.Weight?) {
        switch style {
        case .largeTitle: (1.81, .heavy)
        case .title: (1.5, .heavy)
        case .title2: (1.36, .bold)
        case .title3: (1.2, .bold)
        case .headline: (1, .bold)
        case .body: (1, nil)
        case .callout: (0.95, nil)
        case .subheadline: (0.9, nil)
        case .footnote: (0.85, nil)
        case .caption: (0.82, nil)
        case .caption2: (0.75, nil)
        }
    }

    private static func family(of design: Font.Design) -> String? {
        switch design {
        case .default, .rounded: nil
        case .serif: "serif"
        case .monospaced: "monospace"
        }
    }
}

/// Colors, in the desktop's style.
@MainActor enum Palette {
    struct RGB: Equatable { var red: Double, green: Double, blue: Double }

    /// - Returns: nil for the desktop's own color of text.
    static func value(of color: Color) -> (color: RGB?, opacity: Double) {
        switch color.storage {
        case .components(let red, let green, let blue, let opacity):
            (RGB(red: red, green: green, blue: blue), opacity)
        case .named(.primary, let opacity): (nil, opacity)
        case .named(.secondary, let opacity): (nil, opacity * 0.55)
        case .named(let name, let opacity): (rgb(name), opacity)
        case .asset(_, let opacity): (nil, opacity)
        }
    }

    static var isDark: Bool { adw_style_manager_get_dark(adw_style_manager_get_default()) != 0 }

    private static var followers: [ObjectIdentifier: @MainActor () -> Void]?

    /// Has something done whenever the desktop's style becomes dark or light, or no more.
    static func follow(_ part: Part, _ isFollowing: Bool, _ changed: @escaping @MainActor () -> Void) {
        if followers == nil, isFollowing {
            followers = [:]
            connectSignal(UnsafeMutableRawPointer(adw_style_manager_get_default()!), "notify::dark") { _ in
                MainActor.assumeIsolated { for follower in (followers ?? [:]).values { follower() } }
            }
        }
        followers?[ObjectIdentifier(part)] = isFollowing ? changed : nil
    }

    /// GNOME's palette: a darker shade on light, a lighter one on dark.
    private static func rgb(_ name: Color.Named) -> RGB {
        let (light, dark): (UInt32, UInt32) =
            switch name {
            case .primary: (0x000000, 0xffffff)
            case .secondary: (0x5e5c64, 0xc0bfbc)
            case .accent: (0x1c71d8, 0x78aeed)
            case .red: (0xc01c28, 0xff7b63)
            case .orange: (0xc64600, 0xffa348)
            case .yellow: (0xae7b03, 0xf8e45c)
            case .green: (0x1b8553, 0x8ff0a4)
            case .mint: (0x17916e, 0x7fe8cf)
            case .teal: (0x0e7c86, 0x6fdde6)
            case .cyan: (0x0b7ea8, 0x73d7ff)
            case .blue: (0x1a5fb4, 0x78aeed)
            case .indigo: (0x4b4aa8, 0xa9a8ff)
            case .purple: (0x813d9c, 0xdc8add)
            case .pink: (0xb5327a, 0xff8fc6)
            case .brown: (0x865e3c, 0xcdab8f)
            case .gray: (0x77767b, 0x9a9996)
            }
        let value = isDark ? dark : light
        func part(_ shift: UInt32) -> Double { Double(value >> shift & 0xff) / 255 }
        return RGB(red: part(16), green: part(8), blue: part(0))
    }
}
