internal import Glibc

/// This process.
package enum ProcessIdentity {
    package static var current: Int32 { getpid() }
    package static var user: UInt32 { getuid() }
    /// The executable that it runs.
    package static var executable: String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    /// The host's name, for the device's first name.
    package static var hostName: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "this device" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    /// How many descriptors the process may have.
    package static var descriptorLimit: Int { max(0, sysconf(Int32(_SC_OPEN_MAX))) }
    package static var environment: [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                result[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            next = next.advanced(by: 1)
        }
        return result
    }
}
