/// Payloads of every odd kind, as their text in the canonical encoding: what all doors take alike, and what all refuse.
package enum OddPayloads {
    package struct Odd: Sendable, CustomStringConvertible {
        package let name: String
        package let json: String
        /// What the refusal must name; nil where the whole is at fault.
        package var place: String?
        package var description: String { name }

        init(_ name: String, _ json: String, at place: String? = nil) {
            self.name = name
            self.json = json
            self.place = place
        }
    }

    private static func lists(_ depth: Int) -> String {
        "{\"a\":" + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    }

    package static let taken: [Odd] = [
        Odd("nothing", "{}"),
        Odd(
            "numbers that are none",
            #"{"a":{"$double":"nan"},"b":{"$double":"inf"},"c":{"$double":"-inf"},"d":{"$double":"-0"}}"#),
        Odd(
            "floats that are none",
            #"{"a":{"$float":"nan"},"b":{"$float":"-inf"},"c":{"$float":"-0"},"d":{"$float":0.1}}"#),
        Odd(
            "the ends of the integers", #"{"a":-9223372036854775808,"b":9223372036854775807,"c":18446744073709551615}"#),
        Odd("integers beyond 64 bits", #"{"a":18446744073709551616,"b":-9223372036854775809,"c":1e300}"#),
        Odd("an empty key", #"{"":1,"a":{"":{"":2}}}"#),
        Odd("keys that begin with $", ##"{"$dict":[["$date",1],["$",2],["#",3]]}"##),
        Odd(
            "keys that are no texts",
            #"{"$dict":[[1,"a"],[[1,2],"b"],[null,"c"],[true,"d"],[{"$date":5},"e"],[{"$set":[1]},"f"]]}"#),
        Odd("two spellings of one letter", "{\"$dict\":[[\"e\u{301}\",1],[\"\u{e9}\",2]]}"),
        Odd(
            "texts with U+0000 and others",
            #"{"a":"x\u0000y","b":"\u001b[31m\u202e\ufeff","c":"\ud83e\udd80","d":"\/"}"#),
        Odd(
            "dates of all times",
            #"{"a":{"$date":-63114076800},"b":{"$date":64092211200},"c":{"$date":0.1},"d":{"$date":{"$double":"inf"}}}"#
        ),
        Odd("empty values", #"{"a":{"$data":""},"b":[],"c":{},"d":{"$set":[]},"e":"","f":null,"g":{"$dict":[]}}"#),
        Odd("a set within a set", #"{"a":{"$set":[{"$set":[1,2]},{"$set":[]},[1],{"b":{"$set":["c"]}}]}}"#),
        Odd("a URL without a scheme", ##"{"a":{"$url":"a/b?c#d"},"b":{"$url":"//host"},"c":{"$url":"#"}}"##),
        Odd("10,000 keys", "{" + (10_000..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"),
        Odd("64 deep", lists(64)),
        Odd("1 MiB", "{\"a\":\"" + String(repeating: "x", count: 1024 * 1024 - 8) + "\"}"),
    ]

    package static let refused: [Odd] = [
        Odd("no object", "[1]"),
        Odd("no JSON", "{\"a\":NaN}"),
        Odd("more than one", "{}{}"),
        Odd("a comma too many", "{\"a\":[1,]}"),
        Odd("a number that no double holds", #"{"a":{"b":1e999}}"#),
        Odd("half a surrogate pair", #"{"a":"\ud800"}"#),
        Odd("the other half", #"{"a":["\udc00x"]}"#),
        Odd("65 deep", lists(65)),
        Odd("500 deep", lists(500)),
        Odd("a UUID that is none", #"{"a":{"b":{"$uuid":"1234"}}}"#, at: "a.b"),
        Odd("a URL that is none", #"{"a":{"$url":""}}"#, at: "a"),
        Odd("data that is not base64", #"{"a":[{"$data":"*"}]}"#, at: "a"),
        Odd("a date that is no number", #"{"a":{"$date":"today"}}"#, at: "a"),
        Odd("a date that is NaN", #"{"a":{"$date":{"$double":"nan"}}}"#, at: "a"),
        Odd("an unknown tag", #"{"a":{"$new":1}}"#, at: "a"),
        Odd("a tag among other keys", #"{"a":{"$date":1,"b":2}}"#, at: "a"),
        Odd("a pair of three", #"{"a":{"$dict":[[1,2,3]]}}"#, at: "a"),
        Odd("a set that is no list", #"{"a":{"$set":1}}"#, at: "a"),
        Odd("a float that is a word", #"{"a":{"$float":"much"}}"#, at: "a"),
    ]
}
