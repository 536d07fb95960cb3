/// Every declared type of this process: the system's, then the app's. Where both declare one identifier, the system's
/// is the one; for a tag, types come in the order of declaration.
struct TypeRegistry: Sendable {
    static let own = TypeRegistry(AppDeclarations.own)

    private(set) var all: [TypeRecord] = []
    private var byKey: [String: TypeRecord] = [:]
    let made = MadeTypes()
    private var byTag: [UTTagClass: [String: [TypeRecord]]] = [:]

    init(_ declarations: AppDeclarations) {
        for row in SystemTypes.rows {
            add(
                TypeRecord(
                    .declared, row.identifier, parents: row.parents, extensions: row.extensions,
                    mimeTypes: row.mimeTypes))
        }
        for record in declarations.records { add(record) }
    }

    private mutating func add(_ record: TypeRecord) {
        guard byKey[record.key] == nil else { return }
        byKey[record.key] = record
        all.append(record)
        for (tagClass, tags) in record.tags {
            for tag in tags { byTag[tagClass, default: [:]][tag, default: []].append(record) }
        }
    }

    func declared(_ identifier: String) -> TypeRecord? { byKey[identifier.lowercased()] }

    /// - Parameter tag: normalised.
    func declared(tag: String, tagClass: UTTagClass) -> [TypeRecord] { byTag[tagClass]?[tag] ?? [] }

    // MARK: Conformance

    /// What a type conforms to, directly or not, without itself, nearest first. A circle of declarations is no harm.
    func ancestors(of record: TypeRecord) -> [TypeRecord] {
        var (found, seen) = ([TypeRecord](), Set([record.key]))
        var waiting = [record][...]
        while let next = waiting.popFirst() {
            let parents = next.parents.compactMap { byKey[$0] } + (next.supertype.map { [$0] } ?? [])
            for parent in parents where seen.insert(parent.key).inserted {
                found.append(parent)
                waiting.append(parent)
            }
        }
        return found
    }

    func conforms(_ record: TypeRecord, to other: TypeRecord) -> Bool {
        record.key == other.key || ancestors(of: record).contains { $0.key == other.key }
    }
}
