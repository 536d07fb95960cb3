import Testing

/// The verbs against a fake daemon, one at a time: both ends of a connection authenticate on GLib's pool of ten threads,
/// and many clients at once in one process would leave none for the servers that they wait for.
@Suite(.serialized) enum VerbTests {}
