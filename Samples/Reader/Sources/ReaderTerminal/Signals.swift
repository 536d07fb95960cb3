internal import Dispatch
internal import Glibc

/// Signals as events of the main queue.
///
/// They are blocked in every thread, which is how libdispatch's signalfd comes to see them on Linux; so this is made
/// first, before anything starts a thread.
@MainActor package final class Signals {
    private var sources: [any DispatchSourceSignal] = []

    package init(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    package func on(_ signal: Int32, _ body: @escaping @MainActor () -> Void) {
        let source = DispatchSource.makeSignalSource(signal: signal, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated(body) }
        source.activate()
        sources.append(source)
    }
}
