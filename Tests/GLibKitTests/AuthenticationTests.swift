import Testing

@testable import GLibKit

/// The server's side of D-Bus authentication, line by line.
@Suite struct AuthenticationTests {
    private func answers(_ lines: [String]) -> [BusAuthentication.Reply] {
        var authentication = BusAuthentication(user: 1000, guid: "9a")
        return lines.map { authentication.answer($0) }
    }

    private let rejected = BusAuthentication.Reply.say("REJECTED EXTERNAL")
    private let taken = BusAuthentication.Reply.say("OK 9a")

    @Test func itIsGrantedToTheUser() {
        #expect(answers(["AUTH EXTERNAL 31303030", "BEGIN"]) == [taken, .begin])
        #expect(answers(["AUTH EXTERNAL", "DATA", "BEGIN"]) == [.say("DATA"), taken, .begin])
        #expect(answers(["AUTH EXTERNAL", "DATA 31303030", "BEGIN"]) == [.say("DATA"), taken, .begin])
    }

    @Test func itIsRefusedToOthersAndByOtherMeans() {
        #expect(answers(["AUTH EXTERNAL 30", "BEGIN"]) == [rejected, .end])
        #expect(answers(["AUTH EXTERNAL", "DATA 30", "BEGIN"]) == [.say("DATA"), rejected, .end])
        #expect(
            answers(["AUTH", "AUTH ANONYMOUS", "AUTH DBUS_COOKIE_SHA1 30", "BEGIN"]) == [
                rejected, rejected, rejected, .end,
            ])
        #expect(answers(["BEGIN"]) == [.end])
    }

    @Test func aGrantCanBeGivenBack() {
        #expect(answers(["AUTH EXTERNAL 31303030", "CANCEL", "BEGIN"]) == [taken, rejected, .end])
        #expect(answers(["AUTH EXTERNAL 31303030", "ERROR", "BEGIN"]) == [taken, rejected, .end])
    }

    @Test func whatIsNotKnownIsSaidAndChangesNothing() {
        let unknown = BusAuthentication.Reply.say("ERROR Not understood")
        #expect(
            answers(["", "X", "auth", "DATA", "AUTH EXTERNAL 31303030", "X", "AUTH EXTERNAL 30", "BEGIN"]) == [
                unknown, unknown, unknown, unknown, taken, unknown, unknown, .begin,
            ])
        guard case .say(let text) = answers(["AUTH EXTERNAL 31303030", "NEGOTIATE_UNIX_FD"]).last else {
            Issue.record("no answer")
            return
        }
        #expect(text.hasPrefix("ERROR "))
    }
}
