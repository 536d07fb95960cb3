// Handoff: what is read is offered with a typed payload, and taken up by the same view on another device.
import SwiftUI

struct Recipe: Identifiable, Hashable, Codable {
    var id = UUID()
    var name: String
    var minutes: Int
    var ingredients: [String]

    static let samples = [
        Recipe(name: "Pancakes", minutes: 20, ingredients: ["Flour", "Milk", "Eggs"]),
        Recipe(name: "Lentil soup", minutes: 45, ingredients: ["Lentils", "Carrots", "Onion"]),
    ]
}

struct ReadingPayload: Codable {
    let recipe: UUID
    let step: Int
}

enum ActivityTypes {
    static let browsing = "org.example.recipes.browsing"
    static let reading = "org.example.recipes.reading"
}

struct RecipesApp: App {
    var body: some Scene {
        WindowGroup {
            RecipeListView()
        }
    }
}

struct RecipeListView: View {
    @State private var selected: Recipe?
    @State private var step = 0
    @State private var isBrowsing = true

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            ForEach(Recipe.samples) { recipe in
                Button(action: { open(recipe) }) {
                    HStack {
                        Text(recipe.name).font(.headline)
                        Spacer()
                        Text("\(recipe.minutes) min").foregroundColor(.secondary)
                    }
                }
            }
            Divider()
            if let recipe = selected {
                RecipeDetail(recipe: recipe, step: $step)
            } else {
                Text("Choose a recipe").font(.callout).italic()
            }
        }
        .padding()
        .userActivity(ActivityTypes.browsing, isActive: isBrowsing) { activity in
            activity.title = "Browsing recipes"
            activity.isEligibleForHandoff = true
            activity.webpageURL = URL(string: "https://example.org/recipes")
        }
        .userActivity(ActivityTypes.reading, element: selected) { recipe, activity in
            activity.title = "Reading \(recipe.name)"
            activity.isEligibleForHandoff = true
            activity.isEligibleForSearch = true
            activity.targetContentIdentifier = recipe.id.uuidString
            activity.requiredUserInfoKeys = ["step"]
            activity.addUserInfoEntries(from: ["step": step])
            try? activity.setTypedPayload(ReadingPayload(recipe: recipe.id, step: step))
        }
        .onContinueUserActivity(ActivityTypes.reading, perform: resume)
        .onContinueUserActivity(ActivityTypes.browsing) { _ in
            selected = nil
        }
    }

    private func open(_ recipe: Recipe) {
        selected = recipe
        isBrowsing = false
        step = 0
    }

    private func resume(_ activity: NSUserActivity) {
        guard let payload = try? activity.typedPayload(ReadingPayload.self) else {
            print("Could not read the payload of \(activity.activityType)")
            return
        }
        guard let recipe = Recipe.samples.first(where: { $0.id == payload.recipe }) else { return }
        open(recipe)
        step = payload.step
    }
}

private struct RecipeDetail: View {
    let recipe: Recipe
    @Binding var step: Int

    var body: some View {
        VStack(alignment: .leading) {
            Text(recipe.name).font(.title).bold()
            ForEach(recipe.ingredients.indices, id: \.self) { index in
                Text(recipe.ingredients[index])
                    .fontWeight(index == step ? .bold : .regular)
                    .foregroundColor(index < step ? .gray : .primary)
            }
            HStack {
                Button("Back") { step -= 1 }.disabled(step == 0)
                Button("Next") { step += 1 }.disabled(step == recipe.ingredients.count - 1)
            }
        }
    }
}

struct RecipeListView_Previews: PreviewProvider {
    static var previews: some View {
        RecipeListView()
    }
}
