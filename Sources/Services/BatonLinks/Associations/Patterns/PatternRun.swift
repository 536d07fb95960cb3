/// One pattern on one text: token by token, with all the places at once that the part before can have ended at. Time is
/// in proportion to the pattern and to the text's words of 64 bytes, whatever the pattern is; nothing goes back.
struct PatternRun<Positions: PositionSet> {
    /// Where the part of the pattern that was read can end.
    private enum Reached {
        case nowhere
        case at(Int)
        /// At any character from this one on.
        case from(Int)
        case several(Positions)
    }

    private let text: PatternText
    private let tables: PositionTables<Positions>
    private let variables: [Variable]
    private let work: MatchWork

    init(_ text: PatternText, _ tables: PositionTables<Positions>, _ variables: [Variable], _ work: MatchWork) {
        self.text = text
        self.tables = tables
        self.variables = variables
        self.work = work
    }

    private var count: Int { text.bytes.count }

    func matches(_ pattern: Pattern) throws(MatchWork.Spent) -> Bool {
        switch try ends(of: pattern, from: .at(0), isWhole: true) {
        case .nowhere: false
        case .at(let place): place == count
        case .from: true
        case .several(let places): places.contains(count)
        }
    }

    /// - Parameter isWhole: whether only the end of the text counts.
    private func ends(of pattern: Pattern, from start: Reached, isWhole: Bool) throws(MatchWork.Spent) -> Reached {
        var reached = start
        for (index, token) in pattern.tokens.enumerated() {
            try work.spend(1)
            switch token {
            case .literal(let from, let to):
                let isLast = isWhole && index == pattern.tokens.count - 1
                reached = try after(pattern.literals[Int(from)..<Int(to)], reached, isLast: isLast)
            case .character: reached = try afterCharacter(reached)
            case .run: reached = try afterRun(reached)
            case .variable(let number): reached = try after(number, reached)
            case .nothing: return .nowhere
            }
            if case .nowhere = reached { return .nowhere }
        }
        return reached
    }

    private func after(_ literal: ArraySlice<UInt8>, _ reached: Reached, isLast: Bool) throws(MatchWork.Spent)
        -> Reached
    {
        var places: Positions
        switch reached {
        case .nowhere: return .nowhere
        case .at(let place): return try isThere(literal, at: place) ? .at(place + literal.count) : .nowhere
        case .from(let place) where isLast:
            let start = count - literal.count
            guard start >= place, try isThere(literal, at: start) else { return .nowhere }
            return .at(count)
        case .from(let place): places = try all(from: place)
        case .several(let several): places = several
        }
        for byte in literal {
            try work.spend(places.wordCount)
            places.formIntersection(try tables.places(of: byte, work))
            guard !places.isEmpty else { return .nowhere }
            places.shift(by: 1)
        }
        return simplest(places)
    }

    private func isThere(_ literal: ArraySlice<UInt8>, at place: Int) throws(MatchWork.Spent) -> Bool {
        guard count - place >= literal.count else { return false }
        try work.spend(literal.count / 8)
        return text.bytes[place..<place + literal.count] == literal
    }

    private func afterCharacter(_ reached: Reached) throws(MatchWork.Spent) -> Reached {
        switch reached {
        case .nowhere: return .nowhere
        case .at(let place): return place < count ? .at(text.end(ofCharacterAt: place)) : .nowhere
        case .from(let place): return place < count ? .from(text.end(ofCharacterAt: place)) : .nowhere
        case .several(var places):
            try work.spend(places.wordCount * (text.isASCII ? 1 : 5))
            var end = Positions(count: count)
            end.insert(count)
            places.subtract(end)
            places.shift(by: 1)
            guard !text.isASCII else { return simplest(places) }
            // A character has four bytes at most.
            let starts = try tables.characterStarts(work)
            var result = places
            result.formIntersection(starts)
            for _ in 0..<3 {
                places.subtract(starts)
                places.shift(by: 1)
                var arrived = places
                arrived.formIntersection(starts)
                result.formUnion(arrived)
            }
            return simplest(result)
        }
    }

