import Foundation
import TestSupport

/// A way between two devices that the test holds in its hands: forwards bytes to a port of loopback, and at a byte of the
/// test's choice kills a process, as the machine would, in the middle of what it is sending.
final class Relay: Sendable {
    let port: Int
    private let process: Process
    private let input = Pipe()
    private let lines: AsyncLines

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
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", program]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        lines = AsyncLines(output)
        let line = await lines.first(with: "port") ?? ""
        guard let port = line.split(separator: " ").last.flatMap({ Int($0) }) else { throw LimitReached("a relay") }
        self.port = port
    }

    /// Kills a process when so many bytes have come from the far end.
    func kill(_ pid: Int, afterBytes count: Int) async {
        input.fileHandleForWriting.write(Data("\(pid) \(count)\n".utf8))
        _ = await lines.first(with: "armed")
    }

    func untilKilled() async -> Bool { await lines.first(with: "killed") != nil }

    /// Its standard input ends, and it with it.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
