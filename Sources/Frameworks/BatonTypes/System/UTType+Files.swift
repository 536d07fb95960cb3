// The types that Apple's systems declare, under Apple's names: files, directories, programs, archives.

extension UTType {
    /// What nearly everything on disk is: files and directories (`public.item`).
    public static let item = system("public.item")
    /// What holds something for people to look at: documents, pasteboard data, document packages (`public.content`).
    public static let content = system("public.content")
    /// Content with content of other kinds in it: `public.composite-content`.
    public static let compositeContent = system("public.composite-content")
    /// A stream of bytes, in a file or in memory: `public.data`.
    public static let data = system("public.data")
    /// A directory: a folder, or a package that looks like one file (`public.directory`).
    public static let directory = system("public.directory")
    /// A directory that people look into: `public.folder`.
    public static let folder = system("public.folder")
    /// The root folder of a volume: `public.volume`.
    public static let volume = system("public.volume")
    /// What can be mounted as a volume: `public.disk-image`.
    public static let diskImage = system("public.disk-image")
    /// What stands for another item: symbolic links, aliases (`com.apple.resolvable`).
    public static let resolvable = system("com.apple.resolvable")
    /// A symbolic link: `public.symlink`.
    public static let symbolicLink = system("public.symlink")
    /// Where a volume is mounted: `com.apple.mount-point`.
    public static let mountPoint = system("com.apple.mount-point")
    /// A complete alias file: `com.apple.alias-file`.
    public static let aliasFile = system("com.apple.alias-file")
    /// The data of a URL's bookmark: `com.apple.bookmark`.
    public static let urlBookmarkData = system("com.apple.bookmark")
    /// The bytes of a URL: `public.url`.
    public static let url = system("public.url")
    /// The bytes of a URL of the scheme `file`: `public.file-url`.
    public static let fileURL = system("public.file-url")
    /// A file that holds an address on the network, in one of Apple's forms: `com.apple.internet-location`.
    public static let internetLocation = system("com.apple.internet-location")
    /// A file that holds an address on the network, in Microsoft's form: `com.microsoft.internet-shortcut`.
    public static let internetShortcut = system("com.microsoft.internet-shortcut")
    /// A bookmark: `public.bookmark`.
    public static let bookmark = system("public.bookmark")
    /// What can be run: `public.executable`.
    public static let executable = system("public.executable")
    /// A Unix executable in one file: `public.unix-executable`.
    public static let unixExecutable = system("public.unix-executable")
    /// A Windows executable: `com.microsoft.windows-executable`.
    public static let exe = system("com.microsoft.windows-executable")
    /// An application: `com.apple.application`.
    public static let application = system("com.apple.application")
    /// An application as a bundle: `com.apple.application-bundle`.
    public static let applicationBundle = system("com.apple.application-bundle")
    /// An application's extension: `com.apple.application-and-system-extension`.
    public static let applicationExtension = system("com.apple.application-and-system-extension")
    /// A directory that looks like one file: `com.apple.package`.
    public static let package = system("com.apple.package")
    /// A directory in one of the layouts of bundles: `com.apple.bundle`.
    public static let bundle = system("com.apple.bundle")
    /// A plug-in as a bundle: `com.apple.plugin`.
    public static let pluginBundle = system("com.apple.plugin")
    /// A plug-in that describes files to Spotlight: `com.apple.metadata-importer`.
    public static let spotlightImporter = system("com.apple.metadata-importer")
    /// A plug-in that makes previews: `com.apple.quicklook-generator`.
    public static let quickLookGenerator = system("com.apple.quicklook-generator")
    /// An XPC service: `com.apple.xpc-service`.
    public static let xpcService = system("com.apple.xpc-service")
    /// A framework: `com.apple.framework`.
    public static let framework = system("com.apple.framework")
    /// A pane of System Preferences: `com.apple.systempreference.prefpane`.
    public static let systemPreferencesPane = system("com.apple.systempreference.prefpane")
    /// An archive of files and directories: `public.archive`.
    public static let archive = system("public.archive")
    /// A gzip archive: `org.gnu.gnu-zip-archive`.
    public static let gzip = system("org.gnu.gnu-zip-archive")
    /// A bzip2 archive: `public.bzip2-archive`.
    public static let bz2 = system("public.bzip2-archive")
    /// A zip archive: `public.zip-archive`.
    public static let zip = system("public.zip-archive")
    /// An Apple Archive: `com.apple.archive`.
    public static let appleArchive = system("com.apple.archive")
    /// A tar archive: `public.tar-archive`.
    public static let tarArchive = system("public.tar-archive")

    /// One of the table of the system's types, which is a precondition.
    static func system(_ identifier: String) -> UTType {
        guard let record = TypeRegistry.own.declared(identifier) else {
            preconditionFailure("the system's types have no \(identifier); add its row to SystemTypes")
        }
        return UTType(record)
    }
}
