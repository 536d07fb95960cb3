/// Collects what goes into one message to the daemon, within its limits.
struct MessageBuffer<Element> {
    /// Bytes: the daemon takes 2 MiB as D-Bus writes them.
    private let maximumSize = 1536 * 1024
    private let maximumCount = 1000
    /// What D-Bus adds to each, and more.
    private let overhead = 256
    private(set) var elements: [Element] = []
    private var size = 0

    /// Adds one; gives what has to be sent before it, if it does not fit with it.
    mutating func add(_ element: Element, size: Int) -> [Element]? {
        var full: [Element]?
        if !elements.isEmpty, elements.count == maximumCount || self.size + size + overhead > maximumSize {
            full = elements
            (elements, self.size) = ([], 0)
        }
        elements.append(element)
        self.size += size + overhead
        return full
    }
}
