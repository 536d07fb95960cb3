/// Writing queries.
package enum QueryString {
    /// A user's text as it is put between quotes of either kind in a query: none of its characters means anything then.
    package static func escaping(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if special.contains(scalar) { result.unicodeScalars.append("\\") }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    private static let special: Set<Unicode.Scalar> = ["\\", "\"", "'", "*"]
}
