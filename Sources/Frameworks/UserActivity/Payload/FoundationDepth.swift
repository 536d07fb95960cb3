internal import Foundation

/// How deep Foundation's containers are nested, found out before they are bridged.
///
/// On Linux, bridging one bridges all that it holds: a container that holds itself would end the process in there. A
/// mirror of it shows its elements as they are.
struct FoundationDepth {
    private var known: [ObjectIdentifier: Int] = [:]
    private var path: Set<ObjectIdentifier> = []

    /// - Returns: nil where it is more than `limit`, which a container in itself is too.
    static func of(_ any: Any, limit: Int) -> Int? {
        var depth = FoundationDepth()
        return depth.of(any, limit)
    }

    private mutating func of(_ any: Any, _ limit: Int) -> Int? {
        let type = type(of: any)
        let isDictionary = type is NSDictionary.Type
        guard isDictionary || type is NSArray.Type || type is NSSet.Type else { return 0 }
        let id = ObjectIdentifier(any as AnyObject)
        // What is held in two places is looked at once.
        if let depth = known[id] { return depth <= limit ? depth : nil }
        guard limit > 0, path.insert(id).inserted else { return nil }
        defer { path.remove(id) }
        var deepest = 0
        for child in Mirror(reflecting: any).children {
            let parts = isDictionary ? Mirror(reflecting: child.value).children.map(\.value) : [child.value]
            for part in parts {
                guard let depth = of(part, limit - 1) else { return nil }
                deepest = max(deepest, depth)
            }
        }
        known[id] = deepest + 1
        return deepest + 1
    }
}
