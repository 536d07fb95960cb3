internal import CBatonGLib
internal import Glibc

/// Starting programs that are not our children: they outlive us, and never become zombies of ours.
package enum Spawn {
    /// Starts `arguments[0]` by double fork, in a session of its own: Ctrl-C, Ctrl-Z and the end of the terminal that we may
    /// have concern it not. Standard input is /dev/null, all other descriptors are closed.
    ///
    /// - Parameters:
    ///   - output: whether the program writes to our own standard output and error, or to nowhere.
    ///   - readyDescriptor: passed to the program as descriptor 3.
    /// - Returns: the program's process id.
    /// - Throws: where it cannot be executed, with the system's reason.
    package static func detached(
        _ arguments: [String], environment: [String: String], folder: String?, output: Bool,
        readyDescriptor: Int32? = nil
    ) throws(GLibError) -> Int32 {
        var error: UnsafeMutablePointer<GError>?
        var pid: GPid = 0
        var flags = G_SPAWN_STDIN_FROM_DEV_NULL.rawValue
        if !output { flags |= G_SPAWN_STDOUT_TO_DEV_NULL.rawValue | G_SPAWN_STDERR_TO_DEV_NULL.rawValue }
        // The descriptor that is passed is renumbered; GLib closes all others.
        let sources: [Int32] = readyDescriptor.map { [$0] } ?? []
        let targets: [Int32] = readyDescriptor == nil ? [] : [3]
        // A blocked signal would stay blocked in the program, and threads of libdispatch have all blocked. What is handled
        // here is reset by exec, and what is ignored by the setup.
        var none = sigset_t()
        var ours = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &ours)
        defer { pthread_sigmask(SIG_SETMASK, &ours, nil) }
        withCStrings(arguments) { argv in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
                _ = g_spawn_async_with_pipes_and_fds(
                    folder, argv, envp, GSpawnFlags(rawValue: flags), baton_session_setup(), nil, -1, -1, -1, sources,
                    targets,
                    gsize(sources.count), &pid, nil, nil, nil, &error)
            }
        }
        try throwIfSet(&error)
        return pid
    }

    /// Runs a program of ours to its end, and gives what it prints. This thread waits meanwhile: only for what ends at once.
    /// - Throws: where it cannot be executed, or fails.
    package static func output(of arguments: [String], environment: [String: String]) throws(GLibError) -> String {
        var error: UnsafeMutablePointer<GError>?
        var output: UnsafeMutablePointer<CChar>?
        var status: Int32 = 0
        withCStrings(arguments) { argv in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
                // `g_spawn_sync` takes vectors that it does not change.
                let argv = UnsafeMutablePointer(mutating: UnsafeRawPointer(argv).assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self))
                let envp = UnsafeMutablePointer(mutating: UnsafeRawPointer(envp).assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self))
                _ = g_spawn_sync(nil, argv, envp, G_SPAWN_DEFAULT, nil, nil, &output, nil, &status, &error)
            }
        }
        defer { g_free(output) }
        try throwIfSet(&error)
        g_spawn_check_wait_status(status, &error)
        try throwIfSet(&error)
        return output.map { String(cString: $0) } ?? ""
    }

    private static func withCStrings(
        _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Void
    ) {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        var vector: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) }
        vector.append(nil)
        vector.withUnsafeBufferPointer { body($0.baseAddress!) }
    }
}
