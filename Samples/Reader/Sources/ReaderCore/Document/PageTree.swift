internal import CReaderXML

/// An element, a text or a comment of a parsed page; it lives as long as its tree.
typealias PageNode = UnsafeMutablePointer<xmlNode>

/// A page as libxml2 parsed it.
final class PageTree {
    private let pointer: htmlDocPtr
    /// Whether libxml2 stopped before the end, as it does where elements are nested more than 256 deep.
    let isCut: Bool

    /// nil for a page without any element.
    init?(_ data: [UInt8]) {
        let (bytes, encoding) = Self.encoding(of: data)
        let options =
            HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue
        guard let context = htmlNewParserCtxt() else { return nil }
        defer { htmlFreeParserCtxt(context) }
        let pointer = bytes.withUnsafeBytes { buffer in
            htmlCtxtReadMemory(
                context, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), nil, encoding,
                Int32(options))
        }
        guard let pointer else { return nil }
        isCut = context.pointee.disableSAX != 0
        self.pointer = pointer
    }

    deinit { xmlFreeDoc(pointer) }

    /// A page that is UTF-8 is read as that whatever it says; one that is not is read as what it declares, by libxml2.
    private static func encoding(of data: [UInt8]) -> (bytes: [UInt8], name: String?) {
        let (bytes, notice) = DocumentLoader.decode(data)
        guard notice != nil else { return (bytes, "UTF-8") }
        let head = String(decoding: data.prefix(1024), as: UTF8.self).lowercased()
        let declared = head.contains("charset=") && !head.contains("charset=utf-8") && !head.contains("charset=\"utf-8")
        return declared ? (data, nil) : (bytes, "UTF-8")
    }

    /// Visits all nodes in order. `enter` says whether to go into a node; `leave` is called for those it went into.
    /// A loop and not a recursion: a hostile page is as deep as it likes.
    func walk(from first: PageNode? = nil, enter: (PageNode) -> Bool, leave: (PageNode) -> Void = { _ in }) {
        let root = first ?? pointer.pointee.children
        guard let root else { return }
        var node = root
        while true {
            let entered = enter(node)
            if entered, let child = node.pointee.children {
                node = child
                continue
            }
            if entered { leave(node) }
            while true {
                if node == first { return }
                if let next = node.pointee.next {
                    node = next
                    break
                }
                guard let parent = node.pointee.parent, parent.pointee.type != XML_HTML_DOCUMENT_NODE else { return }
                node = parent
                leave(node)
            }
        }
    }
}

extension PageNode {
    /// The element's name in lowercase, as libxml2 has it; nil for what is not an element.
    var element: String? {
        guard pointee.type == XML_ELEMENT_NODE, let name = pointee.name else { return nil }
        return String(cString: name)
    }

    var isText: Bool { pointee.type == XML_TEXT_NODE || pointee.type == XML_ENTITY_REF_NODE }
    var isComment: Bool { pointee.type == XML_COMMENT_NODE }

    /// What a text or a comment says.
    var content: String { pointee.content.map { String(cString: $0) } ?? "" }

    func attribute(_ name: String) -> String? {
        guard let value = xmlGetProp(self, name) else { return nil }
        defer { reader_xml_free(value) }
        return String(cString: value)
    }
}
