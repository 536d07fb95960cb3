internal import CBatonICU

/// What ICU answers when its data are not installed or memory is at an end. No text leads to it.
enum ICUFailure {
    static func check(_ status: UErrorCode, _ attempt: @autoclosure () -> String) {
        if status.rawValue > U_ZERO_ERROR.rawValue {
            fatalError(
                "ICU could not \(attempt()) (error \(status.rawValue)): is libicudata of the same version installed?")
        }
    }
}
