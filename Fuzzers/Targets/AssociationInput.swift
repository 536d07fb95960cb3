internal import BatonLinks
internal import FoundationEssentials

/// A file, and after a zero byte what follows the host in an address.
enum AssociationInput {
    private static let tails = ["", "/a/b?a=1&b#c", "/en-GB/%C3%A9?id=", "//x//?a&a=b"]

    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let file: AssociationFile
        switch read(Data(parts.first ?? Data())) {
        case .success(let found): file = found
        case .failure(let fault):
            let isShown = fault.description.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
            try FuzzTarget.check(isShown && !fault.what.isEmpty, "a fault is not shown on one line")
            try FuzzTarget.check((fault.line ?? 1) > 0 && (fault.column ?? 1) > 0, "a fault is nowhere")
            return
        }
        let warnings = file.warnings
        try FuzzTarget.check(warnings.count <= 512, "nobody reads so many warnings")
        for warning in warnings {
            try FuzzTarget.check(warning.description.utf8.count < 8192, "a warning is longer than anybody reads")
        }
        try FuzzTarget.check(Set(file.apps).count == file.apps.count, "an app is listed twice")
        let unreachable = Set(
            warnings.filter {
                $0.what.hasPrefix("it is never reached:") || $0.what.hasPrefix("it is never reached, and so excludes")
            }.map(\.place))
        let tail = String(decoding: parts.count > 1 ? parts[1] : Data(), as: UTF8.self)
        for tail in tails + ["/" + tail] {
            guard let url = LinkURL("https://example.com\(tail)") else { continue }
            try check(file, url, unreachable)
        }
    }

    private static func read(_ data: Data) -> Result<AssociationFile, AssociationFault> {
        do throws(AssociationFault) { return .success(try AssociationFile(parsing: data)) } catch {
            return .failure(error)
        }
    }

    private static func check(
        _ file: AssociationFile, _ url: LinkURL, _ unreachable: Set<String>
    ) throws(FuzzTarget.Finding) {
        let decision = file.decide(url, installed: file.apps)
        try FuzzTarget.check(
            file.decide(url, installed: file.apps.reversed()) == decision, "the order of the installed apps decides")
        if let decision {
            try FuzzTarget.check(file.apps.contains(decision.app), "an app opens that is not there")
            try FuzzTarget.check(
                file.decide(url, installed: [decision.app]) == decision, "what other apps are installed changes a rule")
        }
        var isDecided = false
        for app in file.apps.prefix(20) {
            try FuzzTarget.check(file.lists(app, for: .applinks), "an app of the file is not listed")
            let outcome = file.decision(for: app, url)
            switch outcome {
            case .opens(let place):
                if !isDecided {
                    try FuzzTarget.check(
                        decision?.app == app && decision?.place == place, "the first app that opens is not chosen")
                }
                isDecided = true
                try FuzzTarget.check(!unreachable.contains(place.path), "a rule that is never reached opens")
            case .blocked(let place):
                try FuzzTarget.check(!unreachable.contains(place.path), "a rule that is never reached excludes")
            case .none: break
            case .tooCostly: throw FuzzTarget.Finding(description: "a short file is too costly")
            }
        }
    }
}
