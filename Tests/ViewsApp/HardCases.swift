internal import ObjectCount
internal import SwiftUI

/// What an app should not do, or seldom does.
struct HardCases: View {
    let name: String

    var body: some View {
        switch name {
        case "numbers": AnyNumber()
        case "large": LargeContent()
        case "frames": Frames()
        case "shares": Shares()
        case "popovers": Popovers()
        case "looks": Looks()
        case "answer": ClosingAnswer()
        default: Text("There is no \(name).")
        }
    }
}

struct AnyNumber: View {
    private static let all: [CGFloat] = [.infinity, .nan, 1e300, -1e300, -.infinity, 1e10]
    @State private var step = 0
    private var number: CGFloat { Self.all[step % Self.all.count] }

    var body: some View {
        VStack {
            Text("Step \(step)")
            Button("Next") { step += 1 }
            lengths
            factors
            colors
        }
    }

    @ViewBuilder private var lengths: some View {
        Text("a").padding(.top, number)
        Text("b").frame(width: number, height: number)
        Text("c").frame(minWidth: number, maxWidth: number)
        HStack(spacing: number) { Text("d") }
        HStack { Spacer(minLength: number) }
        Text("e").cornerRadius(number).border(.red, width: number)
        RoundedRectangle(cornerRadius: number).stroke(.red, lineWidth: number).frame(width: 9, height: 9)
    }

    @ViewBuilder private var factors: some View {
        Text("f").offset(x: number, y: number)
        Text("g").scaleEffect(number)
        Text("h").opacity(number)
        Text("i").font(.system(size: min(number, 40)))
        ProgressView(value: number, total: 1)
        ProgressView(value: 1, total: number)
        Slider(value: .constant(number))
    }

    @ViewBuilder private var colors: some View {
        Text("j").foregroundColor(Color(red: number, green: 0, blue: 0, opacity: number))
        Color(red: 0, green: number, blue: 0, opacity: number).frame(width: 9, height: 9)
    }
}

struct LargeContent: View {
    var body: some View {
        VStack {
            Button("Here") {}
            Button(String(repeating: "wide", count: 3000)) {}
            Text(String(repeating: "long ", count: 8000))
        }
        .navigationTitle(String(repeating: "title", count: 50_000))
    }
}

struct Frames: View {
    var body: some View {
        VStack {
            Text("first")
            Text("A text that has no room in its frame, which is a small one.").frame(width: 60, height: 20)
            Text("big").frame(width: 300, height: 300).frame(width: 20, height: 20)
            Text("second")
            Text("A text that is broken, since its frame is not wider.").frame(maxWidth: 60)
            Image(systemName: "star").resizable().scaledToFit().frame(width: 50, height: 50)
            Text("wide").fixedSize()
        }
    }
}

/// Columns that take all there is, with little and much in them, and then one more.
struct Shares: View {
    @State private var hasMore = false

    var body: some View {
        VStack {
            Button("More") { hasMore = true }
            HStack(spacing: 0) {
                column("one")
                column("two, which says more than the others do")
                column("three").background(Color.gray)
                if hasMore { column("four") }
                Text("end")
            }
        }
        .frame(width: 1000, height: 200)
    }

    private func column(_ text: String) -> some View { Text(text).frame(maxWidth: .infinity, alignment: .leading) }
}

/// Popovers that the focus comes into, and ones that it cannot come into, where nothing else has it.
struct Popovers: View {
    @State private var isShown = false
    @State private var hasButton = false

    var body: some View {
        Text("Anchor")
            .popover(isPresented: $isShown) { if hasButton { Button("In it") {} } else { Text("In it") } }
            .task {
                await open(10)
                let before = baton_objects_alive()
                await open(30)
                say("objects \(before) \(baton_objects_alive())")
            }
    }

    private func open(_ times: Int) async {
        for time in 0..<times {
            hasButton = time % 2 == 0
            isShown = true
            await nextFrame()
            isShown = false
            await nextFrame()
        }
    }
}

struct Looks: View {
    @State private var number = 0

    var body: some View {
        Text("Looks").padding(CGFloat(number % 50)).background(Color(red: Double(number) / 3000, green: 0, blue: 0))
            .offset(x: Double(number) / 100)
            .task {
                while number < 3000 {
                    number += 1
                    await Task.yield()
                }
                await nextFrame()
                say("looks \(number)")
            }
    }
}

struct ClosingAnswer: View {
    @Environment(\.dismissWindow) private var dismissWindow
    @State private var isAsking = false

    var body: some View {
        Button("Ask") { isAsking = true }
            .alert("Close it?", isPresented: $isAsking) {
                Button("Close") { dismissWindow() }
                Button("Keep", role: .cancel) {}
            }
            .onDisappear { say("gone") }
    }
}
