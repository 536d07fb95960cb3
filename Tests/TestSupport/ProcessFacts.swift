internal import FoundationEssentials
internal import GLibKit
internal import Glibc

/// What the kernel says of a process.
package enum ProcessFacts {
    /// Memory in use, in KiB.
    package static func memory(of pid: Int32) -> Int {
        let text = read("/proc/\(pid)/status")
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    /// The signals that its first thread has blocked, as hexadecimal digits.
    package static func blockedSignals(of pid: Int32) -> String {
        let line = read("/proc/\(pid)/status").split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
        return line?.split(separator: "\t").last.map(String.init) ?? ""
    }

    /// Connections of this machine's to a port, by their clients' ends; those that are only remembered (TIME_WAIT) left out.
    package static func connections(toPort port: Int) -> Int {
        ["tcp", "tcp6"].flatMap { read("/proc/self/net/\($0)").split(separator: "\n").dropFirst() }
            .count { line in
                let words = line.split(separator: " ")
                guard words.count > 3, let digits = words[2].split(separator: ":").last else { return false }
                return Int(digits, radix: 16) == port && words[3] != "06"
            }
    }

    package static func descriptors(of pid: Int32) -> Int {
        guard let folder = opendir("/proc/\(pid)/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count - 2
    }

    private static func read(_ path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Stops a process, as SIGSTOP does, and waits until each of its threads stands still: the call that sends the signal
    /// returns earlier.
    package static func freeze(_ pid: Int32) async throws {
        guard let process = ProcessHandle(pid: pid), process.signal(SIGSTOP) else {
            throw LimitReached("the stop of process \(pid), which is not there,")
        }
        let end = ContinuousClock.now + Limits.wait
        try await blocking {
            while case let all = threads(of: pid), all.isEmpty || !all.allSatisfy({ state(ofThread: $0, of: pid) == "T" }) {
                guard ContinuousClock.now < end else { throw LimitReached("the stop of process \(pid)") }
                sched_yield()
            }
        }
    }

    private static func threads(of pid: Int32) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task")) ?? []
    }

    /// The letter after the name, which is in brackets and may hold any.
    private static func state(ofThread thread: String, of pid: Int32) -> Character? {
        let text = read("/proc/\(pid)/task/\(thread)/stat")
        return text.lastIndex(of: ")").flatMap { text[$0...].dropFirst(2).first }
    }

    /// Ends a process that is not the test's own child, and waits until it has ended.
    /// - Throws: `LimitReached`.
    package static func end(_ pid: Int32, by signal: Int32) async throws {
        guard let process = ProcessHandle(pid: pid) else { return }
        let thread = GLibThread(name: "end")
        defer { thread.stop() }
        let ended = Arrivals<Void>("the end of process \(pid)")
        process.onExit(on: thread) { ended.put(()) }
        _ = process.signal(signal)
        try await ended.next()
    }
}
