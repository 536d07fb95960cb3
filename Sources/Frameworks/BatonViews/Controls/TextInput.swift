/// How the fields of a text input look.
package enum TextFieldLook: Hashable, Sendable { case automatic, plain }

/// A look of text fields that the framework has.
public protocol TextFieldStyle: Sendable {
    /// For the framework.
    var _look: _TextFieldLook { get }
}
/// For the framework.
public struct _TextFieldLook: Sendable { let look: TextFieldLook }

/// The platform's look: with a border.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// The platform's look.
    public init() {}
    public var _look: _TextFieldLook { _TextFieldLook(look: .automatic) }
}
/// With a rounded border, which is the platform's look.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// With a rounded border.
    public init() {}
    public var _look: _TextFieldLook { _TextFieldLook(look: .automatic) }
}
/// Without a border and a background.
public struct PlainTextFieldStyle: TextFieldStyle {
    /// Without a border.
    public init() {}
    public var _look: _TextFieldLook { _TextFieldLook(look: .plain) }
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// The platform's look: with a border.
    public static var automatic: DefaultTextFieldStyle { .init() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// With a rounded border, which is the platform's look.
    public static var roundedBorder: RoundedBorderTextFieldStyle { .init() }
}
extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// Without a border and a background.
    public static var plain: PlainTextFieldStyle { .init() }
}

/// What is to be typed, for a keyboard on the screen. By its name of UIKit's.
public enum UIKeyboardType: Int, Hashable, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad, emailAddress, decimalPad
    case twitter, webSearch, asciiCapableNumberPad
}

/// Which letters a keyboard on the screen makes capitals of by itself. By its name of UIKit's.
public enum UITextAutocapitalizationType: Int, Hashable, Sendable { case none, words, sentences, allCharacters }

/// Which letters a keyboard on the screen makes capitals of by itself.
public struct TextInputAutocapitalization: Hashable, Sendable {
    package let type: UITextAutocapitalizationType
    /// None.
    public static let never = TextInputAutocapitalization(type: .none)
    /// The first one of each word.
    public static let words = TextInputAutocapitalization(type: .words)
    /// The first one of each sentence.
    public static let sentences = TextInputAutocapitalization(type: .sentences)
    /// All of them.
    public static let characters = TextInputAutocapitalization(type: .allCharacters)
}

/// What an input method is told of a field. It is a hint: a keyboard with keys has no use for it.
package struct TextInputTraits: Hashable, Sendable {
    package var keyboard = UIKeyboardType.default
    package var autocapitalization: UITextAutocapitalizationType?
    package var disablesAutocorrection: Bool?
}

/// What is done when the user has finished a field.
struct SubmitAction { let perform: () -> Void }

/// Which fields are finished with the return key.
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Text fields and secure fields.
    public static let text = SubmitTriggers(rawValue: 1)
}

enum TextFieldLookKey: EnvironmentKey { static let defaultValue = TextFieldLook.automatic }
enum TextInputTraitsKey: EnvironmentKey { static let defaultValue = TextInputTraits() }
enum SubmitActionsKey: EnvironmentKey { static var defaultValue: [SubmitAction] { [] } }

extension EnvironmentValues {
    var textFieldLook: TextFieldLook {
        get { self[TextFieldLookKey.self] }
        set { self[TextFieldLookKey.self] = newValue }
    }
    var textInputTraits: TextInputTraits {
        get { self[TextInputTraitsKey.self] }
        set { self[TextInputTraitsKey.self] = newValue }
    }
    var submitActions: [SubmitAction] {
        get { self[SubmitActionsKey.self] }
        set { self[SubmitActionsKey.self] = newValue }
    }
    /// Whether input methods leave what is typed as it is; nil: as they like.
    public var autocorrectionDisabled: Bool {
        get { textInputTraits.disablesAutocorrection ?? false }
        set { textInputTraits.disablesAutocorrection = newValue }
    }
}

nonisolated extension View {
    /// The look of text fields in this view.
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View {
        environment { $0.textFieldLook = style._look.look }
    }

    /// Called when the user presses return in a field in this view: first the closures inside, then those outside.
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        environment { values in
            if triggers.contains(.text) { values.submitActions.insert(SubmitAction(perform: action), at: 0) }
        }
    }

    /// Whether input methods may correct what is typed in this view. A hint to a keyboard on the screen: with one of keys it
    /// has no effect.
    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        environment { $0.textInputTraits.disablesAutocorrection = disable }
    }
    /// By its name of 2019: `autocorrectionDisabled(_:)`, and a hint as that is.
    public func disableAutocorrection(_ disable: Bool?) -> some View {
        environment { $0.textInputTraits.disablesAutocorrection = disable }
    }
    /// Which letters are made capitals. A hint to a keyboard on the screen: with one of keys it has no effect.
    public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
        environment { $0.textInputTraits.autocapitalization = autocapitalization?.type }
    }
    /// By its name of 2019: `textInputAutocapitalization(_:)`, and a hint as that is.
    public func autocapitalization(_ style: UITextAutocapitalizationType) -> some View {
        environment { $0.textInputTraits.autocapitalization = style }
    }
    /// What is to be typed. A hint to a keyboard on the screen: with one of keys it has no effect, and what is typed is not
    /// held to it.
    public func keyboardType(_ type: UIKeyboardType) -> some View { environment { $0.textInputTraits.keyboard = type } }
}
