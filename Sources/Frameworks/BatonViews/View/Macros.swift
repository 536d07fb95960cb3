/// A preview of views, for an editor that shows them. None does here: what is in braces is checked by the compiler, and nothing
/// is made of it.
///
/// - Parameter body: the views; a value that is returned by the last of several lines needs `return`.
@freestanding(declaration) public macro Preview(
    _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "BatonMacros", type: "PreviewMacro")

/// Marks state of a preview; it is as nothing, as previews are.
@attached(peer) public macro Previewable() = #externalMacro(module: "BatonMacros", type: "PreviewableMacro")

/// Makes a variable in an extension of `EnvironmentValues` a value of the environment, with what it is set to as its default.
///
/// ```swift
/// extension EnvironmentValues {
///     @Entry var spacing: Double = 8
/// }
/// ```
@attached(accessor) @attached(peer, names: prefixed(__Key_)) public macro Entry() =
    #externalMacro(module: "BatonMacros", type: "EntryMacro")
