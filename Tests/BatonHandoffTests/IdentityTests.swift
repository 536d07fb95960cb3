import ActivityModel
import FoundationEssentials
import Testing

@testable import BatonHandoff

struct IdentityTests {
    let identity = DeviceIdentity(seed: Secret(Data(repeating: 1, count: 32)))
    let other = DeviceIdentity(seed: Secret(Data(repeating: 2, count: 32)))

    @Test func theIDIsTheHashOfTheKey() {
        #expect(identity.key.count == 32)
        #expect(identity.id == Cryptography.sha256(identity.key).hexadecimal)
        #expect(identity.id.utf8.count == 64)
        #expect(DeviceIdentity(seed: Secret(Data(repeating: 1, count: 32))).id == identity.id)
        #expect(other.id != identity.id)
    }

    @Test func aSignatureHoldsForItsLabelPartsAndKeyAlone() {
        let part = Data("part".utf8)
        let signature = identity.signature("baton/1 test", part)
        #expect(DeviceIdentity.verify(signature, of: "baton/1 test", part, by: identity.key))
        #expect(!DeviceIdentity.verify(signature, of: "baton/1 other", part, by: identity.key))
        #expect(!DeviceIdentity.verify(signature, of: "baton/1 test", Data("parT".utf8), by: identity.key))
        #expect(!DeviceIdentity.verify(signature, of: "baton/1 test", part, by: other.key))
        #expect(!DeviceIdentity.verify(signature.dropLast(), of: "baton/1 test", part, by: identity.key))
        #expect(!DeviceIdentity.verify(signature, of: "baton/1 test", part, by: Data()))
    }

    @Test func partsCannotBeMovedIntoEachOther() {
        #expect(
            Labelled.bytes("l", Data("ab".utf8), Data("c".utf8)) != Labelled.bytes("l", Data("a".utf8), Data("bc".utf8))
        )
        #expect(Labelled.bytes("la", Data("b".utf8)) != Labelled.bytes("l", Data("ab".utf8)))
        #expect(Labelled.bytes("l", Data()).hexadecimal == "000000016c00000000")
    }

    /// RFC 4231 test case 2, RFC 5869 test case 3 (no salt, no info), FIPS 180 "abc".
    @Test func primitivesGiveThePublishedValues() {
        #expect(
            Cryptography.hmacSHA256(Data("what do ya want for nothing?".utf8), key: Secret(Data("Jefe".utf8)))
                .hexadecimal
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(
            Cryptography.hkdfSHA256(secret: Data(repeating: 0x0b, count: 22), info: Data(), length: 42).hexadecimal
                == "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8")
        #expect(
            Cryptography.sha256(Data("abc".utf8)).hexadecimal
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func aSecretShowsNothing() {
        #expect("\(Secret(Data([1, 2, 3])))" == "(secret)")
        #expect(Secret(Data([1, 2, 3])).exposed == Data([1, 2, 3]))
    }

    @Test func theIdentityIsMadeOnceAndKept() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            await fixture.stop(a)
            let again = try await fixture.device("a")
            #expect(again.id == a.id)
            #expect(await again.service.devices().map(\.device.id) == [a.id])
        }
    }
}
