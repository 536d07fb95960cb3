import FoundationEssentials
import Testing

@testable import BatonHandoff

/// docs/protocol.md gives values that another implementation can check itself against. They are ours.
struct ProtocolVectorTests {
    @Test func theDocumentsValuesAreTheProtocols() throws {
        let document = try String(
            contentsOfFile: "\(#filePath)".components(before: "/Tests/") + "/docs/protocol.md", encoding: .utf8)
        let block =
            document.components(separatedBy: "```json vectors\n").last?.components(separatedBy: "```").first ?? ""
        let written = try JSONDecoder().decode([String: String].self, from: Data(block.utf8))
        let values = Self.values()
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            #expect(written[name] == value, "\(name)")
        }
        #expect(Set(written.keys) == Set(values.keys))
    }

    static func values() -> [String: String] {
        let joiner = DeviceIdentity(seed: Secret(Data(repeating: 0x11, count: 32)))
        let inviter = DeviceIdentity(seed: Secret(Data(repeating: 0x22, count: 32)))
        let exporter = Data(repeating: 0x33, count: 32)
        let (joinerNonce, inviterNonce) = (Data(repeating: 0x44, count: 32), Data(repeating: 0x55, count: 32))
        let secret = Secret(Data(repeating: 0x66, count: 16))
        let epochKey = Secret(Data(repeating: 0x77, count: 32))
        let invitation = Invitation(
            inviterHash: Cryptography.sha256(inviter.key), secret: secret,
            addresses: [PeerAddress(host: "192.0.2.1", port: 4711)])
        let code = CheckCode(
            joinerNonce: joinerNonce, inviterNonce: inviterNonce, joinerKey: joiner.key, inviterKey: inviter.key,
            exporter: exporter)
        func signature(_ role: HandshakeProof.Role, by identity: DeviceIdentity) -> String {
            HandshakeProof.signature(
                role, exporter: exporter, diallerKey: joiner.key, listenerKey: inviter.key, by: identity
            ).hexadecimal
        }
        return [
            "joiner seed": Data(repeating: 0x11, count: 32).hexadecimal,
            "joiner key": joiner.key.hexadecimal,
            "joiner id": joiner.id,
            "inviter seed": Data(repeating: 0x22, count: 32).hexadecimal,
            "inviter key": inviter.key.hexadecimal,
            "inviter id": inviter.id,
            "exporter": exporter.hexadecimal,
            "joiner nonce": joinerNonce.hexadecimal,
            "inviter nonce": inviterNonce.hexadecimal,
            "invitation secret": secret.exposed.hexadecimal,
            "epoch key": epochKey.exposed.hexadecimal,
            "labelled(\"l\", 01, empty)": Labelled.bytes("l", Data([1]), Data()).hexadecimal,
            "epoch key hash": DeviceGroup.hash(of: epochKey).hexadecimal,
            "invitation for 192.0.2.1:4711": invitation.text,
            "dialler's proof, invitation": HandshakeProof.proof(
                .dialler, .invitation, exporter: exporter, secret: secret
            ).hexadecimal,
            "listener's proof, invitation": HandshakeProof.proof(
                .listener, .invitation, exporter: exporter, secret: secret
            ).hexadecimal,
            "dialler's proof, member": HandshakeProof.proof(
                .dialler, .member, exporter: exporter, secret: epochKey
            ).hexadecimal,
            "dialler's signature": signature(.dialler, by: joiner),
            "listener's signature": signature(.listener, by: inviter),
            "commitment": CheckCode.commitment(to: joinerNonce).hexadecimal,
            "check code": code.digits,
        ]
    }
}

extension String {
    fileprivate func components(before text: String) -> String {
        firstRange(of: text).map { String(self[..<$0.lowerBound]) } ?? self
    }

    fileprivate func components(separatedBy text: String) -> [String] { split(separator: text).map(String.init) }
}
