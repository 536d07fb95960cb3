internal import CBatonGLib

/// Waits until a descriptor can be read, its other end is gone, or the task is cancelled.
func waitUntilReadable(_ descriptor: Int32, on thread: GLibThread) async {
    let race = Race<Void>()
    let callback = Callback<Void, Void> { race.finish(.success(())) }
    let source = g_unix_fd_source_new(descriptor, GIOCondition(rawValue: G_IO_IN.rawValue | G_IO_HUP.rawValue))!
    let held = HeldSource(source)
    baton_source_set_fd_callback(
        source,
        { _, _, data in
            Callback<Void, Void>.borrowed(data).body(())
            return 0
        }, callback.retained(), releaseCallback)
    _ = g_source_attach(source, thread.context)
    _ = await withTaskCancellationHandler {
        await race.result()
    } onCancel: {
        race.finish(.failure(CancellationError()))
    }
    held.destroy()
}
