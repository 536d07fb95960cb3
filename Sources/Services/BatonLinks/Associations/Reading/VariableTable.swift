/// The variables of a file: its own and the predefined ones, compiled for the ways of comparing letters that its rules
/// use.
struct VariableTable {
    private struct Key: Hashable {
        let name: [UInt8]
        let letterCase: LetterCase
    }

    private var own: [[UInt8]: [String]] = [:]
    private var numbers: [Key: Int32] = [:]
    private(set) var compiled: [Variable] = []
    /// The names that patterns use.
    private(set) var used: Set<[UInt8]> = []

    /// Names differ by their bytes: `é` in two spellings is two names.
    mutating func define(_ name: String, as values: [String]) { own[Array(name.utf8)] = values }

    func isDefined(_ name: [UInt8]) -> Bool {
        own[name] != nil || Variable.predefinedNames.contains { $0.utf8.elementsEqual(name) }
    }

    /// The file's own come before the predefined ones.
    mutating func token(for name: [UInt8], _ letterCase: LetterCase) -> Pattern.Token {
        used.insert(name)
        let key = Key(name: name, letterCase: letterCase)
        if let known = numbers[key] { return .variable(known) }
        let variable =
            own[name].map { Variable.values(ValueList($0, letterCase)) }
            ?? Variable.predefined(String(decoding: name, as: UTF8.self), letterCase)
        guard let variable else { return .nothing }
        let number = Int32(compiled.count)
        compiled.append(variable)
        numbers[key] = number
        return .variable(number)
    }
}
