internal import ActivityModel
internal import BatonBus

/// `baton apps show ID`: one app's manifest and switches.
enum AppsShow {
    static let verb = Verb("apps show", operands: [Operand("ID", .app)]) { session in
        let app = try await session.call(AppsMethods.show, session.invocation.required(0))
        session.output.answer(app.json, lines(app))
        return .done
    }

    private static func lines(_ app: AppInfo) -> [Line] {
        let manifest = app.manifest
        var fields = [
            (Texts.fieldName, manifest.name), (Texts.fieldID, manifest.id),
            (Texts.fieldVersion, manifest.version ?? ""),
            (Texts.fieldTeam, manifest.team), (Texts.fieldState, app.running ? Texts.running : Texts.notRunning),
        ]
        fields += AppSwitches.Name.allCases.map { ($0.rawValue, app.switches[$0] ? Texts.on : Texts.off) }
        fields.append((Texts.fieldTypes, manifest.activityTypes.joined(separator: ", ")))
        fields.append((Texts.fieldSchemes, manifest.urlSchemes.joined(separator: ", ")))
        fields.append((Texts.fieldDomains, manifest.associatedDomains.joined(separator: ", ")))
        fields.append((Texts.fieldFolder, manifest.folder))
        fields += (manifest.extensions ?? []).map { (Texts.fieldExtension, description($0)) }
        return fields.filter { !$0.1.isEmpty }.map { Line("\($0.0): ", .strong) + Line($0.1) }
    }

    private static func description(_ program: AppExtension) -> String {
        ([program.point.rawValue, program.executable] + program.contentTypes).joined(separator: ", ")
    }
}
