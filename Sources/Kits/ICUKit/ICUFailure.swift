internal import CBatonICU

/// What ICU answers when its data are not installed or memory is at an end. No text leads to it.
enum ICUFailure {
    static func check(_ status: Int32, _ attempt: @autoclosure () -> String) {
        if status > BATON_U_ZERO_ERROR {
            fatalError(
                "ICU could not \(attempt()) (error \(status)): is libicudata of the same version installed?")
        }
    }
}
