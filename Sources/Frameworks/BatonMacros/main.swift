/// What the compiler runs to expand the macros of SwiftUI: it asks on standard input, and is answered on standard output.
while let message = MessageStream.read() { MessageStream.write(answer(to: message)) }
