internal import FuzzTargets
internal import Glibc

/// What is fuzzed in this process: the target that `BATON_FUZZ` names.
let chosen: FuzzTarget = {
    let name = getenv("BATON_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        say("fuzz: BATON_FUZZ must be one of \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        exit(2)
    }
    return target
}()

/// A line on standard error.
func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}
