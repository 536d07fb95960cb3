internal import FoundationEssentials

/// A content type and what it conforms to, nearest first, as far as choosing an import extension needs it.
///
/// The identifiers are Apple's (System-Declared Uniform Type Identifiers). What is not in the table conforms to
/// `public.data`; a type that an app has made up is found by its own name.
package enum ContentTypeLadder {
    /// Bytes of a type that is asked for.
    package static let maximumType = 255

    /// - Parameter type: a uniform type identifier, or a MIME type.
    package static func steps(from type: String) -> [String] {
        var steps = [type]
        var next = 0
        // Breadth first: each step is tried before what lies behind it.
        while next < steps.count {
            for parent in parents(of: steps[next]) where !steps.contains(where: { isSame($0, parent) }) {
                steps.append(parent)
            }
            next += 1
        }
        return steps
    }

    /// Identifiers are ASCII, and compared without case.
    package static func isSame(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

    private static func parents(of type: String) -> [String] {
        let type = type.lowercased()
        if let known = table[type] { return known }
        guard let slash = type.firstIndex(of: "/") else { return type == "public.data" ? [] : ["public.data"] }
        return [families[String(type[..<slash])] ?? "public.data"]
    }

    /// What MIME types conform to of which nothing else is known.
    private static let families = [
        "text": "public.text", "image": "public.image", "audio": "public.audio", "video": "public.movie",
        "font": "public.font",
    ]

    private static let table: [String: [String]] = {
        var table: [String: [String]] = [:]
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            if let type = words.first { table[type] = Array(words.dropFirst()) }
        }
        return table
    }()

    /// A type, and what it conforms to.
    private static let lines = """
        public.item
        public.content
        public.data public.item
        public.text public.data public.content
        public.plain-text public.text
        public.utf8-plain-text public.plain-text
        public.source-code public.plain-text
        public.script public.source-code
        public.xml public.text
        public.html public.text
        public.json public.text
        public.rtf public.text
        public.comma-separated-values-text public.text
        public.vcard public.text public.contact
        public.contact public.item
        public.calendar-event public.item
        com.apple.ical.ics public.text public.calendar-event
        net.daringfireball.markdown public.text
        public.image public.data public.content
        public.jpeg public.image
        public.png public.image
        public.tiff public.image
        public.heic public.image
        org.webmproject.webp public.image
        com.compuserve.gif public.image
        com.microsoft.bmp public.image
        public.svg-image public.image public.xml
        public.audiovisual-content public.data public.content
        public.audio public.audiovisual-content
        public.mp3 public.audio
        public.mpeg-4-audio public.audio
        org.xiph.flac public.audio
        public.movie public.audiovisual-content
        public.mpeg-4 public.movie
        com.apple.quicktime-movie public.movie
        public.font public.data public.content
        public.archive public.data
        public.zip-archive public.archive
        org.gnu.gnu-zip-archive public.archive
        public.tar-archive public.archive
        public.email-message public.data
        com.adobe.pdf public.data public.content
        org.idpf.epub-container public.data public.content
        org.openxmlformats.wordprocessingml.document public.data public.content
        org.openxmlformats.spreadsheetml.sheet public.data public.content
        org.openxmlformats.presentationml.presentation public.data public.content
        org.oasis-open.opendocument.text public.data public.content
        org.oasis-open.opendocument.spreadsheet public.data public.content
        org.oasis-open.opendocument.presentation public.data public.content
        text/plain public.plain-text
        text/html public.html
        text/xml public.xml
        text/csv public.comma-separated-values-text
        text/rtf public.rtf
        text/markdown net.daringfireball.markdown
        text/calendar com.apple.ical.ics
        text/vcard public.vcard
        application/json public.json
        application/xml public.xml
        application/rtf public.rtf
        application/pdf com.adobe.pdf
        application/epub+zip org.idpf.epub-container
        application/zip public.zip-archive
        application/gzip org.gnu.gnu-zip-archive
        application/x-tar public.tar-archive
        image/jpeg public.jpeg
        image/png public.png
        image/tiff public.tiff
        image/gif com.compuserve.gif
        image/bmp com.microsoft.bmp
        image/heic public.heic
        image/webp org.webmproject.webp
        image/svg+xml public.svg-image
        audio/mpeg public.mp3
        audio/mp4 public.mpeg-4-audio
        audio/flac org.xiph.flac
        video/mp4 public.mpeg-4
        video/quicktime com.apple.quicktime-movie
        message/rfc822 public.email-message
        """
}
