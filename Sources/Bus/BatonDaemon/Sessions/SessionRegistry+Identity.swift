internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import GLibKit

// Who is calling: found out before anything is done for a client.

extension SessionRegistry {
    /// Answers a call, in the order of the calls. Those of a client that is not known yet wait until it is: what follows
    /// a greeting that is under way is the greeted app's, and not a program's that says nothing.
    func dispatch(_ call: BusCall, _ session: ClientSession, _ router: BusRouter<ClientSession>) async {
        let key = ObjectIdentifier(session)
        // Gone: nobody waits for the answer, and of an unknown caller it can not be found out any more who it was.
        guard isHere(session) else { return }
        guard undecided[key] != nil else {
            router.handle(call, from: session, on: thread)
            return
        }
        undecided[key]?.append(call)
        // Another call's turn takes this one along.
        guard undecided[key]?.count == 1 else { return }
        while let first = undecided[key]?.first {
            let isKnown = await decide(first, session, router)
            // Gone meanwhile: the waiting calls are answered by being dropped.
            guard undecided[key] != nil else { return }
            if isKnown {
                // No suspension from here: a call that comes now would overtake these.
                for next in (undecided.removeValue(forKey: key) ?? []).dropFirst() {
                    router.handle(next, from: session, on: thread)
                }
                return
            }
            undecided[key]?.removeFirst()
        }
    }

    /// Answers the first call of a client, and says whether it is known thereby. A program that says no Hello is known by
    /// its sandbox or executable all the same, and none by its silence.
    private func decide(
        _ call: BusCall, _ session: ClientSession, _ router: BusRouter<ClientSession>
    ) async -> Bool {
        if call.interface == ConnectionMethods.interface, call.method == ConnectionMethods.hello.name {
            await router.handle(call, from: session, on: thread)?.value
            return await session.identity != nil
        }
        if let refusal = await session.refusal {
            call.fail(BusErrorName.name(for: refusal.code), refusal.message)
            return false
        }
        do throws(BatonError) {
            let identity = try await apps.identify(session.credentials, launchToken: nil, claimedID: nil)
            await session.identify(identity, program: nil)
        } catch {
            call.fail(BusErrorName.name(for: error.code), error.message)
            return false
        }
        router.handle(call, from: session, on: thread)
        return true
    }

    /// Apps have changed. A client that claims an id which an app has now been installed with must be that app: else it
    /// would be sent what is the app's, and see what the app saves.
    func judgeClaims() async {
        for session in allSessions {
            guard case .claimed(let id) = await session.identity, (try? await apps.show(id)) != nil else { continue }
            do throws(BatonError) {
                let found = try await apps.identify(session.credentials, launchToken: nil, claimedID: id)
                await session.identify(found, program: nil)
            } catch {
                Log.info(
                    "client \(session.number) is \(id) no more: an app of that id was installed, and it is another")
                await revoke(session, error)
            }
        }
    }
}
