internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// A program that runs in a terminal of its own, which nobody sees: keys go in, what it draws comes out.
package final class PseudoTerminal: Sendable {
    private let master: Int32
    private let process: ProcessHandle
    private let drawn = Mutex<[UInt8]>([])
    private let source = Mutex<HeldSource?>(nil)

    /// POSIX_SPAWN_SETSID, which the importer does not see without _GNU_SOURCE.
    private static let newSession: Int16 = 0x80

    /// Bytes of output that are kept, the newest.
    private static let kept = 256 * 1024

    /// Starts `arguments[0]` in a terminal of 24 rows and 80 columns.
    package init(
        _ arguments: [String], environment: [String: String], on thread: GLibThread
    ) throws(GLibError) {
        var fd: Int32 = -1
        var terminal: Int32 = -1
        guard baton_open_terminal(&fd, &terminal, 24, 80) == 0 else { throw .system("open", "a terminal") }
        _ = baton_set_cloexec(fd)
        _ = baton_set_cloexec(terminal)
        defer { close(terminal) }
        let pid: Int32
        do throws(GLibError) {
            pid = try Self.spawn(arguments, environment, terminal: "/proc/self/fd/\(terminal)")
        } catch {
            close(fd)
            throw error
        }
        guard let process = ProcessHandle(pid: pid) else {
            close(fd)
            throw .failed("\(arguments[0]) ended at once")
        }
        master = fd
        self.process = process
        _ = fcntl(fd, F_SETFL, O_NONBLOCK)
        let callback = Callback<Void, Bool> { [weak self] in self?.drain() ?? false }
        let source = g_unix_fd_source_new(fd, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue))!
        baton_source_set_fd_callback(
            source, { _, _, data in Callback<Void, Bool>.borrowed(data).body(()) ? 1 : 0 }, callback.retained(),
            releaseCallback)
        _ = g_source_attach(source, thread.context)
        let held = HeldSource(source)
        self.source.withLock { $0 = held }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String: String], terminal: String
    ) throws(GLibError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The leader of a new session that opens a terminal gets it as its own.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        actions.closeAll(from: 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession)
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, arguments[0], &actions, &attributes, argv, envp)
        guard code == 0 else { throw .failed("cannot run \(arguments[0]): \(String(cString: strerror(code)))") }
        return pid
    }

    /// Types.
    package func type(_ keys: String) { FileDescriptorWriter.all(keys, to: master) }

    /// What the program has drawn, with the terminal's commands taken out.
    package var text: String {
        let bytes = drawn.withLock { $0 }
        let plain = String(decoding: bytes, as: UTF8.self)
        return plain.replacing(#/\u{1B}(\[[0-9;?]*[ -\/]*[@-~]|[()][A-Z0-9]|[=>78])/#, with: "")
    }

    private func drain() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = read(master, &buffer, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            drawn.withLock { drawn in
                drawn += buffer[..<count]
                if drawn.count > Self.kept { drawn.removeFirst(drawn.count - Self.kept) }
            }
        }
    }

    /// Asks the program to end and waits for it; by force when it does not within `limit`.
    package func end(within limit: Duration, on thread: GLibThread, time: TimeSource) async {
        _ = process.signal(SIGTERM)
        let race = Race<Void>()
        process.onExit(on: thread) { race.finish(.success(())) }
        let timer = thread.task { [process] in
            if (try? await time.sleep(limit)) != nil { _ = process.signal(SIGKILL) }
        }
        _ = await race.result()
        timer.cancel()
        var status: Int32 = 0
        waitpid(process.pid, &status, 0)
        source.withLock { $0 = nil }
    }

    deinit { close(master) }
}
