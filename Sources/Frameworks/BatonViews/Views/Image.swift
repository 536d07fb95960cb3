public import Foundation

/// A picture: of the app's resources, or a symbol of the desktop's icon theme.
public struct Image: Equatable, Sendable {
    package enum Source: Hashable, Sendable {
        /// A file of the app's resources, by its name with or without the ending.
        /// The folder is that of another bundle than the app's.
        case asset(String, folder: String? = nil)
        /// A symbol by the name that it has on Apple's systems.
        case symbol(String)
    }

    public enum Scale: Hashable, Sendable { case small, medium, large }

    package let source: Source
    /// What a screen reader says; nil: the name.
    package var label: String?
    package var isDecorative = false
    package var isResizable = false

    /// A file of `Name.app/Resources`, or of another bundle: `png`, `svg`, `jpg` or `webp`. One that is not there is reported.
    public init(_ name: String, bundle: Bundle? = nil) { source = Self.source(name, bundle) }
    /// A symbol, by its name on Apple's systems: the one of the icon theme that means the same; where none does, the sign for a
    /// missing picture.
    public init(systemName: String) { source = .symbol(systemName) }
    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        source = Self.source(name, bundle)
        self.label = label.string
    }
    /// A picture of which a screen reader says nothing.
    public init(decorative name: String, bundle: Bundle? = nil) {
        source = Self.source(name, bundle)
        isDecorative = true
    }

    private static func source(_ name: String, _ bundle: Bundle?) -> Source {
        .asset(name, folder: bundle == .main ? nil : bundle?.resourcePath)
    }

    /// Fills the room that it is given.
    public func resizable() -> Image {
        var result = self
        result.isResizable = true
        return result
    }
}

/// How a picture keeps its shape in room of another one.
public enum ContentMode: Hashable, Sendable, CaseIterable { case fit, fill }

package struct ImageElement: Element {
    package var source: Image.Source
    package var label: String?
    package var isDecorative: Bool
    package var isResizable: Bool
    /// nil: stretched where it is resizable.
    package var contentMode: ContentMode?
    package var scale: Image.Scale
    package var attributes: TextAttributes
}

extension Image: View {
    public typealias Body = Never
    public var body: Never { fatalError("Image has no body.") }
}

extension Image: NodeView {
    package func build(in node: Node) {
        let environment = node.environment
        node.setElement(
            ImageElement(
                source: source, label: label, isDecorative: isDecorative, isResizable: isResizable,
                contentMode: environment.contentMode, scale: environment.imageScale,
                attributes: environment.textAttributes))
    }
}

enum ContentModeKey: EnvironmentKey { static let defaultValue: ContentMode? = nil }
enum ImageScaleKey: EnvironmentKey { static let defaultValue = Image.Scale.medium }
extension EnvironmentValues {
    var contentMode: ContentMode? {
        get { self[ContentModeKey.self] }
        set { self[ContentModeKey.self] = newValue }
    }
    public var imageScale: Image.Scale {
        get { self[ImageScaleKey.self] }
        set { self[ImageScaleKey.self] = newValue }
    }
}

nonisolated extension View {
    /// A picture in this view keeps its shape, and is seen whole.
    public func scaledToFit() -> some View { environment { $0.contentMode = .fit } }
    /// A picture in this view keeps its shape, and fills its room.
    public func scaledToFill() -> some View { environment { $0.contentMode = .fill } }
    /// The shape that a picture has of itself.
    public func aspectRatio(contentMode: ContentMode) -> some View { environment { $0.contentMode = contentMode } }
    /// The size of symbols, beside the text's.
    public func imageScale(_ scale: Image.Scale) -> some View { environment { $0.imageScale = scale } }
}
