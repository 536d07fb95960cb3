// The types that Apple's systems declare, under Apple's names: text, code, documents and data about people and time.

extension UTType {
    /// Text of any kind, markup included: `public.text`.
    public static let text = system("public.text")
    /// Text without markup, of no certain encoding: `public.plain-text`.
    public static let plainText = system("public.plain-text")
    /// Text without markup, in UTF-8: `public.utf8-plain-text`.
    public static let utf8PlainText = system("public.utf8-plain-text")
    /// Text without markup, in UTF-16 with a byte order mark, else big-endian: `public.utf16-external-plain-text`.
    public static let utf16ExternalPlainText = system("public.utf16-external-plain-text")
    /// Text without markup, in UTF-16 of the machine's byte order: `public.utf16-plain-text`.
    public static let utf16PlainText = system("public.utf16-plain-text")
    /// Text of values between delimiters: `public.delimited-values-text`.
    public static let delimitedText = system("public.delimited-values-text")
    /// Values between commas (CSV): `public.comma-separated-values-text`.
    public static let commaSeparatedText = system("public.comma-separated-values-text")
    /// Values between tabulators: `public.tab-separated-values-text`.
    public static let tabSeparatedText = system("public.tab-separated-values-text")
    /// Values between tabulators, in UTF-8: `public.utf8-tab-separated-values-text`.
    public static let utf8TabSeparatedText = system("public.utf8-tab-separated-values-text")
    /// Rich Text Format: `public.rtf`.
    public static let rtf = system("public.rtf")
    /// Rich text with attachments, as a package: `com.apple.rtfd`.
    public static let rtfd = system("com.apple.rtfd")
    /// Rich text with attachments, as data: `com.apple.flat-rtfd`.
    public static let flatRTFD = system("com.apple.flat-rtfd")
    /// HTML of any version: `public.html`.
    public static let html = system("public.html")
    /// XML: `public.xml`.
    public static let xml = system("public.xml")
    /// YAML: `public.yaml`.
    public static let yaml = system("public.yaml")
    /// Cascading style sheets: `public.css`.
    public static let css = system("public.css")
    /// JSON: `public.json`.
    public static let json = system("public.json")
    /// GeoJSON: `public.geojson`.
    public static let geoJSON = system("public.geojson")
    /// Markdown: `net.daringfireball.markdown`.
    public static let markdown = system("net.daringfireball.markdown")
    /// A property list of any form: `com.apple.property-list`.
    public static let propertyList = system("com.apple.property-list")
    /// A property list in XML: `com.apple.xml-property-list`.
    public static let xmlPropertyList = system("com.apple.xml-property-list")
    /// A property list in binary: `com.apple.binary-property-list`.
    public static let binaryPropertyList = system("com.apple.binary-property-list")
    /// Source code of any language: `public.source-code`.
    public static let sourceCode = system("public.source-code")
    /// Source code in assembly language: `public.assembly-source`.
    public static let assemblyLanguageSource = system("public.assembly-source")
    /// Source code in C: `public.c-source`.
    public static let cSource = system("public.c-source")
    /// Source code in Objective-C: `public.objective-c-source`.
    public static let objectiveCSource = system("public.objective-c-source")
    /// Source code in Swift: `public.swift-source`.
    public static let swiftSource = system("public.swift-source")
    /// Source code in C++: `public.c-plus-plus-source`.
    public static let cPlusPlusSource = system("public.c-plus-plus-source")
    /// Source code in Objective-C++: `public.objective-c-plus-plus-source`.
    public static let objectiveCPlusPlusSource = system("public.objective-c-plus-plus-source")
    /// A header of C: `public.c-header`.
    public static let cHeader = system("public.c-header")
    /// A header of C++: `public.c-plus-plus-header`.
    public static let cPlusPlusHeader = system("public.c-plus-plus-header")
    /// Source code of any scripting language: `public.script`.
    public static let script = system("public.script")
    /// AppleScript as text: `com.apple.applescript.text`.
    public static let appleScript = system("com.apple.applescript.text")
    /// A compiled script of the Open Scripting Architecture: `com.apple.applescript.script`.
    public static let osaScript = system("com.apple.applescript.script")
    /// A script of the Open Scripting Architecture as a bundle: `com.apple.applescript.script-bundle`.
    public static let osaScriptBundle = system("com.apple.applescript.script-bundle")
    /// JavaScript: `com.netscape.javascript-source`.
    public static let javaScript = system("com.netscape.javascript-source")
    /// A shell script: `public.shell-script`.
    public static let shellScript = system("public.shell-script")
    /// A Perl script: `public.perl-script`.
    public static let perlScript = system("public.perl-script")
    /// A Python script: `public.python-script`.
    public static let pythonScript = system("public.python-script")
    /// A Ruby script: `public.ruby-script`.
    public static let rubyScript = system("public.ruby-script")
    /// A PHP script: `public.php-script`.
    public static let phpScript = system("public.php-script")
    /// A makefile: `public.make-source`.
    public static let makefile = system("public.make-source")
    /// PDF: `com.adobe.pdf`.
    public static let pdf = system("com.adobe.pdf")
    /// A web page with what belongs to it, in WebKit's form: `com.apple.webarchive`.
    public static let webArchive = system("com.apple.webarchive")
    /// An EPUB book: `org.idpf.epub-container`.
    public static let epub = system("org.idpf.epub-container")
    /// A spreadsheet of any format: `public.spreadsheet`.
    public static let spreadsheet = system("public.spreadsheet")
    /// A presentation of any format: `public.presentation`.
    public static let presentation = system("public.presentation")
    /// A database: `public.database`.
    public static let database = system("public.database")
    /// A message: mail, chat (`public.message`).
    public static let message = system("public.message")
    /// An e-mail message: `public.email-message`.
    public static let emailMessage = system("public.email-message")
    /// A person or an organisation to reach: `public.contact`.
    public static let contact = system("public.contact")
    /// A contact in vCard form: `public.vcard`.
    public static let vCard = system("public.vcard")
    /// Something to do: `public.to-do-item`.
    public static let toDoItem = system("public.to-do-item")
    /// An event of a calendar: `public.calendar-event`.
    public static let calendarEvent = system("public.calendar-event")
    /// A font: `public.font`.
    public static let font = system("public.font")
    /// Keys and certificates in PKCS #12 form: `com.rsa.pkcs-12`.
    public static let pkcs12 = system("com.rsa.pkcs-12")
    /// A certificate in X.509 form: `public.x509-certificate`.
    public static let x509Certificate = system("public.x509-certificate")
    /// A log: `public.log`.
    public static let log = system("public.log")
    /// A pattern for haptics, in Apple's form: `com.apple.haptics.ahap`.
    public static let ahap = system("com.apple.haptics.ahap")
    /// What Link Presentation keeps of a link: `com.apple.linkpresentation.metadata`.
    public static let linkPresentationMetadata = system("com.apple.linkpresentation.metadata")
}
