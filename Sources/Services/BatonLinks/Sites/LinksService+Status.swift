internal import ActivityModel
internal import FoundationEssentials
internal import ICUKit

extension LinksService {
    /// Every entry of every app, in their order.
    package func status() -> [AssociationStatus] {
        apps.flatMap { app in app.entries.map { status($0, of: app) } }
    }

    private func status(_ entry: AppAssociations.Entry, of app: AppAssociations) -> AssociationStatus {
        var status = AssociationStatus(app: app.app, entry: entry.text, state: .unreadable, reason: "")
        status.service = entry.domain?.service
        status.domain = entry.domain?.pattern
        status.isDeveloper = entry.domain?.isDeveloper ?? false
        switch entry.fault {
        case .unreadable(let what): status.reason = what
        case .tooMany(let what): (status.state, status.reason) = (.tooMany, what)
        case nil:
            guard let domain = entry.domain else { return status }
            complete(&status, domain, app)
        }
        return status
    }

    private func complete(_ status: inout AssociationStatus, _ domain: AssociatedDomain, _ app: AppAssociations) {
        let developer = domain.isDeveloper ? sites[SiteKey(domain.domain, isDeveloper: true)] : nil
        let site = developer ?? sites[SiteKey(domain.domain)]
        status.lastCheck = site?.record.lastCheck
        status.nextCheck = site?.record.nextCheck
        status.choice = choices[domain.domain]
        (status.state, status.reason) = state(of: site, domain, app)
    }

    private func state(
        of site: Site?, _ domain: AssociatedDomain, _ app: AppAssociations
    ) -> (AssociationStatus.State, String) {
        let name = domain.domain.unicode
        guard let wholeID = app.wholeID else {
            return (
                .noTeam,
                "the entitlements of \(app.app) give no com.apple.developer.team-identifier, so no site can list it"
            )
        }
        if !domain.isWildcard, choices[domain.domain] == .browser {
            return (.off, "you have chosen the browser; `baton links prefer \(domain.domain.ascii) app` changes it")
        }
        guard let site else { return (.notFetched, "it is not fetched") }
        let verdict = site.record.verdict
        guard let file = site.file else {
            switch verdict {
            case .denied(let reason): return (.denied, "\(name): \(reason)")
            case .broken(let reason): return (.broken, "\(name): \(reason)")
            case .unreachable(let reason), .local(let reason): return (.unreachable, "\(name): \(reason)")
            case .unknown, .good: return (.notFetched, waiting(site, domain))
            }
        }
        guard file.lists(wholeID, for: domain.service) else {
            let why = "the file of \(name) does not list \(wholeID) under \(domain.service.rawValue)"
            guard !verdict.reason.isEmpty else { return (.notListed, why) }
            let date = site.record.fileDate.map(LinkDecision.day) ?? ""
            return (.notListed, "\(why); that is the one of \(date), since now \(verdict.reason)")
        }
        if verdict.reason.isEmpty { return (.approved, "the file of \(name) lists \(wholeID)") }
        let date = site.record.fileDate.map(LinkDecision.day) ?? ""
        return (.earlier, "the file of \(date) is used: \(name): \(verdict.reason)")
    }

    private func waiting(_ site: Site, _ domain: AssociatedDomain) -> String {
        if SiteKey.isLocal(domain.domain), !site.record.key.isDeveloper {
            return domain.isDeveloper
                ? "it is this machine: `baton links fetch \(domain.domain.ascii) --ca FILE --port N` fetches it"
                : "it is this machine, which is fetched in developer mode only: name it with ?mode=developer"
        }
        return running[site.record.key] == nil ? "it waits for its turn" : "it is being fetched"
    }
}
