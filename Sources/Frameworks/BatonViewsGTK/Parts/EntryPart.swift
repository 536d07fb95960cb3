internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension TextFieldElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { EntryPart(context, isSecure: isSecure) }
}

/// A `GtkEntry`, or a `GtkPasswordEntry`; what they have in common is the `GtkText` in them.
final class EntryPart: Part, PartOfElement {
    private static let plain =
        "background: none; border: none; box-shadow: none; outline: none; padding: 0; min-height: 0;"
    private static let leastCharacters: gint = 3
    private let text: UnsafeMutablePointer<GtkText>
    private var style: Style?
    /// A name that the app gives goes before the title.
    private var name: String?
    private var title = ""

    init(_ context: ElementContext, isSecure: Bool) {
        let made = Widget(sinking: isSecure ? gtk_password_entry_new() : gtk_entry_new())
        // Both have one from the beginning to the end.
        text = UnsafeMutablePointer(gtk_editable_get_delegate(made.opaque)!)
        super.init(made, context)
        // As narrow as a frame says; GTK's least is 150 pixels otherwise.
        gtk_editable_set_width_chars(widget.opaque, Self.leastCharacters)
        if isSecure { gtk_password_entry_set_show_peek_icon(widget.opaque, 1) }
        let focus = gtk_event_controller_focus_new()!
        gtk_widget_add_controller(pointer, focus)
        widget.on("changed") { [weak self] in self?.changed() }
        widget.on("activate", of: UnsafeMutableRawPointer(text)) { [context] in context.send(.submitted) }
        widget.on("enter", of: UnsafeMutableRawPointer(focus)) { [context] in context.send(.focused(true)) }
        widget.on("leave", of: UnsafeMutableRawPointer(focus)) { [context] in context.send(.focused(false)) }
    }

    private var shown: String { gtk_editable_get_text(widget.opaque).map { String(cString: $0) } ?? "" }
    private func changed() { context.send(.textChanged(shown)) }

    func apply(_ element: TextFieldElement, from old: TextFieldElement?) {
        if shown != element.text {
            // GTK puts the caret at the beginning of a new text.
            let caret = gtk_editable_get_position(widget.opaque)
            widget.quietly { gtk_editable_set_text(widget.opaque, element.text) }
            gtk_editable_set_position(widget.opaque, caret)
        }
        if element.prompt != old?.prompt { gtk_text_set_placeholder_text(text, element.prompt) }
        title = element.title
        if title != old?.title { baton_accessible_set_label(pointer, name ?? title) }
        if element.isEditable != old?.isEditable { gtk_editable_set_editable(widget.opaque, element.isEditable ? 1 : 0) }
        if element.attributes != old?.attributes {
            let attributes = TextLook.attributes(ofAll: element.attributes)
            gtk_text_set_attributes(text, attributes)
            pango_attr_list_unref(attributes)
        }
        if element.alignment != old?.alignment { gtk_editable_set_alignment(widget.opaque, element.alignment.fraction) }
        if element.input != old?.input {
            gtk_text_set_input_purpose(text, element.isSecure ? GTK_INPUT_PURPOSE_PASSWORD : element.input.purpose)
            gtk_text_set_input_hints(text, element.input.hints)
        }
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        widget.setStyle(element.style == .plain ? Self.plain : nil, instead: &style)
    }

    override func commonChanged(_ common: CommonProperties, from old: CommonProperties) {
        name = common.accessibilityLabel
        if old.accessibilityLabel != nil, name == nil { baton_accessible_set_label(pointer, title) }
    }

    override func measureExpansion() -> Expansion { Expansion(horizontal: true, vertical: false) }
}

extension TextAlignment {
    fileprivate var fraction: Float {
        switch self {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }
}

extension TextInputTraits {
    fileprivate var purpose: GtkInputPurpose {
        switch keyboard {
        case .default, .twitter, .webSearch, .asciiCapable, .numbersAndPunctuation: GTK_INPUT_PURPOSE_FREE_FORM
        case .URL: GTK_INPUT_PURPOSE_URL
        case .numberPad, .asciiCapableNumberPad: GTK_INPUT_PURPOSE_DIGITS
        case .decimalPad: GTK_INPUT_PURPOSE_NUMBER
        case .phonePad: GTK_INPUT_PURPOSE_PHONE
        case .namePhonePad: GTK_INPUT_PURPOSE_NAME
        case .emailAddress: GTK_INPUT_PURPOSE_EMAIL
        }
    }

