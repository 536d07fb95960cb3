// Numbers of an app's are any: infinite, none at all, larger than what GTK counts with.

extension Double {
    /// Nothing larger can be drawn, and several of them can still be added up.
    private static let longest = 16_000.0

    /// A length in whole pixels.
    var pixels: Int { isNaN ? 0 : Int(Swift.min(Swift.max(self, -Self.longest), Self.longest).rounded()) }

    /// A length or a factor, as CSS can have it: it knows nothing infinite.
    var css: Double { isNaN ? 0 : Swift.min(Swift.max(self, -Self.longest), Self.longest) }

    /// How often as large: no letter can be drawn that is larger still.
    var factor: Double { isNaN ? 0 : Swift.min(Swift.max(self, -40), 40) }

    /// A part of a whole, as of a color.
    var part: Double { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
