internal import CBatonGLib
internal import CBatonSoup
internal import FoundationEssentials
internal import GLibKit
internal import Glibc

// The steps of one exchange, in their order.

extension Fetcher {
    /// Bytes that are read at once.
    private static let portion = 16 * 1024
    /// Bytes of a file of authorities: the system's own have a quarter of that.
    private static let maximumAuthority = 1024 * 1024

    /// - Returns: the addresses of the host, 4 or 16 bytes each.
    func resolve(_ host: String, _ cancellable: Cancellable) async throws(FetchFailure) -> [[UInt8]] {
        let resolver = ObjectReference(adopting: g_resolver_get_default()!)
        let found: [[UInt8]]
        do throws(GLibError) {
            found = try await awaitResult { callback, data in
                g_resolver_lookup_by_name_async(resolver.typed(), host, cancellable.pointer, callback, data)
            } finish: { (_, result) throws(GLibError) in
                var error: UnsafeMutablePointer<GError>?
                let list = g_resolver_lookup_by_name_finish(resolver.typed(), result, &error)
                try throwIfSet(&error)
                defer { g_resolver_free_addresses(list) }
                var found: [[UInt8]] = []
                var link = list
                while let place = link {
                    let address = place.pointee.data.assumingMemoryBound(to: GInetAddress.self)
                    let count = Int(g_inet_address_get_native_size(address))
                    found.append(Array(UnsafeBufferPointer(start: g_inet_address_to_bytes(address), count: count)))
                    link = place.pointee.next
                }
                return found
            }
        } catch {
            throw FetchFailure(error)
        }
        guard !found.isEmpty else { throw .unresolved }
        return found
    }

    /// One address that is not public is enough: nobody can say which one the next connection would get.
    static func checkArePublic(_ addresses: [[UInt8]]) throws(FetchFailure) {
        for address in addresses {
            guard let fault = AddressKind.fault(of: address) else { continue }
            throw .privateAddress("\(text(of: address)) is a \(fault) address")
        }
    }

    /// A session that connects to these addresses alone: the name is looked up once, so that another answer to a second
    /// question gains nothing.
    static func makeSession(_ host: String, port: Int, _ addresses: [[UInt8]]) -> ObjectReference {
        var list: UnsafeMutablePointer<GList>?
        for address in addresses {
            list = g_list_append(list, g_inet_address_new_from_bytes(address, family(of: address)))
        }
        let pinned = ObjectReference(adopting: baton_pinned_host_new(host, guint(port), list)!)
        let session = ObjectReference(adopting: baton_session_new(pinned.raw, "Baton")!)
        // A site that asks for a password denies.
        soup_session_remove_feature_by_type(session.typed(), soup_auth_manager_get_type())
        return session
    }

    /// Where distributions keep the system's authorities in one file: Debian and Arch, Fedora, openSUSE, Alpine. nil: GIO's
    /// list counts, which is kept for good.
    static var systemAuthorities: String? {
        [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
            "/etc/ssl/cert.pem",
        ].first { access($0, R_OK) == 0 }
    }

    /// glib-networking gives each connection GIO's list of the system's authorities before libsoup can name another one; the
    /// list is 3 MB, and is never freed (measured). So the process gets an empty one, and each exchange reads a file of
    /// authorities, which goes with it. Nothing else here trusts the web's authorities: devices know each other's keys.
    static let leaveOutDefaultAuthorities: Void = {
        if systemAuthorities != nil { baton_no_authorities_by_default() }
    }()

