internal import CBatonGLib
internal import CBatonSoup
package import FoundationEssentials
package import GLibKit

/// Gets one file over HTTPS, within limits: libsoup on the GLib thread.
///
/// Each exchange has a session of its own, and nothing is left of it: no connection, no cookie, no password, no cache. It
/// goes to the host itself, past any proxy: what counts as the site's answer must come from the site. `User-Agent` is
/// `Baton`; nothing else says who asks.
package actor Fetcher: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let time: TimeSource
    /// On which the deadline is looked after.
    private let watch: GLibThread

    /// - Parameters:
    ///   - thread: of the exchange. A site that sends faster than it is read keeps it busy.
    ///   - time: of `watch`.
    ///   - watch: another thread, so that the deadline passes all the same; nil for the same one.
    package init(thread: GLibThread, time: TimeSource, watch: GLibThread? = nil) {
        self.thread = thread
        self.time = time
        self.watch = watch ?? thread
    }

    /// The bytes of the file. A file that was sent without its length and whose connection is cut is returned as far as it
    /// came: libsoup does not tell the two ends apart, so whoever reads it must see that it is not whole. Ends by the request's deadline, and at once when the task is cancelled.
    package func get(_ request: FetchRequest) async throws(FetchFailure) -> Data {
        let cancellable = Cancellable()
        let timer = watch.task { [time] in
            if (try? await time.sleep(request.deadline)) != nil { cancellable.cancel() }
        }
        defer {
            timer.cancel()
            _ = malloc_trim(0)
        }
        let result: Result<Data, FetchFailure> = await withTaskCancellationHandler {
            do throws(FetchFailure) {
                return .success(try await exchange(request, cancellable))
            } catch {
                return .failure(error == .cancelled && !Task.isCancelled ? .timedOut : error)
            }
        } onCancel: {
            cancellable.cancel()
        }
        return try result.get()
    }

    private func exchange(_ request: FetchRequest, _ cancellable: Cancellable) async throws(FetchFailure) -> Data {
        guard let address = WebURI(request.url), address.isSecure, address.userInfo == nil,
            let made = soup_message_new("GET", request.url)
        else { throw .exchange("it is no https address") }
        let message = ObjectReference(adopting: made)
        soup_message_add_flags(made, SOUP_MESSAGE_NO_REDIRECT)
        soup_message_add_flags(made, SOUP_MESSAGE_COLLECT_METRICS)
        soup_message_headers_replace(soup_message_get_request_headers(made), "Connection", "close")
        Self.leaveOutDefaultAuthorities
        let addresses = try await resolve(address.host, cancellable)
        if !request.connectsAnywhere { try Self.checkArePublic(addresses) }
        let session = Self.makeSession(address.host, port: address.port ?? 443, addresses)
        if let authority = request.authority ?? Self.systemAuthorities {
            try Self.restrict(session, to: authority)
        }
        defer { soup_session_abort(session.typed()) }
        let body = try await send(message, session, cancellable)
        do throws(FetchFailure) {
            try Self.checkStatus(of: message)
            let data = try await read(body, maximum: request.maximumSize, cancellable)
            try Self.checkLength(of: message)
            await close(body, cancellable)
            return data
        } catch {
            // What the site still sends is not waited for.
            cancellable.cancel()
            await close(body, cancellable)
            throw error
        }
    }
}
