/// The types that Apple's systems declare: what the static members of `UTType` and the `kUTType…` constants name, what
/// those conform to, and the formats that people have most.
///
/// One row a type: identifier, what it conforms to, extensions, MIME types; the first of each is the preferred one.
/// Identifiers, conformance and the first tags are Apple's. Further MIME types at the end of a row are names that the
/// shared MIME database of Linux has for the same format.
enum SystemTypes {
    struct Row: Sendable {
        let identifier: String
        let parents: [String]
        let extensions: [String]
        let mimeTypes: [String]
    }

    private static func row(
        _ identifier: String, _ parents: String = "", _ extensions: String = "", _ mime: String = ""
    )
        -> Row
    {
        func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
        return Row(
            identifier: identifier, parents: words(parents), extensions: words(extensions), mimeTypes: words(mime))
    }

    static let rows: [Row] = base + text + code + documents + images + media + files + packages + archives

    private static let base: [Row] = [
        row("public.item"),
        row("public.content"),
        row("public.composite-content", "public.content"),
        row("public.data", "public.item", "", "application/octet-stream"),
        row("public.directory", "public.item"),
        row("com.apple.resolvable"),
        row("public.symlink", "public.item com.apple.resolvable", "", "inode/symlink"),
        row("public.executable", "public.item"),
        row("com.apple.mount-point", "public.item com.apple.resolvable", "", "inode/mount-point"),
        row("com.apple.alias-file", "public.data com.apple.resolvable"),
        row("com.apple.alias-record", "public.data com.apple.resolvable"),
        row("com.apple.bookmark", "public.data com.apple.resolvable"),
        row("public.url", "public.data"),
        row("public.file-url", "public.url"),
        row("public.url-name", "public.data"),
        row("public.stored-url"),
        row("public.message"),
        row("public.email-message", "public.message"),
        row("com.apple.mail.email", "public.data public.email-message", "eml", "message/rfc822"),
        row("public.contact"),
        row("public.vcard", "public.text public.contact", "vcf vcard", "text/directory text/vcard text/x-vcard"),
        row("public.to-do-item"),
        row("public.calendar-event"),
        row("com.apple.ical.ics", "public.text public.item public.calendar-event", "ics", "text/calendar"),
        row("com.apple.ical.vcs", "public.text public.item public.calendar-event", "vcs vcal", "text/x-vcalendar"),
        row("com.apple.internet-location", "public.stored-url public.data"),
        row("com.apple.web-internet-location", "com.apple.internet-location", "webloc"),
        row("com.microsoft.internet-shortcut", "public.stored-url public.data", "url", "application/x-mswinurl"),
        row("public.bookmark"),
        row("public.database"),
        row("public.log", "public.item"),
        row("com.apple.log", "public.plain-text public.log", "log", "text/x-log"),
        row("public.playlist"),
        row("com.apple.linkpresentation.metadata", "public.data"),
    ]

    private static let text: [Row] = [
        row("public.text", "public.data public.content"),
        row("public.plain-text", "public.text", "txt text", "text/plain"),
        row("public.utf8-plain-text", "public.plain-text", "", "text/plain;charset=utf-8"),
        row("public.utf16-external-plain-text", "public.plain-text", "", "text/plain;charset=utf-16"),
        row("public.utf16-plain-text", "public.plain-text"),
        row("public.delimited-values-text", "public.text"),
        row(
            "public.comma-separated-values-text", "public.plain-text public.delimited-values-text", "csv",
            "text/csv text/comma-separated-values"),
        row(
            "public.tab-separated-values-text", "public.plain-text public.delimited-values-text", "tsv",
            "text/tab-separated-values"),
        row("public.utf8-tab-separated-values-text", "public.tab-separated-values-text public.utf8-plain-text"),
        row("public.rtf", "public.text", "rtf", "text/rtf application/rtf"),
        row("public.html", "public.text", "html htm shtml shtm", "text/html"),
        row("public.xml", "public.text", "xml", "application/xml text/xml"),
        row("public.xhtml", "public.xml", "xhtml xhtm xht", "application/xhtml+xml"),
        row("public.rss", "public.xml", "rss", "application/rss+xml"),
        row("public.yaml", "public.text", "yml yaml", "application/x-yaml application/yaml"),
        row("public.css", "public.text", "css", "text/css"),
        row("public.patch-file", "public.plain-text", "patch diff", "text/x-patch"),
        row("public.json", "public.text", "json", "application/json"),
        row("public.ndjson", "public.text", "ndjson", "application/x-ndjson"),
        row("public.geojson", "public.json", "geojson", "application/geo+json"),
        row("com.apple.haptics.ahap", "public.json public.haptics-content", "ahap"),
        row("public.haptics-content"),
        row("net.daringfireball.markdown", "public.utf8-plain-text", "md markdown mdown mkd", "text/markdown"),
        row("org.w3.webvtt", "public.text", "vtt", "text/vtt"),
        row("com.apple.property-list", "public.data", "plist"),
        row("com.apple.xml-property-list", "public.xml com.apple.property-list", "plist"),
        row("com.apple.binary-property-list", "com.apple.property-list", "plist"),
        row("com.apple.ascii-property-list", "public.text com.apple.property-list", "plist"),
        row("com.apple.ink.inktext", "public.data"),
    ]

