internal import BatonApps
internal import GLibKit

/// Puts a launched app into a transient scope of the user's systemd, so that stopping the daemon's unit leaves it alone.
struct SystemdScopes: ScopeMaker {
    let bus: BusConnection

    func makeScope(named name: String, for pid: Int32, description: String) async throws {
        struct Property: Encodable {
            let name: String
            let value: Variant
            func encode(to encoder: any Encoder) throws {
                var members = encoder.unkeyedContainer()
                try members.encode(name)
                try members.encode(PlainVariant(value))
            }
        }
        let encoder = VariantEncoder()
        let properties = [
            Property(name: "PIDs", value: try encoder.encode([UInt32(bitPattern: pid)], as: "au")),
            Property(name: "Description", value: .string(description)),
            Property(name: "CollectMode", value: .string("inactive-or-failed")),
        ]
        _ = try await bus.call(
            destination: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
            interface: "org.freedesktop.systemd1.Manager", method: "StartTransientUnit",
            arguments: .tuple([
                .string(name), .string("fail"), encoder.encode(properties, as: "a(sv)"),
                encoder.encode([String](), as: "a(sa(sv))"),
            ]), timeout: .seconds(5), autoStart: false)
    }
}
