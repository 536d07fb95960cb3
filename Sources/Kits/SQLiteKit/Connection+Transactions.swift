internal import CBatonSQLite

extension Connection {
    /// One transaction around `body`: committed when it returns, rolled back when it throws.
    func transaction<T>(writing: Bool, _ body: () throws -> T) throws -> T {
        // IMMEDIATE takes the write lock now. A deferred transaction that starts to write later can fail at once with
        // SQLITE_BUSY, whatever the timeout, since what it has read may be out of date.
        try run(writing ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED")
        if !writing { stopWhenCancelled(true) }
        defer {
            stopWhenCancelled(false)
            deadline = nil
        }
        do {
            let result = try body()
            guard isInTransaction else {
                throw SQLiteError(
                    .aborted,
                    "the transaction had ended before its closure: by SQL in it, or by an error that was caught there",
                    path: path)
            }
            try run("COMMIT")
            return result
        } catch {
            // After SQLITE_FULL, SQLITE_IOERR and a few more, SQLite has rolled back by itself. If the rollback fails
            // too, the first error is the one that explains; the next BEGIN reports the rest.
            stopWhenCancelled(false)
            if isInTransaction { try? run("ROLLBACK") }
            throw error
        }
    }

    private var isInTransaction: Bool { sqlite3_get_autocommit(pointer) == 0 }

    /// Stops a read that nobody waits for any more: a query while the user types on. A write that has begun is finished.
    ///
    /// The handler runs on this thread, inside the task, so that it cannot hit somebody else's transaction as
    /// `sqlite3_interrupt` from the cancelling thread could. Every 20 instructions is every 0.2 ms in the worst
    /// statements of full-text search; with 1,000 it was every 10 ms.
    private func stopWhenCancelled(_ on: Bool) {
        guard on else { return sqlite3_progress_handler(pointer, 0, nil, nil) }
        // Unretained: the connection outlives the transaction, at whose end the handler goes.
        sqlite3_progress_handler(
            pointer, 20,
            { context in
                if Task.isCancelled { return 1 }
                let connection = Unmanaged<Connection>.fromOpaque(context!).takeUnretainedValue()
                guard let deadline = connection.deadline else { return 0 }
                return ContinuousClock.now >= deadline ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