    private func afterRun(_ reached: Reached) throws(MatchWork.Spent) -> Reached {
        switch reached {
        case .nowhere: return .nowhere
        case .at(let place), .from(let place): return .from(place)
        case .several(let places):
            try work.spend(places.wordCount)
            return places.lowest.map(Reached.from) ?? .nowhere
        }
    }

    // MARK: Variables

    private func after(_ number: Int32, _ reached: Reached) throws(MatchWork.Spent) -> Reached {
        switch variables[Int(number)] {
        case .characters(let set): return try after(set, reached)
        case .values(let list):
            var sum = try after(list, number, reached)
            for pattern in list.patterns {
                sum = try united(sum, ends(of: pattern, from: reached, isWhole: false))
            }
            return sum
        }
    }

    private func after(_ set: ByteSet, _ reached: Reached) throws(MatchWork.Spent) -> Reached {
        var places: Positions
        switch reached {
        case .nowhere: return .nowhere
        case .at(let place):
            return place < count && set.contains(text.bytes[place]) ? .at(place + 1) : .nowhere
        case .from(let place): places = try all(from: place)
        case .several(let several): places = several
        }
        try work.spend(places.wordCount)
        places.formIntersection(try tables.places(of: set, work))
        places.shift(by: 1)
        return simplest(places)
    }

    private func after(_ list: ValueList, _ number: Int32, _ reached: Reached) throws(MatchWork.Spent) -> Reached {
        let places: Positions
        switch reached {
        case .nowhere: return .nowhere
        case .at(let place):
            var first: Int?
            var several: Positions?
            let looked = list.lengths(in: text.bytes, at: place) { length in
                if let first, several == nil {
                    several = Positions(count: count)
                    several?.insert(first)
                }
                first = first ?? place + length
                several?.insert(place + length)
            }
            try work.spend(looked + (several?.wordCount ?? 0))
            return several.map(Reached.several) ?? first.map(Reached.at) ?? .nowhere
        case .from(let place): places = try all(from: place)
        case .several(let several): places = several
        }
        var sum = Positions(count: count)
        for value in try tables.places(of: list, number: number, work) {
            try work.spend(3 * places.wordCount)
            var starts = places
            starts.formIntersection(value.starts)
            starts.shift(by: value.length)
            sum.formUnion(starts)
        }
        return simplest(sum)
    }

    // MARK: Sets

    private func all(from place: Int) throws(MatchWork.Spent) -> Positions {
        var places = Positions(count: count)
        try work.spend(places.wordCount)
        places.insert(from: place, through: count)
        if !text.isASCII { places.formIntersection(try tables.characterStarts(work)) }
        return places
    }

    private func simplest(_ places: Positions) -> Reached {
        if places.isEmpty { return .nowhere }
        return places.only.map(Reached.at) ?? .several(places)
    }

    private func united(_ a: Reached, _ b: Reached) throws(MatchWork.Spent) -> Reached {
        switch (a, b) {
        case (.nowhere, let other), (let other, .nowhere): return other
        case (.at(let x), .at(let y)) where x == y: return a
        case (.from(let x), .from(let y)): return .from(min(x, y))
        case (.from(let x), .at(let y)) where y >= x: return a
        case (.at(let y), .from(let x)) where y >= x: return b
        default:
            var sum = try places(a)
            try work.spend(sum.wordCount)
            sum.formUnion(try places(b))
            return simplest(sum)
        }
    }

    private func places(_ reached: Reached) throws(MatchWork.Spent) -> Positions {
        switch reached {
        case .nowhere: return Positions(count: count)
        case .from(let place): return try all(from: place)
        case .several(let places): return places
        case .at(let place):
            var places = Positions(count: count)
            try work.spend(places.wordCount)
            places.insert(place)
            return places
        }
    }
}
