internal import FoundationEssentials
internal import FuzzTargets
internal import Glibc

// libFuzzer has `main`, and calls this with one input after the other.

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = start.map { Data(bytes: $0, count: count) } ?? Data()
    do throws(FuzzTarget.Finding) {
        try chosen.run(bytes)
    } catch {
        // What libFuzzer takes for a crash: it keeps the input.
        say("\nBaton: \(chosen.rawValue): \(error.description)")
        abort()
    }
    return 0
}
