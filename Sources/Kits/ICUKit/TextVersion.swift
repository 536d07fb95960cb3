internal import CBatonICU

/// What texts were folded and cut with. A file that holds folded or cut texts names it, and is made anew when it changes:
/// each version of ICU knows more characters and words.
package enum TextVersion {
    /// "ICU 72.1 Unicode 15.0", for example.
    package static let current: String = {
        var icu = [UInt8](repeating: 0, count: Int(BATON_U_MAX_VERSION_LENGTH))
        var unicode = icu
        baton_u_getVersion(&icu)
        baton_u_getUnicodeVersion(&unicode)
        return "ICU \(icu[0]).\(icu[1]) Unicode \(unicode[0]).\(unicode[1])"
    }()
}
