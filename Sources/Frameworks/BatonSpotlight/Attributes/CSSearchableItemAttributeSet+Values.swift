internal import ActivityModel
internal import BatonTypes
internal import Foundation
internal import Synchronization
internal import UserActivity

// How the properties, which are written from the table of attributes, read and write the values.

extension CSSearchableItemAttributeSet {
    /// The text in every language it is there in; search takes the reader's.
    ///
    /// `attribute` is the name of an attribute that is a string, as in `title`; its property then reads as the text in
    /// the language of this process. On Apple's systems a `CSLocalizedString` can be assigned to the property itself; a
    /// Swift `String` on Linux keeps only one text. Another attribute is reported to `UserActivityDiagnostics`, and
    /// nothing is changed.
    public func setLocalizedString(_ string: CSLocalizedString?, forAttribute attribute: String) {
        guard AttributeTable[attribute]?.kind == .string else {
            return UserActivityDiagnostics.report(
                .error, "The attribute “\(attribute.prefix(80))” is none that holds a text; it was not set.")
        }
        set(attribute, string?.payload)
    }

    /// nil is remembered, for an update that removes the attribute.
    func set(_ name: String, _ value: PayloadValue?) { state.withLock { $0[name] = value ?? .null } }

    /// The value where it is set to something.
    private func value(_ name: String) -> PayloadValue? {
        let value = state.withLock { $0[name] }
        return value == .null ? nil : value
    }

    // MARK: By kind

    func text(_ name: String) -> String? { state.withLock { $0.text(name, languages: SpotlightCenter.languages) } }
    func setText(_ name: String, _ text: String?) { set(name, text.map { .string($0) }) }

    func texts(_ name: String) -> [String]? { value(name) == nil ? nil : state.withLock { $0.texts(name) } }
    func setTexts(_ name: String, _ texts: [String]?) { set(name, texts.map { .array($0.map { .string($0) }) }) }

    func number(_ name: String) -> NSNumber? { value(name)?.foundation as? NSNumber }
    func setNumber(_ name: String, _ number: NSNumber?) { setBridged(name, number) }

    func date(_ name: String) -> Date? { if case .date(let date)? = value(name) { date } else { nil } }
    func setDate(_ name: String, _ date: Date?) { setBridged(name, date) }

    func dates(_ name: String) -> [Date]? {
        guard case .array(let entries)? = value(name) else { return nil }
        return entries.compactMap { if case .date(let date) = $0 { date } else { nil } }
    }
    func setDates(_ name: String, _ dates: [Date]?) { setBridged(name, dates) }

    func url(_ name: String) -> URL? {
        switch value(name) {
        case .url(let url)?: url
        case .string(let text)?: URL(string: text)
        default: nil
        }
    }
    func setURL(_ name: String, _ url: URL?) { set(name, url.map { .url($0.absoluteURL) }) }

    func data(_ name: String) -> Data? { if case .data(let data)? = value(name) { data } else { nil } }
    func setData(_ name: String, _ data: Data?) { set(name, data.map { .data($0) }) }

    func persons(_ name: String) -> [CSPerson]? {
        guard case .array(let entries)? = value(name) else { return nil }
        return entries.compactMap(CSPerson.init(payload:))
    }
    func setPersons(_ name: String, _ persons: [CSPerson]?) { set(name, persons.map { .array($0.map(\.payload)) }) }

    func headers(_ name: String) -> [String: [Any]]? {
        guard let pairs = value(name)?.foundation as? [AnyHashable: Any] else { return nil }
        var headers: [String: [Any]] = [:]
        for case (let key as String, let values as [Any]) in pairs { headers[key] = values }
        return headers
    }
    func setHeaders(_ name: String, _ headers: [String: [Any]]?) { setBridged(name, headers) }

    func type(_ name: String) -> UTType? { text(name).flatMap { UTType($0) } }
    func setType(_ name: String, _ type: UTType?) { setText(name, type?.identifier) }

    /// What not every value of its Swift type can be: a number that is a decimal, a date that is no number. The mistake is
    /// reported, and the attribute keeps its value.
    private func setBridged(_ name: String, _ any: Any?) {
        guard let any else { return set(name, nil) }
        do throws(UserActivityError) {
            set(name, try PayloadBridge(root: name).value(any))
        } catch {
            UserActivityDiagnostics.report(error)
        }
    }
}
