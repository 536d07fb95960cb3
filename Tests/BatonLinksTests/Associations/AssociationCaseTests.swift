import BatonLinks
import FoundationEssentials
import TestSupport
import Testing

/// What real files went wrong with.
@Suite struct AssociationCaseTests {
    @Test func allCasesAreRead() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: repositoryPath("Tests/Cases/aasa"))
        #expect(AssociationCase.all.count == files.count { $0.hasSuffix(".json") })
        #expect(AssociationCase.all.count == 16)
        #expect(
            Set(AssociationCase.all.flatMap { $0.checks.map(\.file) }).count == files.count { $0.hasSuffix(".aasa") })
    }

    @Test(arguments: AssociationCase.all)
    func everyAddressOpensWhatItShould(_ given: AssociationCase) throws {
        for check in given.checks {
            let data = try AssociationCase.file(check.file)
            guard check.parse == "ok" else {
                let fault = #expect(throws: AssociationFault.self) { try AssociationFile(parsing: data) }
                #expect(fault?.line != nil && fault?.column != nil, "\(check.file)")
                continue
            }
            let file = try AssociationFile(parsing: data)
            for address in check.urls {
                let url = try #require(LinkURL(address.url))
                let opens = file.decide(url, installed: check.installed)?.app ?? "browser"
                #expect(opens == address.opens, "\(check.file) \(address.url): \(address.rule)")
            }
            for (name, apps) in check.services ?? [:] {
                let service = try #require(AssociatedDomain.Service(rawValue: name))
                for (app, isListed) in apps { #expect(file.lists(app, for: service) == isListed, "\(name) \(app)") }
            }
        }
    }
}