    /// Has the authorities in the file count, and none else.
    static func restrict(_ session: ObjectReference, to authority: String) throws(FetchFailure) {
        var status = Glibc.stat()
        // A pipe would hold up the thread.
        guard stat(authority, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= maximumAuthority
        else { throw .certificate("the file of authorities \(authority) cannot be read") }
        var error: UnsafeMutablePointer<GError>?
        let database = g_tls_file_database_new(authority, &error)
        do throws(GLibError) { try throwIfSet(&error) } catch {
            let reason = FetchFailure.printable(error.message)
            throw .certificate("the file of authorities \(authority) cannot be read: \(reason)")
        }
        guard let database else { throw .certificate("the file of authorities \(authority) cannot be read") }
        let owned = ObjectReference(adopting: database)
        soup_session_set_tls_database(session.typed(), owned.typed())
    }

    /// - Returns: the body's stream, once the head of the answer is there.
    func send(
        _ message: ObjectReference, _ session: ObjectReference, _ cancellable: Cancellable
    ) async throws(FetchFailure) -> ObjectReference {
        do throws(GLibError) {
            return try await awaitResult { callback, data in
                soup_session_send_async(
                    session.typed(), message.opaque, G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
            } finish: { (_, result) throws(GLibError) in
                var error: UnsafeMutablePointer<GError>?
                let stream = soup_session_send_finish(session.typed(), result, &error)
                try throwIfSet(&error)
                guard let stream else { throw GLibError(domain: "baton", code: 0, message: "there is no answer") }
                return ObjectReference(adopting: stream)
            }
        } catch {
            throw FetchFailure(error, certificate: soup_message_get_tls_peer_certificate_errors(message.opaque))
        }
    }

    static func checkStatus(of message: ObjectReference) throws(FetchFailure) {
        let status = Int(soup_message_get_status(message.opaque).rawValue)
        if status == 200 { return }
        let headers = soup_message_get_response_headers(message.opaque)
        guard (300...399).contains(status), let location = soup_message_headers_get_one(headers, "Location") else {
            throw .status(status)
        }
        throw .redirected(to: FetchFailure.printable(String(cString: location)))
    }

    /// libsoup takes a connection that ends for the end of the file, whatever length was announced.
    static func checkLength(of message: ObjectReference) throws(FetchFailure) {
        let headers = soup_message_get_response_headers(message.opaque)
        guard soup_message_headers_get_encoding(headers) == SOUP_ENCODING_CONTENT_LENGTH,
            let metrics = soup_message_get_metrics(message.opaque)
        else { return }
        // A number of the site's, of any size and sign.
        let announced = soup_message_headers_get_content_length(headers)
        guard let announced = UInt64(exactly: announced) else {
            throw .exchange("it announces a length that is none")
        }
        guard soup_message_metrics_get_response_body_bytes_received(metrics) >= announced else { throw .cutOff }
    }

    func read(
        _ body: ObjectReference, maximum: Int, _ cancellable: Cancellable
    ) async throws(FetchFailure) -> Data {
        var data = Data()
        while true {
            let portion = try await readPortion(body, min(Self.portion, maximum - data.count + 1), cancellable)
            if portion.isEmpty { return data }
            data += portion
            guard data.count <= maximum else { throw .tooLarge }
        }
    }

    private func readPortion(
        _ body: ObjectReference, _ count: Int, _ cancellable: Cancellable
    ) async throws(FetchFailure) -> Data {
        do throws(GLibError) {
            return try await awaitResult { callback, data in
                g_input_stream_read_bytes_async(
                    body.typed(), gsize(count), G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
            } finish: { (_, result) throws(GLibError) in
                var error: UnsafeMutablePointer<GError>?
                let bytes = g_input_stream_read_bytes_finish(body.typed(), result, &error)
                try throwIfSet(&error)
                guard let bytes else { return Data() }
                defer { g_bytes_unref(bytes) }
                var size: gsize = 0
                guard let start = g_bytes_get_data(bytes, &size) else { return Data() }
                return Data(bytes: start, count: Int(size))
            }
        } catch {
            throw FetchFailure(error)
        }
    }

    /// Returns when the connection is closed; a failure to close it is nothing that anybody could mend.
    func close(_ body: ObjectReference, _ cancellable: Cancellable) async {
        try? await awaitResult { callback, data in
            g_input_stream_close_async(body.typed(), G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            g_input_stream_close_finish(body.typed(), result, &error)
            try throwIfSet(&error)
        }
    }

    private static func family(of address: [UInt8]) -> GSocketFamily {
        address.count == 4 ? G_SOCKET_FAMILY_IPV4 : G_SOCKET_FAMILY_IPV6
    }

    private static func text(of address: [UInt8]) -> String {
        guard let made = g_inet_address_new_from_bytes(address, family(of: address)) else { return "" }
        defer { g_object_unref(made) }
        guard let text = g_inet_address_to_string(made) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }
}
