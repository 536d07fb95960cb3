import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonHandoff

struct InvitationTests {
    static let addresses = ["192.0.2.7:4711", "[2001:db8::1]:4711", "laptop.local:4711"]
    let invitation = Invitation(
        inviterHash: Data(0..<32), secret: Secret(Data(100..<116)), addresses: addresses.compactMap(PeerAddress.init))

    @Test func aTextGivesTheInvitationBack() throws {
        let text = invitation.text
        #expect(text.utf8.count <= Invitation.maximumTextLength)
        let read = try Invitation(text: text)
        #expect(read.inviterHash == invitation.inviterHash)
        #expect(read.secret.exposed == invitation.secret.exposed)
        #expect(read.addresses.map(\.description) == Self.addresses)
        #expect(read.text == text)
        #expect(!"\(invitation)".contains(invitation.secret.exposed.base64URL))
    }

    @Test func whiteSpaceAndLineBreaksDoNotCount() throws {
        let text = invitation.text
        let broken =
            "  \n" + text.enumerated().map { $0.offset % 40 == 39 ? "\($0.element)\r\n  " : "\($0.element)" }.joined()
            + "\t\n"
        #expect(try Invitation(text: broken).text == text)
        #expect(try Invitation(text: "BATON:" + text.dropFirst(6)).text == text)
    }

    @Test func everyDamageIsNoticed() throws {
        var generator = SplitMix(state: 42)
        let text = Array(invitation.text.utf8)
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=:é".utf8)
        for round in 0..<300 {
            var damaged = text
            let place = Int(generator.next() % UInt64(damaged.count - 6)) + 6
            switch round % 4 {
            case 0: damaged[place] = alphabet[Int(generator.next() % UInt64(alphabet.count))]
            case 1: damaged.remove(at: place)
            case 2: damaged.insert(alphabet[Int(generator.next() % UInt64(alphabet.count))], at: place)
            default: damaged = Array(damaged[..<place])
            }
            guard damaged != text else { continue }
            #expect(throws: BatonError.self) { try Invitation(text: String(decoding: damaged, as: UTF8.self)) }
        }
    }

    @Test func theErrorSaysWhatIsWrong() {
        func message(_ text: String) -> BatonError? {
            do throws(BatonError) { _ = try Invitation(text: text) } catch { return error }
            return nil
        }
        #expect(message("hello")?.message.contains("not an invitation") == true)
        #expect(message("")?.message.contains("not an invitation") == true)
        #expect(message("baton:")?.message.contains("damaged") == true)
        #expect(message(String(invitation.text.dropLast()))?.message.contains("damaged") == true)
        #expect(message("baton:" + String(repeating: "A", count: 100_000))?.message.contains("damaged") == true)
        // A later form keeps the checksum, and nothing else needs to be the same.
        var bytes = Data([2]) + Data(repeating: 9, count: 70)
        bytes.append(Cryptography.sha256(Labelled.bytes("baton/1 invitation", bytes)).prefix(4))
        #expect(message("baton:" + bytes.base64URL)?.code == .versionMismatch)
    }

    @Test func onlyWhatFitsIsNamed() throws {
        let long = (0..<9).map { PeerAddress(host: String(repeating: "a", count: 70 + $0) + ".example", port: 65535) }
        let text = Invitation(inviterHash: Data(0..<32), secret: Secret(Data(0..<16)), addresses: long).text
        #expect(text.utf8.count <= Invitation.maximumTextLength)
        let read = try Invitation(text: text)
        #expect((1...4).contains(read.addresses.count))
    }

    @Test(arguments: [
        ("127.0.0.1:1", true), ("[::1]:65535", true), ("[fe80::1%eth0]:9", true), ("a-b.example:80", true),
        ("", false), ("a", false), (":1", false), ("a:", false), ("a:0", false), ("a:65536", false), ("a:+1", false),
        ("::1:80", false), ("[]:1", false), ("[a:1", false), ("a b:1", false), ("a/b:1", false), ("-a:1", false),
        ("a:1\n", false), ("é:1", false),
    ])
    func addressesAreChecked(text: String, isGood: Bool) {
        #expect((PeerAddress(text) != nil) == isGood)
        if isGood { #expect(PeerAddress(text)?.description == text) }
    }
}

/// A small generator whose numbers are the same every time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
