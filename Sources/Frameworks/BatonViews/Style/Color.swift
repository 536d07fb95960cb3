internal import Glibc

/// A color: one of the platform's, which follow the desktop's style, or one of its own.
public struct Color: Hashable, Sendable {
    package enum Storage: Hashable, Sendable {
        /// Components of sRGB and the opacity, 0 to 1.
        case components(red: Double, green: Double, blue: Double, opacity: Double)
        case named(Named, opacity: Double)
        /// Of the app's resources.
        case asset(String, opacity: Double)
    }

    package enum Named: String, Hashable, Sendable, CaseIterable {
        case primary, secondary, accent
        case red, orange, yellow, green, mint, teal, cyan, blue, indigo, purple, pink, brown, gray
    }

    /// What the components of a color count in. They are kept as sRGB: of display P3, what sRGB has of it.
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB, sRGBLinear, displayP3

        func sRGB(_ red: Double, _ green: Double, _ blue: Double) -> (Double, Double, Double) {
            func linear(_ value: Double) -> Double {
                value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            func encoded(_ value: Double) -> Double {
                let value = min(max(value, 0), 1)
                return value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
            }
            switch self {
            case .sRGB: return (red, green, blue)
            case .sRGBLinear: return (encoded(red), encoded(green), encoded(blue))
            case .displayP3:
                let (r, g, b) = (linear(red), linear(green), linear(blue))
                return (
                    encoded(1.2249 * r - 0.2247 * g), encoded(-0.0420 * r + 1.0419 * g),
                    encoded(-0.0197 * r - 0.0786 * g + 1.0979 * b)
                )
            }
        }
    }

    package let storage: Storage
    /// Whether it is another color on dark.
    package var isNamed: Bool { if case .named = storage { true } else { false } }

    private init(_ name: Named) { storage = .named(name, opacity: 1) }
    package init(storage: Storage) { self.storage = storage }

    public init(_ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1) {
        let (red, green, blue) = colorSpace.sRGB(red, green, blue)
        storage = .components(red: red, green: green, blue: blue, opacity: opacity)
    }
    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(colorSpace, red: white, green: white, blue: white, opacity: opacity)
    }
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        func component(_ n: Double) -> Double {
            let k = (n + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(k, 4 - k, 1))
        }
        storage = .components(red: component(5), green: component(3), blue: component(1), opacity: opacity)
    }

    public func opacity(_ opacity: Double) -> Color {
        switch storage {
        case .components(let red, let green, let blue, let old):
            Color(storage: .components(red: red, green: green, blue: blue, opacity: old * opacity))
        case .named(let name, let old): Color(storage: .named(name, opacity: old * opacity))
        case .asset(let name, let old): Color(storage: .asset(name, opacity: old * opacity))
        }
    }

    public static let primary = Color(.primary)
    public static let secondary = Color(.secondary)
    public static let accentColor = Color(.accent)
    public static let red = Color(.red)
    public static let orange = Color(.orange)
    public static let yellow = Color(.yellow)
    public static let green = Color(.green)
    public static let mint = Color(.mint)
    public static let teal = Color(.teal)
    public static let cyan = Color(.cyan)
    public static let blue = Color(.blue)
    public static let indigo = Color(.indigo)
    public static let purple = Color(.purple)
    public static let pink = Color(.pink)
    public static let brown = Color(.brown)
    public static let gray = Color(.gray)
    public static let white = Color(white: 1)
    public static let black = Color(white: 0)
    public static let clear = Color(white: 0, opacity: 0)
}

/// An area of one color.
package struct ColorElement: Element { package var color: Color }

extension Color: View {
    public typealias Body = Never
    public var body: Never { fatalError("Color has no body.") }
}
extension Color: NodeView {
    package func build(in node: Node) { node.setElement(ColorElement(color: self)) }
}

/// What fills a text, or an area.
public protocol ShapeStyle: Sendable {
    /// For the framework.
    var _color: Color? { get }
}

extension Color: ShapeStyle { public var _color: Color? { self } }

/// The style of what is said first, second, third.
public struct HierarchicalShapeStyle: ShapeStyle {
    package let color: Color
    public var _color: Color? { color }
    public static let primary = HierarchicalShapeStyle(color: .primary)
    public static let secondary = HierarchicalShapeStyle(color: .secondary)
    public static let tertiary = HierarchicalShapeStyle(color: .secondary.opacity(0.7))
    public static let quaternary = HierarchicalShapeStyle(color: .secondary.opacity(0.5))
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { .primary }
    public static var secondary: HierarchicalShapeStyle { .secondary }
    public static var tertiary: HierarchicalShapeStyle { .tertiary }
    public static var quaternary: HierarchicalShapeStyle { .quaternary }
}

extension ShapeStyle where Self == Color {
    public static var accentColor: Color { .accentColor }
    public static var red: Color { .red }
    public static var orange: Color { .orange }
    public static var yellow: Color { .yellow }
    public static var green: Color { .green }
    public static var mint: Color { .mint }
    public static var teal: Color { .teal }
    public static var cyan: Color { .cyan }
    public static var blue: Color { .blue }
    public static var indigo: Color { .indigo }
    public static var purple: Color { .purple }
    public static var pink: Color { .pink }
    public static var brown: Color { .brown }
    public static var gray: Color { .gray }
    public static var white: Color { .white }
    public static var black: Color { .black }
    public static var clear: Color { .clear }
}
