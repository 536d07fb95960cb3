import Foundation
import UserActivity

@MainActor final class OrderScene: ActivitySceneDelegate {
    private var page = URL(string: "https://shop.example/")

    func scene(_ scene: ActivityScene, willConnectWith options: ActivityScene.ConnectionOptions) {
        for activity in options.userActivities { self.scene(scene, continue: activity) }
    }

    func scene(_ scene: ActivityScene, continue userActivity: NSUserActivity) {
        page = userActivity.webpageURL ?? page
    }
}

@MainActor final class Shop: ActivityApplicationDelegate {
    func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool {
        application.declareScene("home") { scene in
            scene.onOpenURL { print("the home page shows \($0)") }
            scene.handlesExternalEvents(preferring: [], allowing: ["/home"])
        }
        application.declareScene("order", matching: ["/orders/"]) { scene in
            scene.delegate = OrderScene()
            scene.handlesExternalEvents(preferring: [], allowing: ["/orders/"])
        }
        return true
    }
}
