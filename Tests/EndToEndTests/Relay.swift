import Foundation
import TestSupport

/// A way between two devices that the test holds in its hands: forwards bytes to a port of loopback, and at a byte of the
/// test's choice kills a process, as the machine would, in the middle of what it is sending.
final class Relay: Sendable {
    let port: Int
    private let program: RunningProgram

    init(to target: Int) async throws {
        let program = """
            import os, signal, socket, sys, threading
            listener = socket.create_server(("127.0.0.1", 0))
            plan = {}
            def forward(source, sink, counts):
                try:
                    while data := source.recv(4096):
                        if counts and plan:
                            plan["bytes"] -= len(data)
                            if plan["bytes"] <= 0:
                                os.kill(plan["pid"], signal.SIGKILL)
                                plan.clear()
                                print("killed", flush=True)
                                break
                        sink.sendall(data)
                except OSError: pass
                for end in (source, sink):
                    try: end.shutdown(socket.SHUT_RDWR)
                    except OSError: pass
            def accept():
                while True:
                    near, _ = listener.accept()
                    try: far = socket.create_connection(("127.0.0.1", \(target)))
                    except OSError:
                        near.close()
                        continue
                    threading.Thread(target=forward, args=(near, far, False), daemon=True).start()
                    threading.Thread(target=forward, args=(far, near, True), daemon=True).start()
            threading.Thread(target=accept, daemon=True).start()
            print("port", listener.getsockname()[1], flush=True)
            for line in sys.stdin:
                pid, count = line.split()
                plan.update(pid=int(pid), bytes=int(count))
                print("armed", flush=True)
            """
        self.program = try RunningProgram(["/usr/bin/python3", "-c", program], environment: [:], takesInput: true)
        let line = try await self.program.lines.first(with: "port") ?? ""
        guard let port = line.split(separator: " ").last.flatMap({ Int($0) }) else { throw LimitReached("a relay") }
        self.port = port
    }

    /// Kills a process when so many bytes have come from the far end.
    func kill(_ pid: Int, afterBytes count: Int) async throws {
        program.write("\(pid) \(count)\n")
        _ = try await program.lines.first(with: "armed")
    }

    func untilKilled() async throws -> Bool { try await program.lines.first(with: "killed") != nil }

    /// Its standard input ends, and it with it.
    func stop() { program.closeInput() }
}
