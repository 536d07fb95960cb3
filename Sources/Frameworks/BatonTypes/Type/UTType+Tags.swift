extension UTType {
    /// The type of files with an extension, as far as a name can tell; case does not matter.
    ///
    /// - Parameters:
    ///   - filenameExtension: without its dot, as in `txt`; several parts as in `tar.gz` are looked up as a whole.
    ///   - supertype: what the type must conform to: usually `.data`, or `.package` for what is a folder on disk.
    /// - Returns: the first declared type, else a dynamic one. nil for what cannot be an extension: empty, more than
    ///   255 bytes, with a slash or a control character.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// The type of data that is sent as a MIME type; case does not matter. An alias that the shared MIME database knows
    /// gives the same type as the name itself; parameters count only where a type is declared with them.
    ///
    /// - Parameter supertype: what the type must conform to, usually `.data`.
    /// - Returns: the first declared type, else a dynamic one. nil for what is no MIME type (type, slash, subtype), or
    ///   has more than 255 bytes.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// The first of `types(tag:tagClass:conformingTo:)`; nil where there is none.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        guard let first = UTType.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
        self = first
    }

    /// Every declared type with a tag, the system's before the app's; else one dynamic type.
    ///
    /// - Parameters:
    ///   - tag: an extension without its dot, or a MIME type.
    ///   - tagClass: which of them it is. For any other class there are dynamic types alone.
    ///   - supertype: what they must conform to; nil for anything.
    /// - Returns: empty for what is no tag of that class, and where a dynamic type's identifier would pass 4096 bytes,
    ///   which takes dynamic supertypes of dynamic supertypes.
    public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
        guard let tag = tagClass.normalised(tag) else { return [] }
        return TypeRegistry.own.types(tag: tag, tagClass: tagClass, conformingTo: supertype?.record).map(UTType.init)
    }
}
