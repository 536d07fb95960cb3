public import Foundation
internal import UserActivity

/// A link to an address. NavigationLink's is `LinkElement`.
package struct AddressLinkElement: Element {
    package var address: String
    package var isEnabled: Bool
    package var tint: Color?
}

/// Opens an address when it is pressed: in the app that takes it, or in the browser.
public struct Link<Label: View> {
    let destination: URL
    let label: Label

    /// A link with a label of any views.
    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }
}

extension Link where Label == Text {
    /// A link with a text in the user's language.
    public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }
    /// A link with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}

extension Link: View {
    public typealias Body = Never
    public var body: Never { fatalError("Link has no body.") }
}

extension Link: NodeView {
    package func build(in node: Node) {
        let (destination, environment) = (destination, node.environment)
        node.setElement(
            AddressLinkElement(
                address: destination.absoluteString, isEnabled: environment.isEnabled, tint: environment.tint)
        ) { if case .activated = $0 { environment.openURL(destination) } }
        node.setChildren([Child(.index(0), label)])
    }
}

/// Opens addresses, as the environment says.
///
/// ```swift
/// @Environment(\.openURL) private var openURL
/// ```
public struct OpenURLAction {
    /// What became of an address.
    public struct Result: Sendable {
        fileprivate enum Kind: Sendable { case handled, discarded, system(URL?) }
        fileprivate let kind: Kind
        /// The app has dealt with it.
        public static let handled = Result(kind: .handled)
        /// It is not opened.
        public static let discarded = Result(kind: .discarded)
        /// It is opened as if the app had said nothing.
        public static let systemAction = Result(kind: .system(nil))
        /// Another one is opened instead.
        public static func systemAction(_ url: URL) -> Result { Result(kind: .system(url)) }
    }

    private let handler: (URL) -> Result

    /// Deals with addresses that views below open, by `environment(\.openURL, …)`.
    public init(handler: @escaping (URL) -> Result) { self.handler = handler }

    /// Opens an address. Why it could not be opened is reported to `UserActivityDiagnostics`.
    @MainActor public func callAsFunction(_ url: URL) { self(url) { _ in } }

    /// Opens an address, and tells whether it was taken.
    @MainActor public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        switch handler(url).kind {
        case .handled: completion(true)
        case .discarded: completion(false)
        case .system(let other):
            Task { completion(await ActivityApplication.shared.open(other ?? url)) }
        }
    }
}

enum OpenURLKey: EnvironmentKey {
    static var defaultValue: OpenURLAction { OpenURLAction { _ in .systemAction } }
}
extension EnvironmentValues {
    /// Opens addresses: of itself as `ActivityApplication.open(_:)` does.
    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }
}
