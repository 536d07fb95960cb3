public import Foundation

/// Says what is in files of an app's types.
///
/// Baton runs it when a program asks for a file of one of its types to be described. Make it the main type of a program of
/// its own, which the app's `Info.plist` names in `NSExtension` for `com.apple.spotlight.import`, with the types in
/// `CSSupportedContentTypes`; it has 30 seconds in all.
///
/// ```swift
/// @main final class Importer: CSImportExtension {
///     override func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
///         let note = try Note(contentsOf: contentURL)
///         attributes.title = note.title
///         attributes.textContent = note.text
///     }
/// }
/// ```
open class CSImportExtension: NSObject {
    /// Made once, on the queue on which its method is called.
    public required override init() { super.init() }

    /// Runs the extension; called by the system of `@main`. Where Baton has not started the process, it says so and ends
    /// with status 64.
    @MainActor public static func main() -> Never {
        ExtensionMain.run(.describe) { [type = self] in ExtensionMain.Work(describe: type.init()) }
    }

    /// Fill in what is in the file. On a background queue; Apple's systems may call it for several files at once, Baton
    /// calls it for one in the life of a process. Unless overridden, it throws `CocoaError.featureUnsupported`.
    ///
    /// Long texts are cut and large thumbnails left out, as of items (`CSSearchableItemAttributeSet`).
    /// - Parameter attributes: has the file's `contentType`, and nothing else.
    /// - Throws: where the file cannot be read or described; who has asked is told so, without the error's words.
    open func update(_ attributes: CSSearchableItemAttributeSet, forFileAt contentURL: URL) throws {
        throw CocoaError(.featureUnsupported)
    }
}
