internal import CReaderCurses
internal import ReaderCore

/// How styles look: quiet greys where the terminal has 256 colours, attributes alone where it has none or the user
/// wants none (`NO_COLOR`, https://no-color.org).
@MainActor struct Theme {
    private struct Look {
        var attributes: attr_t = 0
        var pair: Int16 = 0
    }

    private var looks: [Style: Look] = [:]

    init(environment: [String: String]) {
        let bold = reader_bold()
        let dim = reader_dim()
        let reverse = reader_reverse()
        looks = [
            .heading: Look(attributes: bold), .placeholder: Look(attributes: dim | reverse),
            .match: Look(attributes: reverse), .currentMatch: Look(attributes: reverse | bold),
            .bar: Look(attributes: reverse), .barStrong: Look(attributes: reverse | bold),
            .barFaint: Look(attributes: reverse), .panelStrong: Look(attributes: bold), .faint: Look(attributes: dim),
        ]
        let wantsColor = environment["NO_COLOR"].map(\.isEmpty) ?? true
        guard wantsColor, has_colors(), start_color() == OK, use_default_colors() == OK else { return }
        if reader_colors() >= 256 {
            add(.bar, 252, on: 236)
            add(.barStrong, 255, on: 236, bold)
            add(.barFaint, 247, on: 236)
            add(.placeholder, 173, on: -1)
            add(.match, 16, on: 186)
            add(.currentMatch, 16, on: 215, bold)
        } else if reader_colors() >= 8 {
            add(.match, 0, on: 3)
            add(.currentMatch, 0, on: 2)
        }
    }

    func apply(_ style: Style) {
        let look = looks[style] ?? Look()
        reader_set_style(look.attributes, look.pair)
    }

    private mutating func add(_ style: Style, _ ink: Int16, on paper: Int16, _ attributes: attr_t = 0) {
        let pair = Int16(looks.values.count(where: { $0.pair != 0 }) + 1)
        guard init_pair(pair, ink, paper) == OK else { return }
        looks[style] = Look(attributes: attributes, pair: pair)
    }
}