    private static let code: [Row] = [
        row("public.source-code", "public.plain-text"),
        row("public.assembly-source", "public.source-code", "s"),
        row("public.c-source", "public.source-code", "c", "text/x-csrc"),
        row("public.objective-c-source", "public.source-code", "m", "text/x-objcsrc"),
        row("public.swift-source", "public.source-code", "swift", "text/x-swift"),
        row("public.c-plus-plus-source", "public.source-code", "cp cpp c++ cc cxx", "text/x-c++src"),
        row("public.objective-c-plus-plus-source", "public.source-code", "mm", "text/x-objc++src"),
        row("public.c-header", "public.source-code", "h", "text/x-chdr"),
        row("public.c-plus-plus-header", "public.source-code", "hh hp hpp hxx h++ ipp", "text/x-c++hdr"),
        row("com.sun.java-source", "public.source-code", "java jav", "text/x-java"),
        row("public.fortran-source", "public.source-code", "f for", "text/x-fortran"),
        row("public.pascal-source", "public.source-code", "pas", "text/x-pascal"),
        row("public.ada-source", "public.source-code", "ada adb ads", "text/x-adasrc"),
        row("public.script", "public.source-code"),
        row("com.apple.applescript.text", "public.script", "applescript"),
        row("com.apple.applescript.script", "public.data public.script", "scpt"),
        row("com.apple.applescript.script-bundle", "com.apple.bundle com.apple.package public.script", "scptd"),
        row(
            "com.netscape.javascript-source", "public.script public.executable", "js jscript javascript mjs",
            "text/javascript application/javascript application/x-javascript"),
        row("public.shell-script", "public.script", "sh", "application/x-shellscript"),
        row("public.bash-script", "public.shell-script", "bash"),
        row("public.csh-script", "public.shell-script", "csh", "application/x-csh"),
        row("public.ksh-script", "public.shell-script", "ksh"),
        row("public.zsh-script", "public.shell-script", "zsh"),
        row("public.perl-script", "public.shell-script", "pl pm", "text/x-perl-script application/x-perl text/x-perl"),
        row("public.python-script", "public.shell-script", "py", "text/x-python-script text/x-python text/x-python3"),
        row("public.ruby-script", "public.shell-script", "rb rbw", "text/x-ruby-script application/x-ruby"),
        row(
            "public.php-script", "public.shell-script", "php php3 php4 ph3 ph4 phtml",
            "text/php text/x-php-script application/php application/x-php"),
        row("public.make-source", "public.script", "make mak gmk mk", "text/x-makefile"),
    ]

