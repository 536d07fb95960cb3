internal import ActivityModel
internal import BatonHandoff
internal import FoundationEssentials

/// The first byte says what the others are: a text as it was typed, or bytes that the text stands for.
enum InvitationInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        guard let mode = bytes.first else { return }
        let rest = Data(bytes.dropFirst())
        switch mode & 3 {
        case 0: try invitation(String(decoding: rest, as: UTF8.self))
        // The checksum is put right, which no fuzzer would guess.
        case 1: try invitation(Invitation.text(ofForm: rest))
        case 2: try address(String(decoding: rest, as: UTF8.self))
        default:
            let code = CheckCode.typed(String(decoding: rest, as: UTF8.self))
            try FuzzTarget.check(code.map { $0.utf8.count == 6 } ?? true, "a code has not six digits")
        }
    }

    private static func invitation(_ text: String) throws(FuzzTarget.Finding) {
        guard let read = try? Invitation(text: text) else { return }
        let again = read.text
        try FuzzTarget.check(again.utf8.count <= Invitation.maximumTextLength, "an invitation is too long")
        guard let second = try? Invitation(text: again) else {
            throw FuzzTarget.Finding(description: "an invitation that was written cannot be read")
        }
        try FuzzTarget.check(
            second.inviterHash == read.inviterHash && second.addresses == read.addresses && second.text == again,
            "an invitation reads back otherwise")
        for found in read.addresses { try address(found.description) }
    }

    private static func address(_ text: String) throws(FuzzTarget.Finding) {
        guard let read = PeerAddress(text) else { return }
        try FuzzTarget.check(read.port > 0, "port 0 was taken")
        try FuzzTarget.check(PeerAddress(read.description) == read, "an address reads back otherwise")
    }
}
