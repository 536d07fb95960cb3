/// What decides which scene takes an event.
package struct SceneEvent: Sendable, Hashable {
    /// The routing key that an activity carries. nil is none; an empty one is a text of no characters.
    package var targetContentIdentifier: String?
    /// An activity's web page.
    package var webpageURL: String?
    /// What is to be opened, where the event is no activity.
    package var url: String?

    package init(targetContentIdentifier: String? = nil, webpageURL: String? = nil, url: String? = nil) {
        self.targetContentIdentifier = targetContentIdentifier
        self.webpageURL = webpageURL
        self.url = url
    }

    /// What conditions are compared with: an activity's `targetContentIdentifier`, else the text of its `webpageURL`; for
    /// something to open its address. Without any of them only `*` matches.
    ///
    /// Source: Apple's documentation of `handlesExternalEvents(preferring:allowing:)`; the last sentence is a choice.
    package var text: String? { targetContentIdentifier ?? webpageURL ?? url }
}
