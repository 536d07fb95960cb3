import Glibc

/// Opens files as documents.
package enum DocumentLoader {
    package static let sizeLimit = 64 << 20

    /// Throws `DocumentError`.
    package static func load(path: String) throws -> Document {
        let data = try read(path: path)
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard !looksBinary(data) else {
            throw DocumentError(.binary, path, "is not a text: it holds binary data.")
        }
        let ending = name.lowercased().split(separator: ".").last.map(String.init)
        switch ending {
        case "html", "htm", "xhtml": return PageExtractor.document(from: data, name: name)
        case "md", "markdown": return text(data, name: name, format: .markdown)
        default: return text(data, name: name, format: .text)
        }
    }

    static func text(_ data: [UInt8], name: String, format: Document.Format) -> Document {
        let (bytes, notice) = decode(data)
        let text = DocumentText(validated: bytes)
        var title: String?
        if format == .markdown {
            title = (0..<min(text.lineCount, 50)).lazy
                .compactMap { Document.headingText(text.line($0, limit: 512)) }.first(where: { !$0.isEmpty })
        }
        return Document(title: title ?? name, format: format, text: text, notice: notice)
    }

    /// Valid UTF-8 without a byte order mark, and what was done to have it.
    static func decode(_ data: [UInt8]) -> (bytes: [UInt8], notice: String?) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let bytes = data.starts(with: mark) ? Array(data.dropFirst(mark.count)) : data
        if String(validating: bytes, as: UTF8.self) != nil { return (bytes, nil) }
        return (Array(String(decoding: bytes, as: UTF8.self).utf8), "Bad UTF-8 is shown as �.")
    }

    /// A NUL among the first bytes is git's sign of a binary file; the second sign is for the formats without one there.
    static func looksBinary(_ data: [UInt8]) -> Bool {
        let head = data.prefix(8000)
        if head.contains(0) || head.starts(with: Array("%PDF-".utf8)) { return true }
        let controls = head.count(where: { $0 < 0x20 && !(0x08...0x0D).contains($0) && $0 != 0x1B })
        return controls * 10 > head.count
    }

    private static func read(path: String) throws -> [UInt8] {
        // Without O_NONBLOCK a named pipe would keep the reader waiting for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            guard errno != ENOENT && errno != ENOTDIR else { throw DocumentError(.missing, path, "does not exist.") }
            throw DocumentError(.unreadable, path, "cannot be opened: \(reason(errno)).")
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else {
            throw DocumentError(.unreadable, path, "cannot be read: \(reason(errno)).")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw DocumentError(.isFolder, path, "is a folder; name a file in it.")
        default: throw DocumentError(.notAFile, path, "is not a file but a device or a pipe.")
        }
        let tooLarge = DocumentError(.tooLarge, path, "is larger than 64 MB, the most that Reader opens.")
        guard status.st_size <= sizeLimit else { throw tooLarge }
        var data: [UInt8] = []
        data.reserveCapacity(Int(status.st_size) + 1)
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = Glibc.read(file, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw DocumentError(.unreadable, path, "cannot be read: \(reason(errno)).") }
            if count == 0 { return data }
            data.append(contentsOf: buffer[..<count])
            // Files of /proc say 0 and a log may grow while it is read.
            guard data.count <= sizeLimit else { throw tooLarge }
        }
    }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "permission denied"
        default: String(cString: strerror(code)).lowercased()
        }
    }
}
