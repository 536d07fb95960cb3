internal import SQLiteKit

/// What `search.db` holds. It can be made again from what apps and `state.db` have: a file of another version, or a damaged
/// one, is not migrated but started anew.
enum SearchSchema {
    /// "BATS": marks the file as ours.
    static let applicationID: Int32 = 0x4241_5453

    static var migrations: [Migration] { [Migration(1, tables)] }

    // The three lists hold words that are cut and folded already, separated by spaces; `ascii` with all punctuation as
    // letters takes them as they are, so that the file can be read by any SQLite. Contentless: what `delete` must be told
    // is in `entry`.
    private static let list = #"""
        content='', columnsize=0, detail=none, tokenize="ascii tokenchars '!""#$%&()*+,-./:;<=>?@[\]^_`{|}~'''"
        """#

    private static let tables = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE app (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
        -- Everything that can be found. Without a place: an activity that an item speaks for.
        CREATE TABLE thing (
            id INTEGER PRIMARY KEY,
            app INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            box TEXT NOT NULL,
            identifier TEXT NOT NULL,
            place INTEGER,
            expires_at REAL NOT NULL,
            first_indexed REAL NOT NULL,
            times_chosen INTEGER NOT NULL DEFAULT 0,
            date REAL NOT NULL DEFAULT 0,
            date_is INTEGER NOT NULL DEFAULT 0,
            hint REAL NOT NULL DEFAULT 0,
            bonus REAL NOT NULL DEFAULT 0,
            shown_at REAL,
            domain TEXT,
            related TEXT,
            is_tied INTEGER NOT NULL DEFAULT 0,
            type TEXT,
            is_public INTEGER NOT NULL DEFAULT 0,
            title TEXT NOT NULL DEFAULT '',
            description TEXT,
            record BLOB NOT NULL,
            UNIQUE (app, kind, box, identifier)
        );
        CREATE INDEX thing_expiry ON thing (expires_at);
        CREATE INDEX thing_domain ON thing (app, domain) WHERE domain IS NOT NULL;
        CREATE INDEX thing_related ON thing (app, related) WHERE related IS NOT NULL;
        -- The words of each place, as they go into the lists and must be told to take them out again.
        CREATE TABLE entry (
            place INTEGER PRIMARY KEY,
            thing INTEGER NOT NULL,
            app INTEGER NOT NULL,
            head TEXT NOT NULL,
            names TEXT NOT NULL,
            body TEXT NOT NULL
        );
        -- What the lists are still to be told: places to take out (1), and to put in (0).
        CREATE TABLE unlisted (place INTEGER PRIMARY KEY, goes INTEGER NOT NULL);
        CREATE VIRTUAL TABLE fh USING fts5(x, \(list), prefix='1 2 3 4 5 6 8');
        CREATE VIRTUAL TABLE ft USING fts5(x, \(list), prefix='1 2 3 4 5');
        CREATE VIRTUAL TABLE fa USING fts5(x, \(list), prefix='1 2 3 4 5');
        CREATE TABLE vocab (term TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE frequency (term TEXT PRIMARY KEY, share REAL NOT NULL) WITHOUT ROWID;
        CREATE TABLE chosen (
            typed TEXT NOT NULL, thing INTEGER NOT NULL, weight REAL NOT NULL, last REAL NOT NULL,
            PRIMARY KEY (typed, thing)
        ) WITHOUT ROWID;
        CREATE INDEX chosen_thing ON chosen (thing);
        CREATE TABLE client_state (
            app INTEGER NOT NULL, box TEXT NOT NULL, state BLOB NOT NULL, PRIMARY KEY (app, box)
        ) WITHOUT ROWID;
        -- What unfinished batches have asked for, in order.
        CREATE TABLE batch_step (
            id INTEGER PRIMARY KEY, batch TEXT NOT NULL, kind INTEGER NOT NULL, payload BLOB NOT NULL
        );
        CREATE INDEX batch_step_batch ON batch_step (batch, id);
        INSERT INTO fh (fh, rank) VALUES ('automerge', 8);
        INSERT INTO fh (fh, rank) VALUES ('crisismerge', 64);
        INSERT INTO ft (ft, rank) VALUES ('automerge', 8);
        INSERT INTO ft (ft, rank) VALUES ('crisismerge', 64);
        INSERT INTO fa (fa, rank) VALUES ('automerge', 8);
        INSERT INTO fa (fa, rank) VALUES ('crisismerge', 64);
        """

    /// The three lists and the table column of each.
    static let lists = ["fh", "ft", "fa"]

    /// The longest prefix that the lists have an index of; a longer one is looked up among the words.
    static let longestPrefix = 5
    /// Letters of the whole title that its one word in `fh` holds.
    static let longestHead = 60

    /// The word that stands for an app in each row of its things: one letter of a private use area, which no text yields.
    static func appWord(_ number: Int) -> String {
        String(Character(Unicode.Scalar(0xF0000 + UInt32(number & 0xFFFF))!))
    }
    static let maximumApps = 0xFFFD
}
