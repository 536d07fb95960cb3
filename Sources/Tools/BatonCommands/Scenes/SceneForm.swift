internal import ActivityModel
internal import FoundationEssentials
internal import JSONKit
internal import SceneRules

/// Reads the files of `baton scenes check`. They are written by hand: a key that means nothing here is told, and passed over.
struct SceneForm {
    struct Scenes {
        var style = SceneStyle.reuse
        var open: [OpenScene] = []
        var declarations: [SceneDeclaration] = []
    }

    /// What is passed over.
    private(set) var warnings: [String] = []
    private let root: JSONValue
    private let path: String

    /// - Parameter path: what the file is called in errors.
    /// - Throws: as all of this `CommandError`, wrong usage, naming the key and what is expected there.
    init(_ data: Data, path: String) throws {
        self.path = path
        let text: JSONText
        do throws(JSONFault) { text = try JSONText(parsing: data) } catch {
            throw Self.error(path, Texts.noJSON(error.description))
        }
        if let duplicate = text.duplicate { throw Self.error(path, Texts.noJSON(duplicate.description)) }
        root = text.value
    }

    // MARK: The scenes

    mutating func scenes() throws -> Scenes {
        let root = try object(self.root, nil, ["style", "open", "declarations"])
        var scenes = Scenes()
        let styles = SceneStyle.allCases.map(\.rawValue)
        if let value = root["style"], value != .null {
            guard let style = value.string.flatMap(SceneStyle.init) else {
                throw wrong("style", Texts.oneOf(styles), value, shown: value.string)
            }
            scenes.style = style
        }
        for (place, value) in try list(root["open"], "open") {
            let keys = try object(value, place, ["id", "preferring", "allowing", "prefers", "can"])
            scenes.open.append(OpenScene(id: try id(keys, place), takes: try takes(keys, place)))
        }
        for (place, value) in try list(root["declarations"], "declarations") {
            let keys = try object(value, place, ["id", "matching"])
            var matching: SceneConditions?
            if let value = keys["matching"], value != .null {
                matching = try conditions(value, "\(place).matching")
            }
            scenes.declarations.append(SceneDeclaration(id: try id(keys, place), matching: matching))
        }
        try once(scenes.open.map(\.id), "open")
        try once(scenes.declarations.map(\.id), "declarations")
        return scenes
    }

    private func takes(_ keys: JSONObject, _ place: String) throws -> OpenScene.Takes {
        let sets = try ["preferring", "allowing"].map { name in
            try given(keys[name]).map { try conditions($0, "\(place).\(name)") }
        }
        let predicates = try ["prefers", "can"].map { name in
            try given(keys[name]).map { try predicate($0, "\(place).\(name)") }
        }
        let (hasSets, hasPredicates) = (sets.contains { $0 != nil }, predicates.contains { $0 != nil })
        if hasSets, hasPredicates { throw Self.error(path, Texts.setsAndPredicates(place)) }
        if hasSets { return .conditions(preferring: sets[0] ?? [], allowing: sets[1] ?? []) }
        guard hasPredicates else { return .unsaid }
        return .predicates(prefers: predicates[0] ?? .falsePredicate, can: predicates[1] ?? .truePredicate)
    }

    private func predicate(_ value: JSONValue, _ place: String) throws -> ScenePredicate {
        guard let text = value.string else { throw wrong(place, Texts.aPredicate, value) }
        do throws(ScenePredicateFault) {
            return try ScenePredicate(parsing: text)
        } catch {
            throw Self.error(path, Texts.predicateWrong(place, error.column, error.what))
        }
    }

    private func conditions(_ value: JSONValue, _ place: String) throws -> SceneConditions {
        SceneConditions(
            try list(value, place).map { place, value in
                guard let text = value.string else { throw wrong(place, Texts.aString, value) }
                return text
            })
    }

    private func id(_ keys: JSONObject, _ place: String) throws -> String {
        guard let id = keys["id"]?.string, !id.isEmpty else {
            throw wrong("\(place).id", Texts.aNonEmptyString, keys["id"])
        }
        return id
    }

    private func once(_ ids: [String], _ place: String) throws {
        var seen: Set<String> = []
        for id in ids where !seen.insert(id).inserted { throw Self.error(path, Texts.sceneTwice(place, id)) }
    }

    // MARK: The event

    mutating func event() throws -> SceneEvent {
        let names = ["targetContentIdentifier", "webpageURL", "url"]
        let root = try object(self.root, nil, names)
        let texts = try names.map { name -> String? in
            guard let value = root[name], value != .null else { return nil }
            guard let text = value.string else { throw wrong(name, Texts.aString, value) }
            return text
        }
        return SceneEvent(targetContentIdentifier: texts[0], webpageURL: texts[1], url: texts[2])
    }

    // MARK: Values

    private mutating func object(_ value: JSONValue, _ place: String?, _ names: [String]) throws -> JSONObject {
        guard let object = value.object else { throw wrong(place, Texts.anObjectOf(names), value) }
        for member in object.members where !names.contains(member.name) {
            warnings.append(Texts.aboutFile(path, Texts.unknownKey(place, member.name, names)))
        }
        return object
    }

    /// The elements with their places.
    private func list(_ value: JSONValue?, _ place: String) throws -> [(String, JSONValue)] {
        guard let value = given(value) else { return [] }
        guard let values = value.array else { throw wrong(place, Texts.aList, value) }
        return values.enumerated().map { ("\(place)[\($0)]", $1) }
    }

    /// null says no more than that the key is not there.
    private func given(_ value: JSONValue?) -> JSONValue? { value == .null ? nil : value }

    /// - Parameter shown: the value itself, where that says more than what kind of value it is.
    private func wrong(
        _ place: String?, _ expected: String, _ value: JSONValue?, shown: String? = nil
    ) -> CommandError {
        Self.error(path, Texts.placeWrong(place, expected, shown.map { "“\($0.prefix(80))”" } ?? value?.kind))
    }

    private static func error(_ path: String, _ what: String) -> CommandError {
        CommandError(
            status: .wrongUsage, code: BatonError.Code.invalidArgument.rawValue, message: Texts.aboutFile(path, what))
    }
}
