internal import FoundationEssentials
internal import Synchronization

/// A property list, XML or binary, read within limits: whatever the bytes are, this neither crashes nor grows.
enum PropertyList: Sendable, Hashable {
    case text(String)
    case dictionary([String: PropertyList])
    case list([PropertyList])
    case truth(Bool)
    case number(Double)
    case date(Date)
    case data(Data)

    static let maximumSize = 1024 * 1024

    struct Fault: Error, Sendable { let reason: String }

    /// What it is, for people.
    var kind: String {
        switch self {
        case .text: "a text"
        case .dictionary: "a dictionary"
        case .list: "a list"
        case .truth: "true or false"
        case .number: "a number"
        case .date: "a date"
        case .data: "data"
        }
    }

    init(_ bytes: [UInt8]) throws(Fault) {
        guard !bytes.isEmpty else { throw Fault(reason: "it is empty; expected an XML or binary property list") }
        guard bytes.count <= Self.maximumSize else { throw Fault(reason: "it is larger than 1 MiB") }
        if !bytes.starts(with: Array("bplist".utf8)) { try Self.checkXML(bytes) }
        let budget = Budget()
        let decoder = PropertyListDecoder()
        decoder.userInfo[Budget.key] = budget
        do {
            self = try decoder.decode(PropertyList.self, from: Data(bytes))
        } catch {
            if let reason = budget.reason { throw Fault(reason: reason) }
            throw Fault(reason: "it is a damaged property list" + Self.detail(error))
        }
    }

    /// Foundation's reader calls itself for each level of an XML list and overflows the stack at some ten thousand of
    /// them; its reader of old text lists, which apps have no use for, does the same. The count of all containers bounds
    /// their depth, and no comment or odd markup can hide one from it.
    private static func checkXML(_ bytes: [UInt8]) throws(Fault) {
        var start = bytes[...]
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
        start = start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let isXML = ["<?xml", "<!DOCTYPE", "<plist", "<!--"].contains { start.starts(with: Array($0.utf8)) }
        guard isXML else {
            let isOld = start.first == UInt8(ascii: "{")
            throw Fault(
                reason: isOld
                    ? "it is an old text property list; convert it to XML"
                    : "it is not a property list; expected XML or the binary form")
        }
        guard !bytes.contains(0), String(validating: bytes, as: UTF8.self) != nil else {
            throw Fault(reason: "it is not UTF-8 text; save it as UTF-8")
        }
        let marks = [Array("array".utf8), Array("dict".utf8)]
        var containers = 0
        for index in bytes.indices where bytes[index] == UInt8(ascii: "<") {
            let rest = bytes[(index + 1)...]
            if marks.contains(where: { rest.starts(with: $0) }) { containers += 1 }
        }
        guard containers <= 1000 else { throw Fault(reason: "it holds more than 1000 lists and dictionaries") }
    }

    /// What Foundation says about it: the line and the tag.
    private static func detail(_ error: any Error) -> String {
        guard case DecodingError.dataCorrupted(let context) = error, let below = context.underlyingError as? CocoaError,
            let text = below.userInfo["NSDebugDescription"] as? String
        else { return "" }
        return ": \(text.shown)"
    }
}

extension PropertyList: Decodable {
    init(from decoder: any Decoder) throws {
        guard let budget = decoder.userInfo[Budget.key] as? Budget else { throw PropertyList.Fault(reason: "") }
        try budget.enter(depth: decoder.codingPath.count)
        let value = try decoder.singleValueContainer()
        if let text = try? value.decode(String.self) {
            try budget.spend(text.utf8.count)
            self = .text(text)
        } else if let dictionary = try? value.decode([String: PropertyList].self) {
            self = .dictionary(dictionary)
        } else if let list = try? value.decode([PropertyList].self) {
            self = .list(list)
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let date = try? value.decode(Date.self) {
            self = .date(date)
        } else {
            let data = try value.decode(Data.self)
            try budget.spend(data.count)
            self = .data(data)
        }
    }

    /// A binary list may hold one object many times, or within itself: what is read is counted, not what is stored.
    private final class Budget: Sendable {
        static let key = CodingUserInfoKey(rawValue: "org.baton.budget")!
        private struct State {
            var values = 50_000
            var bytes = 4 * PropertyList.maximumSize
            var reason: String?
        }
        private let state = Mutex(State())

        var reason: String? { state.withLock { $0.reason } }

        func enter(depth: Int) throws(Fault) {
            try state.withLock { state throws(Fault) in
                state.values -= 1
                if depth > 32 { state.reason = "it is nested more than 32 levels deep" }
                if state.values < 0 { state.reason = "it holds more than 50000 values" }
                if let reason = state.reason { throw Fault(reason: reason) }
            }
        }

        func spend(_ bytes: Int) throws(Fault) {
            try state.withLock { state throws(Fault) in
                state.bytes -= bytes
                if state.bytes < 0 { state.reason = "its values are larger than 4 MiB together" }
                if let reason = state.reason { throw Fault(reason: reason) }
            }
        }
    }
}
