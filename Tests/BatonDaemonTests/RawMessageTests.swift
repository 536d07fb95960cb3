import BatonBus
import GLibKit
import TestSupport
import Testing

/// Messages that no library would write. Whatever comes, the others are served, and the daemon is as it was.
@Suite(.timeLimit(.minutes(5))) struct RawMessageTests {
    private static let getConfig = RawMessage(SystemMethods.interface, "GetConfig", Array("port".utf8))

    private static func changed(_ change: (inout RawMessage) -> Void) -> [UInt8] {
        var message = getConfig
        change(&message)
        return message.bytes
    }

    /// A call of `Hello` with a record of one key, whose value is `count` variants in each other.
    private static func nested(_ count: Int) -> [UInt8] {
        var message = RawMessage(ConnectionMethods.interface, "Hello")
        message.signature = "a{sv}"
        var entry = RawBytes()
        entry.string("program")
        RawMessage.nestedVariants(count, in: &entry)
        message.body.number(UInt32(entry.bytes.count))
        message.body.align(8)
        message.body.bytes += entry.bytes
        return message.bytes
    }

    /// What the specification calls invalid: nobody who writes it can be answered, so the connection ends.
    private static let invalid: [(name: String, bytes: [UInt8])] = [
        ("no UTF-8", RawMessage(SystemMethods.interface, "GetConfig", [0xC3, 0x28]).bytes),
        ("an overlong form", RawMessage(SystemMethods.interface, "GetConfig", [0xC0, 0xAF]).bytes),
        ("half a surrogate pair", RawMessage(SystemMethods.interface, "GetConfig", [0xED, 0xA0, 0x80]).bytes),
        ("no NUL at the end", RawMessage(SystemMethods.interface, "GetConfig", [0x61], end: [0x62]).bytes),
        ("type 0", changed { $0.type = 0 }),
        ("version 2", changed { $0.version = 2 }),
        ("serial 0", changed { $0.serial = 0 }),
        ("another endianness", changed { $0.endianness = UInt8(ascii: "x") }),
        ("no member", changed { $0.member = nil }),
        ("no path", changed { $0.path = nil }),
        ("a path that is none", changed { $0.path = "//" }),
        ("a member that is none", changed { $0.member = "a-b" }),
        ("an interface of 256 bytes", changed { $0.interface = "a." + String(repeating: "b", count: 254) }),
        ("a member of 256 bytes", changed { $0.member = String(repeating: "b", count: 256) }),
        ("a signature of 256 bytes", changed { $0.signature = String(repeating: "y", count: 256) }),
        ("a signature that is none", changed { $0.signature = "a" }),
        ("arrays 33 deep", changed { $0.signature = String(repeating: "a", count: 33) + "y" }),
        ("a body without a signature", changed { $0.signature = nil }),
        ("a signature without a body", changed { $0.body = RawBytes() }),
        ("containers 65 deep", nested(63)),
        ("variants 10,000 deep", nested(10_000)),
        (
            "an array over 64 MiB",
            changed {
                $0.signature = "ay"; $0.body = RawBytes(); $0.body.number(0x0400_0001)
            }
        ),
        (
            "an array longer than the body",
            changed {
                $0.signature = "ay"; $0.body = RawBytes(); $0.body.number(99)
            }
        ),
        ("fields over 64 MiB", changed { $0.announcedFields = 0x0400_0001 }),
        (
            "a member that is a number",
            changed {
                $0.member = nil
                $0.fields = [(3, "u", { $0.number(1) })]
            }
        ),
        (
            "a path that is a number",
            changed {
                $0.path = nil
                $0.fields = [(1, "u", { $0.number(1) })]
            }
        ),
        (
            "an interface that is a number",
            changed {
                $0.interface = nil
                $0.fields = [(2, "u", { $0.number(1) })]
            }
        ),
        ("a destination that is a number", changed { $0.fields = [(6, "u", { $0.number(1) })] }),
        ("a sender that is a number", changed { $0.fields = [(7, "u", { $0.number(1) })] }),
        ("a sender that is no name", changed { $0.fields = [(7, "s", { $0.string("::") })] }),
        (
            "a signature that is a number",
            changed {
                $0.signature = nil
                $0.fields = [(8, "u", { $0.number(1) })]
            }
        ),
        ("a count of descriptors that is a text", changed { $0.fields = [(9, "s", { $0.string("1") })] }),
        ("a field of an unknown type", changed { $0.fields = [(99, "!", { $0.number(1) })] }),
    ]

    @Test func whatIsInvalidEndsItsConnectionAlone() async throws {
        try await DaemonProgram.run { daemon in
            try await daemon.serves()
            let before = daemon.descriptors
            for (name, bytes) in Self.invalid {
                let isOver = try await blocking {
                    let client = try daemon.raw().authenticate()
                    client.send(bytes)
                    // Never an answer to what was not asked.
                    return client.ends(within: .seconds(3))
                }
                #expect(isOver, "\(name): the connection goes on")
                try await daemon.serves("after \(name)")
            }
            #expect(try await daemon.settles(at: before) <= before, "descriptors are left")
        }
    }

    /// Unusual and allowed, or answerable: the connection goes on.
    @Test func whatIsUnusualIsAnswered() async throws {
        try await DaemonProgram.run { daemon in
            let answers: [(name: String, bytes: [UInt8], error: String?)] = [
                (
                    "big-endian",
                    Self.changed {
                        $0.isBigEndian = true; $0.body = RawBytes(bigEndian: true); $0.body.string("port")
                    }, nil
                ),
                ("containers 64 deep", Self.nested(62), "org.baton.Error.InvalidArgument"),
                (
                    "names of 255 bytes", Self.changed { $0.interface = "a." + String(repeating: "b", count: 253) },
                    "org.freedesktop.DBus.Error.UnknownMethod"
                ),
                ("another object", Self.changed { $0.path = "/" }, "org.freedesktop.DBus.Error.UnknownMethod"),
                (
                    "no interface",
                    Self.changed {
                        $0.interface = nil; $0.member = "GetConfig"
                    }, "org.freedesktop.DBus.Error.UnknownMethod"
                ),
                ("an unknown field", Self.changed { $0.fields = [(99, "s", { $0.string("x") })] }, nil),
                ("descriptors announced and none sent", Self.changed { $0.fields = [(9, "u", { $0.number(3) })] }, nil),
                // GDBus lets these through; the text ends at the NUL.
                ("NUL within", RawMessage(SystemMethods.interface, "GetConfig", Array("port\0x".utf8)).bytes, nil),
                ("gaps that are not zero", Self.changed { $0.padding = 7 }, nil),
                ("a body longer than its signature", Self.changed { $0.body.number(1) }, nil),
                (
                    "a handle of no descriptor",
                    Self.changed {
                        $0.signature = "h"; $0.body = RawBytes(); $0.body.number(0)
                    }, "org.freedesktop.DBus.Error.InvalidArgs"
                ),
            ]
            for (name, bytes, error) in answers {
                let answer = try await blocking {
                    let client = try daemon.raw().authenticate()
                    client.send(bytes)
                    return client.answer()
                }
                #expect(answer != nil, "\(name): no answer")
                #expect(answer?.errorName == error, "\(name): \(answer?.text ?? "")")
            }
            // Nobody asked for these: passed over.
            let isServed = try await blocking {
                let client = try daemon.raw().authenticate()
                for type: UInt8 in [2, 3, 4, 5, 255] {
                    client.send(
                        Self.changed { message in
                            message.type = type
                            message.fields = [(5, "u", { $0.number(77) }), (4, "s", { $0.string("a.b") })]
                        })
                }
                return client.call(RawMessage(SystemMethods.interface, "GetConfig", Array("port".utf8), serial: 9))
            }
            #expect(isServed?.text == "0")
            try await daemon.serves()
        }
    }

    @Test func aBodyOverTheLimitIsAnsweredAndKeptNowhere() async throws {
        try await DaemonProgram.run { daemon in
            try await daemon.serves()
            let before = daemon.memory
            // A string's argument is its length, its bytes and NUL.
            let limit = 2 * 1024 * 1024 - 5
            let errors = try await blocking {
                let client = try daemon.raw().authenticate()
                return [limit, limit + 1, 20 * 1024 * 1024, 60 * 1024 * 1024].enumerated().map { index, count in
                    client.call(
                        RawMessage(
                            SystemMethods.interface, "GetConfig", [UInt8](repeating: 0x61, count: count),
                            serial: UInt32(index + 1)))?.errorName ?? "none"
                } + [client.call(RawMessage(SystemMethods.interface, "Status", serial: 9))?.errorName ?? ""]
            }
            #expect(
                errors == [
                    "org.baton.Error.InvalidArgument", "org.baton.Error.TooLarge", "org.baton.Error.TooLarge",
                    "org.baton.Error.TooLarge", "",
                ])
            try await daemon.serves()
            #expect(daemon.memory - before < 24 * 1024, "KiB grown: \(daemon.memory - before)")
        }
    }

    /// With the authentication in one write: it is there before the connection is.
    @Test func aBodyOverTheLimitMayComeAtOnce() async throws {
        try await withDaemon { daemon in
            for _ in 0..<20 {
                let answer = try await blocking { () -> RawAnswer? in
                    let client = try RawBusClient(daemon.instance.socket)
                    let call = RawMessage(
                        SystemMethods.interface, "GetConfig", [UInt8](repeating: 0x61, count: 3 * 1024 * 1024))
                    client.send(Array((RawBusClient.authentication + "BEGIN\r\n").utf8) + call.bytes)
                    return client.line() == nil ? nil : client.answer()
                }
                #expect(answer?.errorName == "org.baton.Error.TooLarge")
            }
        }
    }

    @Test func anAnnouncementTakesNoMemory() async throws {
        try await DaemonProgram.run { daemon in
            try await daemon.serves()
            let before = daemon.memory
            var clients: [RawBusClient] = []
            for _ in 0..<20 {
                clients.append(
                    try await blocking {
                        let client = try daemon.raw().authenticate()
                        client.send(
                            Array(Self.changed { $0.announcedBody = 0x07FF_FF00 })
                                + [UInt8](repeating: 0, count: 1024 * 1024))
                        return client
                    })
            }
            try await daemon.serves()
            #expect(daemon.memory - before < 24 * 1024, "KiB grown: \(daemon.memory - before)")
            withExtendedLifetime(clients) {}
        }
    }

    /// Half of a message, then silence: it costs a connection and nothing else.
    @Test func halfAMessageHoldsNobodyUp() async throws {
        try await DaemonProgram.run { daemon in
            let bytes = Self.getConfig.bytes
            let client = try await blocking {
                let client = try daemon.raw().authenticate()
                client.send(Array(bytes[..<20]))
                return client
            }
            try await daemon.serves()
            let answer = try await blocking {
                client.send(Array(bytes[20...]))
                return client.answer()
            }
            #expect(answer?.text == "0")
        }
    }

    @Test func descriptorsThatNobodyWantsAreNotKept() async throws {
        try await DaemonProgram.run { daemon in
            try await daemon.serves()
            let before = daemon.descriptors
            let (bytes, rest) = (Array(Self.getConfig.bytes[..<20]), Array(Self.getConfig.bytes[20...]))
            let client = try await blocking {
                let client = try daemon.raw().authenticate()
                let ten = [Int32](repeating: client.descriptor, count: 10)
                // Some with each byte of a message that does not end, as many as would use up the process's own.
                for byte in bytes { #expect(client.send([byte], passing: ten)) }
                return client
            }
            try await daemon.serves()
            #expect(daemon.descriptors <= before + 2, "\(daemon.descriptors) instead of \(before)")
            let answer = try await blocking {
                client.send(rest)
                return client.answer()
            }
            #expect(answer?.text == "0", "the call itself is served")
            client.hangUp()
            #expect(try await daemon.settles(at: before) <= before)
        }
    }
}