    private static let documents: [Row] = [
        row("com.adobe.pdf", "public.data public.composite-content", "pdf", "application/pdf"),
        row("com.apple.rtfd", "com.apple.package public.composite-content", "rtfd"),
        row("com.apple.flat-rtfd", "public.data public.composite-content"),
        row("com.apple.txn.text-multimedia-data", "public.data public.composite-content"),
        row("com.apple.webarchive", "public.data public.composite-content", "webarchive", "application/x-webarchive"),
        row("org.idpf.epub-container", "public.data public.composite-content", "epub", "application/epub+zip"),
        row("public.spreadsheet", "public.content"),
        row("public.presentation", "public.composite-content"),
        row("org.openxmlformats.openxml", "public.data"),
        row(
            "org.openxmlformats.wordprocessingml.document", "org.openxmlformats.openxml public.composite-content",
            "docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        row(
            "org.openxmlformats.spreadsheetml.sheet", "org.openxmlformats.openxml public.spreadsheet",
            "xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        row(
            "org.openxmlformats.presentationml.presentation", "org.openxmlformats.openxml public.presentation",
            "pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
        row("com.microsoft.word.doc", "public.data public.composite-content", "doc", "application/msword"),
        row("com.microsoft.excel.xls", "public.data public.spreadsheet", "xls", "application/vnd.ms-excel"),
        row(
            "com.microsoft.powerpoint.ppt", "public.data public.presentation", "ppt", "application/vnd.ms-powerpoint"),
        row("org.oasis-open.opendocument", "public.data"),
        row(
            "org.oasis-open.opendocument.text", "org.oasis-open.opendocument public.composite-content", "odt",
            "application/vnd.oasis.opendocument.text"),
        row(
            "org.oasis-open.opendocument.spreadsheet", "org.oasis-open.opendocument public.spreadsheet", "ods",
            "application/vnd.oasis.opendocument.spreadsheet"),
        row(
            "org.oasis-open.opendocument.presentation", "org.oasis-open.opendocument public.presentation", "odp",
            "application/vnd.oasis.opendocument.presentation"),
        row("com.rsa.pkcs-12", "public.data", "p12 pfx", "application/x-pkcs12 application/pkcs12"),
        row(
            "public.x509-certificate", "public.data", "cer der crt pem",
            "application/x-x509-ca-cert application/pkix-cert"),
        row("public.font", "public.data"),
        row("public.truetype-font", "public.font"),
        row("public.truetype-ttf-font", "public.truetype-font", "ttf", "font/ttf"),
        row("public.truetype-collection-font", "public.truetype-font", "ttc", "font/collection"),
        row("public.opentype-font", "public.font", "otf", "font/otf"),
        row("public.opentype-collection-font", "public.opentype-font", "otc"),
        row("public.3d-content", "public.content"),
        row("com.pixar.universal-scene-description", "public.3d-content public.data", "usd usda usdc"),
        row(
            "com.pixar.universal-scene-description-mobile", "public.3d-content public.data", "usdz",
            "model/vnd.usdz+zip"),
        row("com.apple.reality", "public.data", "reality", "model/vnd.reality"),
        row("com.apple.scenekit.scene", "public.data public.3d-content", "scn scnz"),
        row("com.apple.arobject", "public.data", "arobject"),
        row("public.geometry-definition-format", "public.3d-content public.text", "obj"),
        row("public.standard-tesselated-geometry-format", "public.3d-content public.data", "stl", "model/stl"),
        row("public.polygon-file-format", "public.3d-content public.data", "ply"),
        row("public.alembic", "public.3d-content public.data", "abc"),
    ]

    private static let images: [Row] = [
        row("public.image", "public.data public.content"),
        row("public.jpeg", "public.image", "jpeg jpg jpe", "image/jpeg image/jpg"),
        row("public.jpeg-2000", "public.image", "jp2 jpf jpx j2k j2c", "image/jp2"),
        row("public.jpeg-xl", "public.image", "jxl", "image/jxl"),
        row("public.tiff", "public.image", "tiff tif", "image/tiff"),
        row("com.apple.pict", "public.image", "pict pct pic", "image/pict image/x-pict"),
        row("com.compuserve.gif", "public.image", "gif", "image/gif"),
        row("public.png", "public.image", "png", "image/png"),
        row("com.apple.quicktime-image", "public.image", "qtif qti", "image/x-quicktime"),
        row("com.apple.icns", "public.image", "icns", "image/x-icns"),
        row("com.microsoft.bmp", "public.image", "bmp", "image/bmp"),
        row("com.microsoft.ico", "public.image", "ico", "image/vnd.microsoft.icon image/x-icon"),
        row("public.camera-raw-image", "public.image", "", "image/x-dcraw"),
        row("com.adobe.raw-image", "public.camera-raw-image", "dng", "image/x-adobe-dng"),
        row("public.svg-image", "public.image public.xml", "svg svgz", "image/svg+xml"),
        row("com.apple.live-photo"),
        row("public.heif-standard", "public.image"),
        row("public.heif", "public.heif-standard", "heif", "image/heif"),
        row("public.heic", "public.heif-standard", "heic", "image/heic"),
        row("public.heics", "public.heif-standard", "heics", "image/heic-sequence"),
        row("org.webmproject.webp", "public.image", "webp", "image/webp"),
        row("com.ilm.openexr-image", "public.image", "exr", "image/x-exr"),
        row("com.adobe.photoshop-image", "public.image", "psd", "image/vnd.adobe.photoshop"),
        row("public.xbitmap-image", "public.image", "xbm", "image/x-xbitmap"),
    ]

    private static let media: [Row] = [
        row("public.audiovisual-content", "public.data public.content"),
        row("public.movie", "public.audiovisual-content"),
        row("public.video", "public.movie"),
        row("public.audio", "public.audiovisual-content"),
        row("com.apple.quicktime-movie", "public.movie", "mov qt", "video/quicktime"),
        row(
            "public.mpeg", "public.movie", "mpg mpeg mpe m75 m15", "video/mpeg video/mpg video/x-mpeg video/x-mpg"),
        row("public.mpeg-2-video", "public.video", "m2v", "video/mpeg2 video/mpeg2-video"),
        row("public.mpeg-2-transport-stream", "public.movie", "ts", "video/mp2t"),
        row("public.mpeg-4", "public.movie", "mp4 mpg4", "video/mp4 video/mp4v-es"),
        row("com.apple.m4v-video", "public.mpeg-4", "m4v", "video/x-m4v"),
        row("com.apple.protected-mpeg-4-video", "com.apple.m4v-video"),
        row("public.avi", "public.movie", "avi vfw", "video/avi video/msvideo video/x-msvideo"),
        row("public.3gpp", "public.movie", "3gp 3gpp sdv", "video/3gpp audio/3gpp"),
        row("public.3gpp2", "public.movie", "3g2 3gp2", "video/3gpp2 audio/3gpp2"),
        row("public.dv-movie", "public.movie", "dv dif", "video/x-dv video/dv"),
        row(
            "public.mp3", "public.audio", "mp3 mpga",
            "audio/mpeg audio/mpeg3 audio/mpg audio/mp3 audio/x-mpeg audio/x-mpeg3 audio/x-mpg audio/x-mp3"),
        row("public.mp2", "public.audio", "mp2", "audio/mp2"),
        row("public.mpeg-4-audio", "public.audio", "mp4 mpg4", "audio/mp4 audio/mp4a-latm"),
        row("com.apple.m4a-audio", "public.mpeg-4-audio", "m4a", "audio/x-m4a"),
        row("com.apple.protected-mpeg-4-audio", "public.audio", "m4p"),
        row("com.apple.protected-mpeg-4-audio-b", "com.apple.protected-mpeg-4-audio", "m4b"),
        row("public.aac-audio", "public.audio", "aac adts", "audio/aac audio/x-aac"),
        row("public.ac3-audio", "public.audio", "ac3", "audio/ac3"),
        row("public.au-audio", "public.audio", "au snd", "audio/basic"),
        row("public.aifc-audio", "public.audio", "aifc", "audio/x-aifc"),
        row("public.aiff-audio", "public.aifc-audio", "aiff aif", "audio/aiff audio/x-aiff"),
        row("com.microsoft.waveform-audio", "public.audio", "wav wave bwf", "audio/vnd.wave audio/wav audio/x-wav"),
        row("public.midi-audio", "public.audio", "midi mid smf kar", "audio/midi audio/x-midi"),
        row("org.xiph.flac", "public.audio", "flac", "audio/flac"),
        row("org.3gpp.adaptive-multi-rate-audio", "public.audio", "amr", "audio/amr"),
        row("com.apple.coreaudio-format", "public.audio", "caf"),
        row(
            "public.m3u-playlist", "public.plain-text public.playlist", "m3u m3u8",
            "audio/mpegurl application/vnd.apple.mpegurl audio/x-mpegurl"),
        row("public.pls-playlist", "public.text public.playlist", "pls", "audio/x-scpls"),
    ]

    private static let files: [Row] = [
        row("public.unix-executable", "public.data public.executable"),
        row("public.elf-binary", "public.data public.executable", "", "application/x-executable"),
        row("public.object-code", "public.data public.executable", "o", "application/x-object"),
        row("com.apple.application", "public.executable"),
        row("com.apple.application-file", "com.apple.application public.data"),
        row(
            "com.microsoft.windows-executable", "public.data public.executable", "exe",
            "application/x-msdownload application/x-ms-dos-executable"),
        row("com.sun.java-class", "public.data public.executable", "class", "application/x-java"),
        row(
            "com.sun.java-archive", "public.zip-archive public.executable", "jar",
            "application/java-archive application/x-java-archive"),
    ]

    private static let packages: [Row] = [
        row("public.folder", "public.directory", "", "inode/directory"),
        row("public.volume", "public.folder"),
        row("com.apple.package", "public.directory"),
        row("com.apple.bundle", "public.directory"),
        row("com.apple.localizable-name-bundle", "com.apple.bundle"),
        row(
            "com.apple.application-bundle",
            "com.apple.application com.apple.localizable-name-bundle com.apple.package", "app"),
        row("com.apple.plugin", "com.apple.bundle com.apple.package", "plugin"),
        row("com.apple.metadata-importer", "com.apple.plugin", "mdimporter"),
        row("com.apple.quicklook-generator", "com.apple.plugin", "qlgenerator"),
        row("com.apple.xpc-service", "com.apple.bundle com.apple.package", "xpc"),
        row("com.apple.application-and-system-extension", "com.apple.xpc-service", "appex"),
        row("com.apple.framework", "com.apple.bundle", "framework"),
        row("com.apple.systempreference.prefpane", "com.apple.package com.apple.bundle", "prefpane"),
    ]

    private static let archives: [Row] = [
        row("public.archive"),
        row("public.disk-image", "public.archive"),
        row("public.iso-image", "public.data public.disk-image", "iso", "application/x-cd-image"),
        row("com.apple.disk-image-udif", "public.data public.disk-image", "dmg udif", "application/x-apple-diskimage"),
        row("org.gnu.gnu-tar-archive", "public.data public.archive", "gtar", "application/x-gtar"),
        row("public.tar-archive", "org.gnu.gnu-tar-archive", "tar", "application/x-tar application/tar"),
        row("org.gnu.gnu-zip-archive", "public.data public.archive", "gz gzip", "application/x-gzip application/gzip"),
        row("org.gnu.gnu-zip-tar-archive", "org.gnu.gnu-zip-archive", "tgz", "application/x-compressed-tar"),
        row(
            "public.bzip2-archive", "public.data public.archive", "bz2 bz",
            "application/x-bzip2 application/x-bzip application/bzip2 application/bzip application/x-bz2"),
        row(
            "public.tar-bzip2-archive", "public.bzip2-archive", "tbz2 tbz",
            "application/x-bzip-compressed-tar application/x-bzip2-compressed-tar"),
        row("com.pkware.zip-archive", "public.data public.archive"),
        row(
            "public.zip-archive", "com.pkware.zip-archive", "zip",
            "application/zip application/x-zip application/x-zip-compressed"),
        row("com.apple.archive", "public.data public.archive", "aar yaa"),
        row("com.apple.xar-archive", "public.data public.archive", "xar", "application/x-xar"),
        row("public.cpio-archive", "public.data public.archive", "cpio pax", "application/x-cpio"),
        row("public.z-archive", "public.data public.archive", "z", "application/x-compress"),
    ]
}
