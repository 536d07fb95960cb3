// Time and notifications as publishers.
import Combine
import SwiftUI

extension Notification.Name {
    static let tokenExpired = Notification.Name("org.example.clock.tokenExpired")
}

struct ClockApp: App {
    var body: some Scene {
        WindowGroup {
            ClockView()
        }
    }
}

struct ClockView: View {
    @State private var now = Date()
    @State private var remaining = 10
    @State private var isExpired = false
    @State private var opacity = 1.0

    private let timer = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    private let expired = NotificationCenter.default.publisher(for: .tokenExpired)

    var body: some View {
        VStack(spacing: 10) {
            Text(now, style: .time).font(.system(size: 40, weight: .light))
            Text("\(remaining) seconds left")
                .foregroundColor(remaining < 4 ? .red : .primary)
                .opacity(opacity)
                .animation(.linear(duration: 0.2), value: opacity)
            ZStack {
                Capsule().fill(Color.gray.opacity(0.3))
                Rectangle().foregroundColor(.green).frame(width: CGFloat(remaining) * 10)
            }
            .frame(width: 100, height: 12)
            .clipShape(Capsule())
            if isExpired {
                Text("Expired").bold()
            }
            Button("Expire") {
                NotificationCenter.default.post(name: .tokenExpired, object: nil, userInfo: ["reason": "user"])
            }
        }
        .padding(20)
        .onReceive(timer) { time in
            now = time
            if remaining > 0 {
                remaining -= 1
            }
            withAnimation(Animation.easeIn.delay(0.1)) { opacity = remaining.isMultiple(of: 2) ? 1 : 0.5 }
        }
        .onReceive(expired) { notification in
            isExpired = notification.userInfo?["reason"] as? String == "user"
        }
        .onReceive(Just(remaining)) { value in
            if value == 0 { timer.upstream.connect().cancel() }
        }
    }
}
