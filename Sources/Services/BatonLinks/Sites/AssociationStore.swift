package import ActivityModel
package import ICUKit

/// What the user wants to open links to a host with.
package enum LinkChoice: String, Sendable, Hashable { case app, browser }

/// Where sites' files, what is known of them, and the user's choices are kept. What a call changes is durable when it
/// returns.
package protocol AssociationStore: Sendable {
    func load() async throws(BatonError) -> StoredAssociations
    func save(_ site: SiteRecord) async throws(BatonError)
    func remove(_ site: SiteKey) async throws(BatonError)
    /// `app` is what holds where nothing is written down.
    func save(_ choice: LinkChoice, for host: HostName) async throws(BatonError)
}

package struct StoredAssociations: Sendable {
    package var sites: [SiteRecord]
    package var choices: [HostName: LinkChoice]

    package init(sites: [SiteRecord] = [], choices: [HostName: LinkChoice] = [:]) {
        self.sites = sites
        self.choices = choices
    }
}
