internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import FoundationEssentials
internal import GLibKit

/// What is in a file, as an app's import extension says: `Describe` of `org.baton.Search1`. For the user's own programs,
/// and for apps outside of sandboxes, which can read the files themselves.
struct DescribeInterface: Sendable {
    let apps: AppsService

    func register(in router: inout BusRouter<ClientSession>) {
        router.on(SearchMethods.describe) { session, path, type, options in
            let path = try Arguments.checked(path, .file)
            let type = try Arguments.checked(type, .contentType)
            let app = try options.app.map { id throws(BatonError) in try Arguments.checked(id, .app) }
            if let app { _ = try await session.app(for: AppOptions(app: app)) }
            let file = try await apps.file(path, for: session.credentials)
            let importer = try await apps.importer(of: type, app: app)
            let request = ExtensionRequest(app: importer, .describe(path: file, contentType: type))
            do throws(BatonError) {
                return try checked(await apps.runExtension(request), of: importer)
            } catch {
                // An app is not told which others there are.
                guard let own = await session.ownApp, own != importer else { throw error }
                throw BatonError(error.code, "The extension that describes such files has failed.")
            }
        }
    }

    /// What an app says of a file is held to the rules of an item.
    private func checked(_ attributes: Data, of app: String) throws(BatonError) -> Data {
        var item = SearchableItem(uniqueIdentifier: "file")
        item.attributes = attributes
        do throws(BatonError) {
            return try item.validated().attributes
        } catch {
            throw BatonError(
                .invalidPayload, "The extension of \(app) described the file in attributes that are none.",
                cause: error.message)
        }
    }
}

extension Arguments.Kind {
    static let file = Arguments.Kind(name: "a file", limit: 4096, remedy: "give its absolute path")
    static let contentType = Arguments.Kind(
        name: "a content type", limit: ContentTypeLadder.maximumType,
        remedy: "give a uniform type identifier, such as public.plain-text, or a MIME type")
}
