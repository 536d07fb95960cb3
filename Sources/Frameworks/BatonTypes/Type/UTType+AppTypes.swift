extension UTType {
    /// A type that the app declares as its own, in `UTExportedTypeDeclarations` of its `Info.plist`.
    ///
    /// Where nobody declares it, that is reported once, on standard error, and the result is an undeclared type with
    /// this identifier, no tags, and `parentType` as what it conforms to. Apple leaves open what comes then.
    ///
    /// - Parameter parentType: what an undeclared type is to conform to; nil is `.data`. A declared one conforms to
    ///   what its declaration says.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(app: identifier, key: "UTExportedTypeDeclarations", parentType)
    }

    /// A type of another app that this one declares too, in `UTImportedTypeDeclarations` of its `Info.plist`, so as to
    /// open its files.
    ///
    /// The result has this identifier, and is otherwise as `init(exportedAs:conformingTo:)` describes it.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(app: identifier, key: "UTImportedTypeDeclarations", parentType)
    }

    private init(app identifier: String, key: String, _ parentType: UTType?) {
        if let known = UTType(identifier) {
            self = known
            return
        }
        TypeDiagnostics.report(
            "the type \(identifier.prefix(AppDeclarations.longestIdentifier)) is not declared; declare it in \(key) of"
                + " the app's Info.plist, with its extensions and what it conforms to")
        record = TypeRecord(
            .undeclared, identifier, parents: [], supertype: (parentType ?? .data).record)
    }
}