    fileprivate var hints: GtkInputHints {
        var result: guint = 0
        if disablesAutocorrection == true { result |= GTK_INPUT_HINT_NO_SPELLCHECK.rawValue }
        switch autocapitalization {
        case .words: result |= GTK_INPUT_HINT_UPPERCASE_WORDS.rawValue
        case .sentences: result |= GTK_INPUT_HINT_UPPERCASE_SENTENCES.rawValue
        case .allCharacters: result |= GTK_INPUT_HINT_UPPERCASE_CHARS.rawValue
        case .none?: result |= GTK_INPUT_HINT_LOWERCASE.rawValue
        case nil: break
        }
        return GtkInputHints(rawValue: result)
    }
}

// MARK: Several lines

extension TextEditorElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { EditorPart(context) }
}

/// A `GtkTextView` in a scrolled window.
final class EditorPart: Part, PartOfElement {
    private let view: Widget
    private let buffer: UnsafeMutablePointer<GtkTextBuffer>
    private var isApplying = false
    private var style: Style?

    init(_ context: ElementContext) {
        view = Widget(sinking: gtk_text_view_new())
        // The view keeps it.
        buffer = gtk_text_view_get_buffer(view.typed())!
        super.init(Widget(sinking: gtk_scrolled_window_new()), context)
        gtk_scrolled_window_set_child(widget.opaque, view.pointer)
        gtk_text_view_set_wrap_mode(view.typed(), GTK_WRAP_WORD_CHAR)
        // Tab goes on to the next control, as it does everywhere; control and tab writes one.
        gtk_text_view_set_accepts_tab(view.typed(), 0)
        gtk_widget_set_size_request(pointer, 80, 60)
        baton_accessible_set_label(view.pointer, "Text")
        view.on("changed", of: UnsafeMutableRawPointer(buffer)) { [weak self] in self?.changed() }
    }

    private var shown: String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer, &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private func changed() { if !isApplying { context.send(.textChanged(shown)) } }

    func apply(_ element: TextEditorElement, from old: TextEditorElement?) {
        if element.text != old?.text || element.refusals != old?.refusals, shown != element.text { show(element.text) }
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        gtk_text_view_set_justification(view.typed(), element.alignment.justification)
        gtk_text_view_set_input_purpose(view.typed(), element.input.purpose)
        gtk_text_view_set_input_hints(view.typed(), element.input.hints)
        view.setStyle(StyleSheet.css(element.attributes), instead: &style)
    }

    private func show(_ text: String) {
        isApplying = true
        defer { isApplying = false }
        var caret = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer, &caret, gtk_text_buffer_get_insert(buffer))
        let offset = gtk_text_iter_get_offset(&caret)
        gtk_text_buffer_set_text(buffer, text, gint(clamping: text.utf8.count))
        gtk_text_buffer_get_iter_at_offset(buffer, &caret, offset)
        gtk_text_buffer_place_cursor(buffer, &caret)
    }

    override func commonChanged(_ common: CommonProperties, from old: CommonProperties) {
        if common.accessibilityLabel != old.accessibilityLabel {
            baton_accessible_set_label(view.pointer, common.accessibilityLabel ?? "Text")
        }
    }

    override func measureExpansion() -> Expansion { .both }
}

extension TextAlignment {
    fileprivate var justification: GtkJustification {
        switch self {
        case .leading: GTK_JUSTIFY_LEFT
        case .center: GTK_JUSTIFY_CENTER
        case .trailing: GTK_JUSTIFY_RIGHT
        }
    }
}

extension StyleSheet {
    /// How text looks, for what takes no attributes of Pango's; nil: as the desktop has it.
    static func css(_ look: TextAttributes) -> String? {
        var result: [String] = []
        var weight = look.weight
        if let font = look.font {
            switch font.size {
            case .style(let style):
                let (scale, own) = TextLook.scale(of: style)
                if scale != 1 { result.append("font-size: \(scale)em;") }
                weight = weight ?? font.weight ?? own
            case .points(let points):
                result.append("font-size: \(max(points.css, 1))px;")
                weight = weight ?? font.weight
            }
            if let family = font.family { result.append("font-family: \"\(family.filter { !"\"\\\n".contains($0) })\";") }
            if font.design == .serif { result.append("font-family: serif;") }
        }
        if look.isMonospaced || look.font?.design == .monospaced { result.append("font-family: monospace;") }
        if let weight { result.append("font-weight: \(weight.value);") }
        if look.isItalic || look.font?.isItalic == true { result.append("font-style: italic;") }
        if let color = look.color { result.append("color: \(css(color));") }
        return result.isEmpty ? nil : result.joined(separator: " ")
    }
}
