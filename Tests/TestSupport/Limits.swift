internal import FoundationEssentials

/// The time limits of the tests: what has not happened by then is taken not to happen.
package enum Limits {
    /// Thirty seconds; another number of seconds in `BATON_TEST_LIMIT`, for slow machines.
    package static let wait: Duration = {
        let seconds = ProcessInfo.processInfo.environment["BATON_TEST_LIMIT"].flatMap(Int.init) ?? 30
        return .seconds(max(1, seconds))
    }()

    /// What a program may take to its end, which is more than one step.
    package static let program: Duration = wait * 4
}
