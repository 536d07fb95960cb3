import BatonViews
import BatonViewsRecording
import Foundation
import Testing

@MainActor struct TextControlTests {
    struct Fields: View {
        @State private var text = "a"
        @State private var other = 0
        var body: some View {
            TextField("Name", text: $text)
            Text("is \(text)")
            Button("other \(other)") { other += 1 }
            Button("Clear") { text = "" }
        }
    }

    private func field(_ screen: Screen) -> TextFieldElement { screen.control(TextFieldElement.self) }

    @Test func aFieldShowsItsBindingAndWritesIt() {
        let screen = Screen(Fields())
        #expect(field(screen).text == "a")
        #expect(field(screen).title == "Name")
        #expect(field(screen).prompt == "Name")
        screen.use(TextFieldElement.self, .textChanged("ab"))
        #expect(field(screen).text == "ab")
        #expect(screen.texts[0] == "is ab")
        screen.press(1)
        #expect(field(screen).text == "")
    }

    @Test func aFieldThatHasNotChangedIsNotTouched() {
        let screen = Screen(Fields())
        screen.press()
        #expect(screen.renderer.updates == 1)
        #expect(screen.renderer.made == 0)
    }

    @Test func aFieldWhoseBindingRefusesTheTextShowsTheBindingAgain() {
        var stored = "12"
        let binding = Binding(get: { stored }, set: { stored = $0.filter(\.isNumber) })
        let screen = Screen(TextField("", text: binding))
        screen.use(TextFieldElement.self, .textChanged("12a"))
        #expect(field(screen).text == "12")
        #expect(screen.renderer.updates == 1)
        screen.use(TextFieldElement.self, .textChanged("123"))
        #expect(stored == "123")
    }

    @Test func aFieldTellsOfItsBeginningItsEndAndReturn() {
        var told: [String] = []
        let screen = Screen(
            TextField(
                "", text: .constant(""), onEditingChanged: { told.append("\($0)") }, onCommit: { told.append("commit") }
            )
            .onSubmit { told.append("inner") }
            .onSubmit { told.append("outer") })
        screen.use(TextFieldElement.self, .focused(true))
        screen.use(TextFieldElement.self, .submitted)
        screen.use(TextFieldElement.self, .focused(false))
        #expect(told == ["true", "commit", "inner", "outer", "false"])
    }

    @Test func aPromptStandsInsteadOfTheTitle() {
        let screen = Screen(
            VStack {
                TextField("Name", text: .constant(""), prompt: Text("First and last"))
                SecureField(text: .constant("x")) { Text("Password") }
            })
        #expect(field(screen).prompt == "First and last")
        #expect(field(screen).title == "Name")
        let secure = screen.control(TextFieldElement.self, 1)
        #expect(secure.isSecure)
        #expect(secure.title == "Password")
        #expect(secure.text == "x")
    }

    @Test func aSecureFieldWritesItsBinding() {
        let store = Store("")
        var commits = 0
        let screen = Screen(SecureField("", text: store.binding, onCommit: { commits += 1 }))
        screen.use(TextFieldElement.self, .textChanged("secret"))
        screen.use(TextFieldElement.self, .submitted)
        #expect(store.value == "secret")
        #expect(commits == 1)
    }

    @Test func stylesAndHintsComeToTheField() {
        let screen = Screen(
            TextField("", text: .constant("")).textFieldStyle(PlainTextFieldStyle()).keyboardType(.emailAddress)
                .disableAutocorrection(true).textInputAutocapitalization(.never))
        #expect(field(screen).style == .plain)
        #expect(field(screen).input.keyboard == .emailAddress)
        #expect(field(screen).input.disablesAutocorrection == true)
        #expect(field(screen).input.autocapitalization == UITextAutocapitalizationType.none)
    }

    // MARK: Values

    struct Number: View {
        @State private var number = 5
        var body: some View {
            TextField("", value: $number, format: .number)
            Text("is \(number)")
            Button("Other") { number = 40 }
        }
    }

    @Test func aValueIsReadWhenTheFieldIsFinished() {
        let screen = Screen(Number())
        #expect(field(screen).text == "5")
        screen.use(TextFieldElement.self, .textChanged("57"))
        #expect(field(screen).text == "57")
        #expect(screen.texts[0] == "is 5")
        screen.use(TextFieldElement.self, .submitted)
        #expect(screen.texts[0] == "is 57")
        screen.use(TextFieldElement.self, .textChanged("58"))
        screen.use(TextFieldElement.self, .focused(false))
        #expect(screen.texts[0] == "is 58")
    }

    @Test func whatCannotBeReadGivesWayToTheValue() {
        let screen = Screen(Number())
        screen.use(TextFieldElement.self, .textChanged("five"))
        screen.use(TextFieldElement.self, .submitted)
        #expect(field(screen).text == "5")
        #expect(screen.texts[0] == "is 5")
    }

