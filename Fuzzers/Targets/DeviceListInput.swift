internal import BatonHandoff
internal import FoundationEssentials

/// Two lists, with a zero byte between them.
enum DeviceListInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        let lists = bytes.split(separator: 0, maxSplits: 1).compactMap { part in
            try? WireForm.read(DeviceList.self, from: Data(part))
        }
        for list in lists where list.isWellFormed {
            try FuzzTarget.check(list.covers(list), "a list lacks what happened in itself")
            guard let written = try? JSONEncoder().encode(list) else {
                throw FuzzTarget.Finding(description: "a list that was read cannot be written")
            }
            try FuzzTarget.check(
                (try? WireForm.read(DeviceList.self, from: written)) == list, "a list reads back otherwise")
        }
        guard lists.count == 2, lists.allSatisfy(\.isWellFormed) else { return }
        let (a, b) = (lists[0], lists[1])
        let united = a.united(with: b)
        try FuzzTarget.check(united.version > max(a.version, b.version), "a united list is not newer")
        try FuzzTarget.check(united.covers(a) && united.covers(b), "a united list lacks what happened")
        let other = b.united(with: a)
        try FuzzTarget.check(
            Set(united.members.map(\.id)) == Set(other.members.map(\.id)), "who belongs depends on who unites")
    }
}
