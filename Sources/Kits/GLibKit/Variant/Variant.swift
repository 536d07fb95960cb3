internal import CBatonGLib
package import FoundationEssentials

/// A `GVariant`, owned.
package final class Variant: @unchecked Sendable {
    // Proof: a GVariant is immutable once sunk, and its reference count is atomic.
    let pointer: OpaquePointer

    /// Takes a full or floating reference.
    init(adopting pointer: OpaquePointer) { self.pointer = g_variant_take_ref(pointer) }

    /// Adds a reference to a borrowed value.
    init(borrowing pointer: OpaquePointer) { self.pointer = g_variant_ref(pointer) }

    deinit { g_variant_unref(pointer) }

    package var type: String { String(cString: g_variant_get_type_string(pointer)) }
    /// Bytes of the serialised form.
    package var size: Int { Int(g_variant_get_size(pointer)) }
    package var count: Int { isContainer ? Int(g_variant_n_children(pointer)) : 0 }
    var isContainer: Bool { g_variant_is_container(pointer) != 0 }

    package subscript(_ index: Int) -> Variant {
        Variant(adopting: g_variant_get_child_value(pointer, gsize(index)))
    }

    /// The value inside, where this is a `v`, however deep.
    package var unboxed: Variant {
        var value = self
        while value.type == "v" {
            value = withExtendedLifetime(value) { Variant(adopting: g_variant_get_variant(value.pointer)) }
        }
        return value
    }

    package var string: String? {
        let type = type
        guard type == "s" || type == "o" || type == "g" else { return nil }
        return String(cString: g_variant_get_string(pointer, nil))
    }

    package var bytes: Data? {
        guard type == "ay" else { return nil }
        var count: gsize = 0
        guard let start = g_variant_get_fixed_array(pointer, &count, 1) else { return Data() }
        return Data(bytes: start, count: Int(count))
    }

    package static func string(_ text: String) -> Variant { Variant(adopting: g_variant_new_string(text)) }

    // Whoever takes a pointer out of an object holds the object until GLib has its own reference: the optimiser may
    // otherwise release it after the last mention of it, before the call.

    /// A tuple of `members`: the arguments of a call or a signal.
    package static func tuple(_ members: [Variant]) -> Variant {
        withExtendedLifetime(members) {
            var pointers: [OpaquePointer?] = members.map(\.pointer)
            return Variant(adopting: g_variant_new_tuple(&pointers, gsize(pointers.count)))
        }
    }

    static func array(_ elements: [Variant], of type: String) -> Variant {
        withExtendedLifetime(elements) {
            var pointers: [OpaquePointer?] = elements.map(\.pointer)
            return Variant(adopting: baton_variant_new_array(type, &pointers, gsize(pointers.count)))
        }
    }

    static func entry(_ key: Variant, _ value: Variant) -> Variant {
        withExtendedLifetime((key, value)) { Variant(adopting: g_variant_new_dict_entry(key.pointer, value.pointer)) }
    }

    /// The value inside a `v`.
    var boxed: Variant { withExtendedLifetime(self) { Variant(adopting: g_variant_new_variant(pointer)) } }
}
