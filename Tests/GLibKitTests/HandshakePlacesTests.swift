import GLibKit
import Testing

/// Who may shake hands, and whom a newcomer costs its place.
struct HandshakePlacesTests {
    @Test func whoSaysNothingHoldsNobodyUp() {
        var places = HandshakePlaces()
        for number in 0..<200 { _ = places.enter(number, host: "silent") }
        #expect(places.count == HandshakePlaces.maximumWaiting)
        #expect(places.next() == nil)
        #expect(places.enter(200, host: "peer") != nil)
        places.hasSpoken(200)
        #expect(places.next() == 200)
    }

    @Test func theHostWithTheMostLosesItsOldest() {
        var places = HandshakePlaces()
        for number in 0..<20 { #expect(places.enter(number, host: "many") == nil) }
        for number in 20..<32 { #expect(places.enter(number, host: "few") == nil) }
        for number in 0..<8 { #expect(places.enter(100 + number, host: "host \(number)") == number) }
        #expect(places.count == 32)
        // Both have twelve now.
        #expect(places.enter(200, host: "x") == 8)
    }

    @Test func whoHasSpokenStaysBeforeWhoHasNot() {
        var places = HandshakePlaces()
        for number in 0..<32 {
            _ = places.enter(number, host: "a")
            if number < 8 { places.hasSpoken(number) }
        }
        #expect(places.enter(32, host: "a") == 8)
    }

    @Test func fourShakeHandsAtOnceAndTwoOfOneHost() {
        var places = HandshakePlaces()
        for number in 0..<6 {
            _ = places.enter(number, host: "a")
            places.hasSpoken(number)
        }
        #expect(places.next() == 0)
        #expect(places.next() == 1)
        #expect(places.next() == nil)
        // Another host does not wait behind them, and comes before a third of theirs.
        for number in 6..<10 {
            _ = places.enter(number, host: "b")
            places.hasSpoken(number)
        }
        #expect(places.next() == 6)
        #expect(places.next() == 7)
        #expect(places.next() == nil)
        places.leave(0)
        places.leave(6)
        places.leave(7)
        #expect(places.next() == 8)
        #expect(places.next() == 2)
        #expect(places.next() == 9)
        #expect(places.next() == nil)
    }

    @Test func whoShakesHandsIsNotSentAway() {
        var places = HandshakePlaces()
        _ = places.enter(0, host: "a")
        places.hasSpoken(0)
        #expect(places.next() == 0)
        for number in 1...100 { #expect(places.enter(number, host: "a") != 0) }
        #expect(places.count == 33)
    }

    @Test(arguments: [
        ("192.0.2.1:80", "192.0.2.1"), ("[2001:db8:1:2:3:4:5:6]:80", "20:1:d:b8:0:1:0:2/64"),
        ("[2001:db8:1:2::1]:80", "20:1:d:b8:0:1:0:2/64"), ("[::ffff:192.0.2.1]:80", "192.0.2.1"),
        ("[fe80::1%eth0]:80", "fe:80:0:0:0:0:0:0/64"), ("", ""),
    ])
    func aNetworkIsOneCaller(_ address: String, _ name: String) {
        #expect(CallerHost.name(of: address) == name)
    }
}