    @Test func aValueThatChangesMeanwhileIsShown() {
        let screen = Screen(Number())
        screen.use(TextFieldElement.self, .textChanged("7"))
        screen.press()
        #expect(field(screen).text == "40")
        screen.use(TextFieldElement.self, .focused(false))
        #expect(screen.texts[0] == "is 40")
    }

    @Test func aValueThatWasNotEditedIsNotRounded() {
        let store = Store(1.23456789)
        let screen = Screen(TextField("", value: store.binding, format: .number))
        screen.use(TextFieldElement.self, .focused(true))
        screen.use(TextFieldElement.self, .focused(false))
        #expect(store.written.isEmpty)
    }

    struct Going: View {
        let number: Binding<Int>
        let told: (Bool) -> Void
        @State private var isThere = true
        var body: some View {
            if isThere {
                TextField("", value: number, format: .number)
                TextField("", text: .constant(""), onEditingChanged: told)
            }
            Button("Go") { isThere = false }
        }
    }

    @Test func aFieldThatGoesWhileItIsEditedEndsTheEdit() {
        let store = Store(1)
        var told: [Bool] = []
        let screen = Screen(Going(number: store.binding) { told.append($0) })
        screen.use(TextFieldElement.self, .focused(true), at: 1)
        screen.use(TextFieldElement.self, .focused(true), at: 0)
        screen.use(TextFieldElement.self, .textChanged("12"), at: 0)
        screen.press()
        #expect(told == [true, false])
        #expect(store.written == [12])
    }

    @Test func anEmptyFieldOfAnOptionalIsNone() {
        let store = Store<Int?>(3)
        let screen = Screen(TextField("", value: store.binding, format: .number))
        screen.use(TextFieldElement.self, .textChanged(""))
        screen.use(TextFieldElement.self, .submitted)
        #expect(store.value == nil)
        #expect(field(screen).text == "")
    }

    @Test func aFormatterOf2019ReadsAndWrites() {
        let formatter = NumberFormatter()
        let (whole, broken) = (Store(3), Store(0.5))
        let screen = Screen(
            VStack {
                TextField("", value: whole.binding, formatter: formatter)
                TextField("", value: broken.binding, formatter: formatter)
            })
        #expect(field(screen).text == "3")
        screen.use(TextFieldElement.self, .textChanged("12"))
        screen.use(TextFieldElement.self, .submitted)
        #expect(whole.value == 12)
        screen.use(TextFieldElement.self, .textChanged("x"))
        screen.use(TextFieldElement.self, .submitted)
        #expect(whole.value == 12)
        screen.use(TextFieldElement.self, .textChanged("2"), at: 1)
        screen.use(TextFieldElement.self, .submitted, at: 1)
        #expect(broken.value == 2)
    }

    // MARK: Texts that are hard to show

    @Test func nulIsNotShownAndNotWrittenButByAnEdit() {
        let store = Store("a\0b")
        let screen = Screen(
            VStack {
                TextField("", text: store.binding)
                TextEditor(text: store.binding)
            })
        #expect(field(screen).text == "ab")
        #expect(screen.control(TextEditorElement.self).text == "ab")
        #expect(store.written.isEmpty)
    }

    @Test func aFieldOfAMegabyteShowsItsBeginningAndCannotBeEdited() {
        // Of three bytes each, so that the limit is within one.
        let store = Store(String(repeating: "€", count: 400_000))
        let screen = Screen(
            VStack {
                TextField("", text: store.binding)
                TextEditor(text: store.binding)
            })
        #expect(field(screen).isEditable == false)
        #expect(field(screen).text == String(repeating: "€", count: 20_000))
        #expect(screen.control(TextEditorElement.self).text == store.value)
    }

    @Test func aCutTextEndsWithAWholeCharacter() {
        let screen = Screen(TextField("", text: .constant("a" + String(repeating: "€", count: 30_000))))
        #expect(field(screen).text == "a" + String(repeating: "€", count: 19_999))
    }

    // MARK: Several lines

    struct Notes: View {
        @State private var text = "one\ntwo"
        @State private var other = 0
        var body: some View {
            TextEditor(text: $text)
            Text("\(text.count)")
            Button("other \(other)") { other += 1 }
        }
    }

    @Test func anEditorShowsItsBindingAndWritesIt() {
        let screen = Screen(Notes())
        #expect(screen.control(TextEditorElement.self).text == "one\ntwo")
        screen.use(TextEditorElement.self, .textChanged("one"))
        #expect(screen.texts[0] == "3")
        screen.press()
        #expect(screen.renderer.updates == 1)
    }

    @Test func anEditorWhoseBindingRefusesShowsTheBindingAgain() {
        let screen = Screen(TextEditor(text: .constant("fixed")))
        screen.use(TextEditorElement.self, .textChanged("fixed!"))
        #expect(screen.control(TextEditorElement.self).text == "fixed")
        #expect(screen.renderer.updates == 1)
    }
}
