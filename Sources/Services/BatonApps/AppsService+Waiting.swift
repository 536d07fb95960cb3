internal import ActivityModel
internal import GLibKit

// Events that nothing has been sent of: they wait for a process, or behind other events of their app. Neither wait is
// longer than `readyLimit`, so that one who asks is answered however many an app that hangs was sent before.

extension AppsService {
    func waitingEvents(of app: String) -> [Int] {
        (doors[app]?.events ?? []).filter { deliveries[$0]?.state.isWaiting == true }
    }

    /// Begins the wait anew: when it has begun, when a process is started for it, and when one has become ready.
    func startPatience(_ event: Int) {
        guard deliveries[event] != nil else { return }
        deliveries[event]?.patience?.timer.cancel()
        let number = nextNumber()
        let timer = thread.task { [self] in
            guard (try? await time.sleep(Self.readyLimit)) != nil else { return }
            await patienceEnded(event, number)
        }
        deliveries[event]?.patience = Delivery.Patience(number: number, timer: timer)
    }

    private func patienceEnded(_ event: Int, _ number: Int) {
        guard let delivery = deliveries[event], delivery.state.isWaiting, delivery.patience?.number == number else {
            return
        }
        let app = delivery.app
        let seconds = Self.readyLimit.components.seconds
        let isBusy = taker(of: delivery) != nil
        if !isBusy, doors[app]?.launch?.hasExited == true { endLaunch(of: app) }
        let message =
            isBusy
            ? "\(app) was busy with earlier events and did not come to this one within \(seconds) seconds."
            : "\(app) was not ready within \(seconds) seconds."
        apply(.lost(BatonError(.timedOut, message)), to: event)
        advance(app)
    }

    /// Ends all that wait for the app.
    func fail(_ app: String, _ error: BatonError) {
        for number in waitingEvents(of: app) { apply(.lost(error), to: number) }
        advance(app)
    }
}
