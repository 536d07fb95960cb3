import Glibc
import Testing

@testable import FetchKit

@Suite struct AddressKindTests {
    private func bytes(_ text: String) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        try #require(inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return bytes
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.1.1.1", "128.0.0.1",
        "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.1.1", "192.169.0.0", "198.17.255.255", "198.20.0.0",
        "223.255.255.255", "2606:4700::1111", "2a00::1", "2001:4860::8888", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1",
        "2002:101:101::1", "2001:0:1:1::fefe:fefe", "2003::1", "fbff::1", "64:ff9b:2::1",
    ]) func publicAddressesAreFine(_ text: String) throws {
        #expect(AddressKind.fault(of: try bytes(text)) == nil)
    }

    @Test(arguments: [
        ("0.0.0.0", "unspecified"), ("0.1.2.3", "unspecified"), ("10.0.0.1", "private"), ("100.64.0.1", "shared"),
        ("100.127.255.255", "shared"), ("127.0.0.1", "loopback"), ("127.255.255.255", "loopback"),
        ("169.254.169.254", "link-local"), ("172.16.0.1", "private"), ("172.31.255.255", "private"),
        ("192.168.1.1", "private"), ("192.0.0.8", "reserved"), ("198.18.0.1", "benchmark"),
        ("198.19.255.255", "benchmark"), ("203.0.113.7", "documentation"), ("224.0.0.251", "multicast"),
        ("239.255.255.255", "multicast"), ("240.0.0.1", "reserved"), ("255.255.255.255", "reserved"),
        ("::", "unspecified"), ("::1", "loopback"), ("fc00::1", "private"), ("fdff::1", "private"),
        ("fe80::1", "link-local"), ("febf::1", "link-local"), ("fec0::1", "site-local"), ("ff02::fb", "multicast"),
        ("2001:db8::1", "documentation"), ("100::1", "discarded"), ("64:ff9b:1::1.1.1.1", "private"),
        ("3fff::1", "documentation"),
    ]) func othersAreRefused(_ text: String, _ kind: String) throws {
        #expect(AddressKind.fault(of: try bytes(text)) == kind)
    }

    /// What is written in an address of IPv6 counts, in every way to write it.
    @Test(arguments: [
        "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:0:192.168.0.1", "64:ff9b::127.0.0.1", "::10.0.0.1",
        "::127.0.0.1", "2002:7f00:1::", "2002:c0a8:101::5", "2001:0:1:1::80ff:fffe",
    ]) func otherFormsOfThemToo(_ text: String) throws {
        #expect(AddressKind.fault(of: try bytes(text)) != nil)
    }

    @Test func whatIsNoAddressIsRefused() {
        for count in [0, 3, 5, 15, 17] { #expect(AddressKind.fault(of: [UInt8](repeating: 1, count: count)) != nil) }
    }
}
