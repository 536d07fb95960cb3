package import FoundationEssentials

/// Something that reads bytes from outside, as a function of the bytes: what the fuzzers call millions of times, and
/// the tests with every input that is kept in `Fuzzers/Corpus` and `Fuzzers/Found`.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// Messages cut out of a stream, and read as those of the handshake and of the link.
    case frame
    /// An invitation's text, and addresses.
    case invitation
    /// An app's Info.plist and entitlements.
    case manifest
    /// Payloads in the canonical encoding.
    case canonical
    /// Device lists, and what becomes of two of them.
    case devices
    /// Arguments of D-Bus calls.
    case bus
    /// Texts that are folded and cut into words.
    case words
    /// Queries of the search language.
    case query
    /// A site's association file, and an address that it decides.
    case association
    /// Web addresses, and entries of an app's list of domains.
    case link
    /// A scene's predicate, and an identifier that it is evaluated with.
    case predicate

    /// A property that does not hold for an input. The process ends where something worse happens.
    package struct Finding: Error, CustomStringConvertible {
        package let description: String
    }

    package func run(_ bytes: Data) throws(Finding) {
        switch self {
        case .frame: try FrameInput.run(bytes)
        case .invitation: try InvitationInput.run(bytes)
        case .manifest: try ManifestInput.run(bytes)
        case .canonical: try CanonicalInput.run(bytes)
        case .devices: try DeviceListInput.run(bytes)
        case .bus: try BusInput.run(bytes)
        case .words: try WordsInput.run(bytes)
        case .query: try QueryInput.run(bytes)
        case .association: try AssociationInput.run(bytes)
        case .link: try LinkInput.run(bytes)
        case .predicate: try PredicateInput.run(bytes)
        }
    }

    static func check(_ holds: Bool, _ property: @autoclosure () -> String) throws(Finding) {
        if !holds { throw Finding(description: property()) }
    }
}
