// The type identifiers of Core Services, under Apple's names. New code has `UTType` of UniformTypeIdentifiers.
//
// On Apple's systems they are `CFString`s, which Swift has on no other system. They are `String`s here, so that both
// `kUTTypeText as String` and `kUTTypeText` where a `String` is wanted compile, without a warning.

/// What nearly everything on disk is: files and directories (`public.item`).
public let kUTTypeItem: String = "public.item"
/// What holds something for people to look at: documents, pasteboard data, document packages (`public.content`).
public let kUTTypeContent: String = "public.content"
/// Content with content of other kinds in it: `public.composite-content`.
public let kUTTypeCompositeContent: String = "public.composite-content"
/// A message: mail, chat (`public.message`).
public let kUTTypeMessage: String = "public.message"
/// A person or an organisation to reach: `public.contact`.
public let kUTTypeContact: String = "public.contact"
/// An archive of files and directories: `public.archive`.
public let kUTTypeArchive: String = "public.archive"
/// What can be mounted as a volume: `public.disk-image`.
public let kUTTypeDiskImage: String = "public.disk-image"
/// A stream of bytes, in a file or in memory: `public.data`.
public let kUTTypeData: String = "public.data"
/// A directory: a folder, or a package that looks like one file (`public.directory`).
public let kUTTypeDirectory: String = "public.directory"
/// What stands for another item: symbolic links, aliases (`com.apple.resolvable`).
public let kUTTypeResolvable: String = "com.apple.resolvable"
/// A symbolic link: `public.symlink`.
public let kUTTypeSymLink: String = "public.symlink"
/// What can be run: `public.executable`.
public let kUTTypeExecutable: String = "public.executable"
/// Where a volume is mounted: `com.apple.mount-point`.
public let kUTTypeMountPoint: String = "com.apple.mount-point"
/// A complete alias file: `com.apple.alias-file`.
public let kUTTypeAliasFile: String = "com.apple.alias-file"
/// The data of an alias: `com.apple.alias-record`.
public let kUTTypeAliasRecord: String = "com.apple.alias-record"
/// The data of a URL's bookmark: `com.apple.bookmark`.
public let kUTTypeURLBookmarkData: String = "com.apple.bookmark"
/// The bytes of a URL: `public.url`.
public let kUTTypeURL: String = "public.url"
/// The bytes of a URL of the scheme `file`: `public.file-url`.
public let kUTTypeFileURL: String = "public.file-url"
/// Text of any kind, markup included: `public.text`.
public let kUTTypeText: String = "public.text"
/// Text without markup, of no certain encoding: `public.plain-text`.
public let kUTTypePlainText: String = "public.plain-text"
/// Text without markup, in UTF-8: `public.utf8-plain-text`.
public let kUTTypeUTF8PlainText: String = "public.utf8-plain-text"
/// Text without markup, in UTF-16 with a byte order mark, else big-endian: `public.utf16-external-plain-text`.
public let kUTTypeUTF16ExternalPlainText: String = "public.utf16-external-plain-text"
/// Text without markup, in UTF-16 of the machine's byte order: `public.utf16-plain-text`.
public let kUTTypeUTF16PlainText: String = "public.utf16-plain-text"
/// Text of values between delimiters: `public.delimited-values-text`.
public let kUTTypeDelimitedText: String = "public.delimited-values-text"
/// Values between commas (CSV): `public.comma-separated-values-text`.
public let kUTTypeCommaSeparatedText: String = "public.comma-separated-values-text"
/// Values between tabulators: `public.tab-separated-values-text`.
public let kUTTypeTabSeparatedText: String = "public.tab-separated-values-text"
/// Values between tabulators, in UTF-8: `public.utf8-tab-separated-values-text`.
public let kUTTypeUTF8TabSeparatedText: String = "public.utf8-tab-separated-values-text"
/// Rich Text Format: `public.rtf`.
public let kUTTypeRTF: String = "public.rtf"
/// HTML of any version: `public.html`.
public let kUTTypeHTML: String = "public.html"
/// XML: `public.xml`.
public let kUTTypeXML: String = "public.xml"
/// Source code of any language: `public.source-code`.
public let kUTTypeSourceCode: String = "public.source-code"
/// Source code in assembly language: `public.assembly-source`.
public let kUTTypeAssemblyLanguageSource: String = "public.assembly-source"
/// Source code in C: `public.c-source`.
public let kUTTypeCSource: String = "public.c-source"
/// Source code in Objective-C: `public.objective-c-source`.
public let kUTTypeObjectiveCSource: String = "public.objective-c-source"
/// Source code in Swift: `public.swift-source`.
public let kUTTypeSwiftSource: String = "public.swift-source"
/// Source code in C++: `public.c-plus-plus-source`.
public let kUTTypeCPlusPlusSource: String = "public.c-plus-plus-source"
/// Source code in Objective-C++: `public.objective-c-plus-plus-source`.
public let kUTTypeObjectiveCPlusPlusSource: String = "public.objective-c-plus-plus-source"
/// A header of C: `public.c-header`.
public let kUTTypeCHeader: String = "public.c-header"
/// A header of C++: `public.c-plus-plus-header`.
public let kUTTypeCPlusPlusHeader: String = "public.c-plus-plus-header"
/// Source code in Java: `com.sun.java-source`.
public let kUTTypeJavaSource: String = "com.sun.java-source"
/// Source code of any scripting language: `public.script`.
public let kUTTypeScript: String = "public.script"
/// AppleScript as text: `com.apple.applescript.text`.
public let kUTTypeAppleScript: String = "com.apple.applescript.text"
/// A compiled script of the Open Scripting Architecture: `com.apple.applescript.script`.
public let kUTTypeOSAScript: String = "com.apple.applescript.script"
/// A script of the Open Scripting Architecture as a bundle: `com.apple.applescript.script-bundle`.
public let kUTTypeOSAScriptBundle: String = "com.apple.applescript.script-bundle"
/// JavaScript: `com.netscape.javascript-source`.
public let kUTTypeJavaScript: String = "com.netscape.javascript-source"
/// A shell script: `public.shell-script`.
public let kUTTypeShellScript: String = "public.shell-script"
/// A Perl script: `public.perl-script`.
public let kUTTypePerlScript: String = "public.perl-script"
/// A Python script: `public.python-script`.
public let kUTTypePythonScript: String = "public.python-script"
/// A Ruby script: `public.ruby-script`.
public let kUTTypeRubyScript: String = "public.ruby-script"
/// A PHP script: `public.php-script`.
public let kUTTypePHPScript: String = "public.php-script"
/// JSON: `public.json`.
public let kUTTypeJSON: String = "public.json"
/// A property list of any form: `com.apple.property-list`.
public let kUTTypePropertyList: String = "com.apple.property-list"
/// A property list in XML: `com.apple.xml-property-list`.
public let kUTTypeXMLPropertyList: String = "com.apple.xml-property-list"
/// A property list in binary: `com.apple.binary-property-list`.
public let kUTTypeBinaryPropertyList: String = "com.apple.binary-property-list"
/// PDF: `com.adobe.pdf`.
public let kUTTypePDF: String = "com.adobe.pdf"
/// Rich text with attachments, as a package: `com.apple.rtfd`.
public let kUTTypeRTFD: String = "com.apple.rtfd"
/// Rich text with attachments, as data: `com.apple.flat-rtfd`.
public let kUTTypeFlatRTFD: String = "com.apple.flat-rtfd"
/// Text and media of the Multilingual Text Engine: `com.apple.txn.text-multimedia-data`.
public let kUTTypeTXNTextAndMultimediaData: String = "com.apple.txn.text-multimedia-data"
/// A web page with what belongs to it, in WebKit's form: `com.apple.webarchive`.
public let kUTTypeWebArchive: String = "com.apple.webarchive"
/// An image of any format: `public.image`.
public let kUTTypeImage: String = "public.image"
/// JPEG: `public.jpeg`.
public let kUTTypeJPEG: String = "public.jpeg"
/// JPEG 2000: `public.jpeg-2000`.
public let kUTTypeJPEG2000: String = "public.jpeg-2000"
/// TIFF: `public.tiff`.
public let kUTTypeTIFF: String = "public.tiff"
/// A QuickDraw picture: `com.apple.pict`.
public let kUTTypePICT: String = "com.apple.pict"
/// GIF: `com.compuserve.gif`.
public let kUTTypeGIF: String = "com.compuserve.gif"
/// PNG: `public.png`.
public let kUTTypePNG: String = "public.png"
/// A QuickTime image: `com.apple.quicktime-image`.
public let kUTTypeQuickTimeImage: String = "com.apple.quicktime-image"
/// Icons in Apple's form: `com.apple.icns`.
public let kUTTypeAppleICNS: String = "com.apple.icns"
/// A Windows bitmap: `com.microsoft.bmp`.
public let kUTTypeBMP: String = "com.microsoft.bmp"
/// Icons in Microsoft's form: `com.microsoft.ico`.
public let kUTTypeICO: String = "com.microsoft.ico"
/// Raw data of a camera, of any make: `public.camera-raw-image`.
public let kUTTypeRawImage: String = "public.camera-raw-image"
/// SVG: `public.svg-image`.
public let kUTTypeScalableVectorGraphics: String = "public.svg-image"
/// A Live Photo: `com.apple.live-photo`.
public let kUTTypeLivePhoto: String = "com.apple.live-photo"
/// Sound, pictures in motion, or both: `public.audiovisual-content`.
public let kUTTypeAudiovisualContent: String = "public.audiovisual-content"
/// What may have both pictures in motion and sound: `public.movie`.
public let kUTTypeMovie: String = "public.movie"
/// Pictures in motion, without sound: `public.video`.
public let kUTTypeVideo: String = "public.video"
/// Sound, without pictures: `public.audio`.
public let kUTTypeAudio: String = "public.audio"
/// A QuickTime movie: `com.apple.quicktime-movie`.
public let kUTTypeQuickTimeMovie: String = "com.apple.quicktime-movie"
/// An MPEG-1 or MPEG-2 movie: `public.mpeg`.
public let kUTTypeMPEG: String = "public.mpeg"
/// MPEG-2 video: `public.mpeg-2-video`.
public let kUTTypeMPEG2Video: String = "public.mpeg-2-video"
/// An MPEG-2 transport stream: `public.mpeg-2-transport-stream`.
public let kUTTypeMPEG2TransportStream: String = "public.mpeg-2-transport-stream"
/// MP3: `public.mp3`.
public let kUTTypeMP3: String = "public.mp3"
/// An MPEG-4 movie: `public.mpeg-4`.
public let kUTTypeMPEG4: String = "public.mpeg-4"
/// MPEG-4 audio: `public.mpeg-4-audio`.
public let kUTTypeMPEG4Audio: String = "public.mpeg-4-audio"
/// MPEG-4 audio under Apple's protection: `com.apple.protected-mpeg-4-audio`.
public let kUTTypeAppleProtectedMPEG4Audio: String = "com.apple.protected-mpeg-4-audio"
/// An MPEG-4 movie under Apple's protection: `com.apple.protected-mpeg-4-video`.
public let kUTTypeAppleProtectedMPEG4Video: String = "com.apple.protected-mpeg-4-video"
/// An AVI movie: `public.avi`.
public let kUTTypeAVIMovie: String = "public.avi"
/// AIFF audio: `public.aiff-audio`.
public let kUTTypeAudioInterchangeFileFormat: String = "public.aiff-audio"
/// WAVE audio: `com.microsoft.waveform-audio`.
public let kUTTypeWaveformAudio: String = "com.microsoft.waveform-audio"
/// MIDI: `public.midi-audio`.
public let kUTTypeMIDIAudio: String = "public.midi-audio"
/// A playlist of any format: `public.playlist`.
public let kUTTypePlaylist: String = "public.playlist"
/// A playlist in M3U form: `public.m3u-playlist`.
public let kUTTypeM3UPlaylist: String = "public.m3u-playlist"
/// A directory that people look into: `public.folder`.
public let kUTTypeFolder: String = "public.folder"
/// The root folder of a volume: `public.volume`.
public let kUTTypeVolume: String = "public.volume"
/// A directory that looks like one file: `com.apple.package`.
public let kUTTypePackage: String = "com.apple.package"
/// A directory in one of the layouts of bundles: `com.apple.bundle`.
public let kUTTypeBundle: String = "com.apple.bundle"
/// A plug-in as a bundle: `com.apple.plugin`.
public let kUTTypePluginBundle: String = "com.apple.plugin"
/// A plug-in that describes files to Spotlight: `com.apple.metadata-importer`.
public let kUTTypeSpotlightImporter: String = "com.apple.metadata-importer"
/// A plug-in that makes previews: `com.apple.quicklook-generator`.
public let kUTTypeQuickLookGenerator: String = "com.apple.quicklook-generator"
/// An XPC service: `com.apple.xpc-service`.
public let kUTTypeXPCService: String = "com.apple.xpc-service"
/// A framework: `com.apple.framework`.
public let kUTTypeFramework: String = "com.apple.framework"
/// An application: `com.apple.application`.
public let kUTTypeApplication: String = "com.apple.application"
/// An application as a bundle: `com.apple.application-bundle`.
public let kUTTypeApplicationBundle: String = "com.apple.application-bundle"
/// A classic application in one file: `com.apple.application-file`.
public let kUTTypeApplicationFile: String = "com.apple.application-file"
/// A Unix executable in one file: `public.unix-executable`.
public let kUTTypeUnixExecutable: String = "public.unix-executable"
/// A Windows executable: `com.microsoft.windows-executable`.
public let kUTTypeWindowsExecutable: String = "com.microsoft.windows-executable"
/// A class of Java: `com.sun.java-class`.
public let kUTTypeJavaClass: String = "com.sun.java-class"
/// An archive of Java: `com.sun.java-archive`.
public let kUTTypeJavaArchive: String = "com.sun.java-archive"
/// A pane of System Preferences: `com.apple.systempreference.prefpane`.
public let kUTTypeSystemPreferencesPane: String = "com.apple.systempreference.prefpane"
/// A gzip archive: `org.gnu.gnu-zip-archive`.
public let kUTTypeGNUZipArchive: String = "org.gnu.gnu-zip-archive"
/// A bzip2 archive: `public.bzip2-archive`.
public let kUTTypeBzip2Archive: String = "public.bzip2-archive"
/// A zip archive: `public.zip-archive`.
public let kUTTypeZipArchive: String = "public.zip-archive"
/// A spreadsheet of any format: `public.spreadsheet`.
public let kUTTypeSpreadsheet: String = "public.spreadsheet"
/// A presentation of any format: `public.presentation`.
public let kUTTypePresentation: String = "public.presentation"
/// A database: `public.database`.
public let kUTTypeDatabase: String = "public.database"
/// A contact in vCard form: `public.vcard`.
public let kUTTypeVCard: String = "public.vcard"
/// Something to do: `public.to-do-item`.
public let kUTTypeToDoItem: String = "public.to-do-item"
/// An event of a calendar: `public.calendar-event`.
public let kUTTypeCalendarEvent: String = "public.calendar-event"
/// An e-mail message: `public.email-message`.
public let kUTTypeEmailMessage: String = "public.email-message"
/// A file that holds an address on the network, in one of Apple's forms: `com.apple.internet-location`.
public let kUTTypeInternetLocation: String = "com.apple.internet-location"
/// Handwriting of the Ink framework: `com.apple.ink.inktext`.
public let kUTTypeInkText: String = "com.apple.ink.inktext"
/// A font: `public.font`.
public let kUTTypeFont: String = "public.font"
/// A bookmark: `public.bookmark`.
public let kUTTypeBookmark: String = "public.bookmark"
/// A thing or scene in three dimensions, of any format: `public.3d-content`.
public let kUTType3DContent: String = "public.3d-content"
/// Keys and certificates in PKCS #12 form: `com.rsa.pkcs-12`.
public let kUTTypePKCS12: String = "com.rsa.pkcs-12"
/// A certificate in X.509 form: `public.x509-certificate`.
public let kUTTypeX509Certificate: String = "public.x509-certificate"
/// An EPUB book: `org.idpf.epub-container`.
public let kUTTypeElectronicPublication: String = "org.idpf.epub-container"
/// A log: `public.log`.
public let kUTTypeLog: String = "public.log"
