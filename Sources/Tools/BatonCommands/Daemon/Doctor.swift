internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials

/// `baton doctor`: what is missing on this system, and how to mend it. Prints nothing where all is well.
enum Doctor {
    static let verb = Verb("doctor") { try await run($0) }

    private static func run(_ session: Session) async throws -> ExitStatus {
        var findings = await LocalDiagnosis(session).findings()
        var notes: [String] = []
        if let hello = await session.daemon.daemon {
            if hello.version != BusProtocol.release {
                findings.append(
                    Finding(
                        what: Texts.doctorVersion(hello.version, BusProtocol.release), remedy: Texts.doctorVersionRemedy
                    ))
            }
            // The daemon looks at the same system: what both found is said once.
            for finding in try await session.call(SystemMethods.diagnose)
            where !findings.contains(where: { $0.what == finding.what }) {
                findings.append(finding)
            }
        }
        if session.environment["DBUS_SESSION_BUS_ADDRESS"] == nil { notes.append(Texts.doctorNoSessionBus) }
        session.output.answer(
            [
                "findings": .array(findings.map { ["what": .string($0.what), "remedy": .string($0.remedy)] }),
                "notes": .strings(notes),
            ],
            findings.map { Line($0.what, .bad) + Line(" — \($0.remedy)") })
        return findings.isEmpty ? .done : .no
    }
}
