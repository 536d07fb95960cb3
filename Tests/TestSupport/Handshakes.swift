package import Testing

/// GIO does TLS handshakes on the ten threads of one pool, both ends of each in this process; and some tests have strangers
/// that hold them. So suites with handshakes take turns, whichever targets they are in.
package struct HandshakeTurn: SuiteTrait, TestTrait, TestScoping {
    private static let turn = Permits(1)

    package let isRecursive = true

    @concurrent package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        // A suite has its turn test by test.
        guard testCase != nil else { return try await function() }
        await Self.turn.take()
        defer { Self.turn.give() }
        try await function()
    }
}

extension Trait where Self == HandshakeTurn {
    /// For suites whose tests do TLS handshakes in this process.
    package static var handshakes: Self { HandshakeTurn() }
}
