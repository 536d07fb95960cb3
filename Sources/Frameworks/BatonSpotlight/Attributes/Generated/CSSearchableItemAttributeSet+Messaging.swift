// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Messaging.
extension CSSearchableItemAttributeSet {
    /// The account, by an identifier of the app's.
    public var accountIdentifier: String? {
        get { text("accountIdentifier") }
        set { setText("accountIdentifier", newValue) }
    }

    /// The text, for search by its words; at most 1 MiB.
    public var textContent: String? {
        get { text("textContent") }
        set { setText("textContent", newValue) }
    }

    /// The addresses or numbers of the account.
    public var accountHandles: [String]? {
        get { texts("accountHandles") }
        set { setTexts("accountHandles", newValue) }
    }

    /// The mailboxes, as in `CSMailboxInbox`.
    public var mailboxIdentifiers: [String]? {
        get { texts("mailboxIdentifiers") }
        set { setTexts("mailboxIdentifiers", newValue) }
    }

    /// The names of the authors.
    public var authorNames: [String]? {
        get { texts("authorNames") }
        set { setTexts("authorNames", newValue) }
    }

    /// The names of the recipients.
    public var recipientNames: [String]? {
        get { texts("recipientNames") }
        set { setTexts("recipientNames", newValue) }
    }

    /// The authors' addresses for mail.
    public var authorEmailAddresses: [String]? {
        get { texts("authorEmailAddresses") }
        set { setTexts("authorEmailAddresses", newValue) }
    }

    /// The recipients' addresses for mail.
    public var recipientEmailAddresses: [String]? {
        get { texts("recipientEmailAddresses") }
        set { setTexts("recipientEmailAddresses", newValue) }
    }

    /// The authors' other addresses.
    public var authorAddresses: [String]? {
        get { texts("authorAddresses") }
        set { setTexts("authorAddresses", newValue) }
    }

    /// The recipients' other addresses.
    public var recipientAddresses: [String]? {
        get { texts("recipientAddresses") }
        set { setTexts("recipientAddresses", newValue) }
    }

    /// Telephone numbers.
    public var phoneNumbers: [String]? {
        get { texts("phoneNumbers") }
        set { setTexts("phoneNumbers", newValue) }
    }

    /// Addresses for mail.
    public var emailAddresses: [String]? {
        get { texts("emailAddresses") }
        set { setTexts("emailAddresses", newValue) }
    }

    /// Addresses for instant messages.
    public var instantMessageAddresses: [String]? {
        get { texts("instantMessageAddresses") }
        set { setTexts("instantMessageAddresses", newValue) }
    }

    /// The text as HTML. In queries: `HTMLContentData`.
    public var htmlContentData: Data? {
        get { data("HTMLContentData") }
        set { setData("HTMLContentData", newValue) }
    }

    /// Who wrote it.
    public var authors: [CSPerson]? {
        get { persons("authors") }
        set { setPersons("authors", newValue) }
    }

    /// To whom it goes.
    public var primaryRecipients: [CSPerson]? {
        get { persons("primaryRecipients") }
        set { setPersons("primaryRecipients", newValue) }
    }

    /// Who gets a copy.
    public var additionalRecipients: [CSPerson]? {
        get { persons("additionalRecipients") }
        set { setPersons("additionalRecipients", newValue) }
    }

    /// Who gets a copy unseen by the others.
    public var hiddenAdditionalRecipients: [CSPerson]? {
        get { persons("hiddenAdditionalRecipients") }
        set { setPersons("hiddenAdditionalRecipients", newValue) }
    }

    /// The headers of the mail, each with its values.
    public var emailHeaders: [String: [Any]]? {
        get { headers("emailHeaders") }
        set { setHeaders("emailHeaders", newValue) }
    }

    /// Whether nobody asked for it.
    public var likelyJunk: NSNumber? {
        get { number("likelyJunk") }
        set { setNumber("likelyJunk", newValue) }
    }
}
