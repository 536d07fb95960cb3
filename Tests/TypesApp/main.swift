// An app as articles for Apple's systems write one: the types by Apple's names, and its own in Info.plist.
import MobileCoreServices
import UniformTypeIdentifiers

extension UTType {
    static let drawing = UTType(exportedAs: "org.example.drawing")
    static var sketch: UTType { UTType(importedAs: "org.example.sketch", conformingTo: .image) }
}

let itemContentType = kUTTypeText as String
print("text", itemContentType, UTTypeConformsTo(kUTTypePlainText as String, kUTTypeText as String))
for type in [UTType.drawing, .sketch] {
    print(
        type, type.isDeclared, type.preferredFilenameExtension ?? "-", type.preferredMIMEType ?? "-",
        type.localizedDescription ?? "-", type.conforms(to: .image), type.conforms(to: .package))
}
print("extension", UTType(filenameExtension: "drawing", conformingTo: .package)?.identifier ?? "-")
for type in [
    UTType(filenameExtension: "mkv"), UTType(filenameExtension: "png"), UTType(mimeType: "video/x-matroska"),
    UTType(mimeType: "application/atom+xml"),
].compactMap({ $0 }) {
    print(
        "tag", type.isDynamic, type.preferredFilenameExtension ?? "-", type.preferredMIMEType ?? "-",
        type.supertypes.map(\.identifier).filter { $0.hasPrefix("public.") }.sorted().joined(separator: " "))
}
_ = UTType(exportedAs: "org.example.forgotten")
_ = UTType(exportedAs: "org.example.forgotten")
