//! The tables of SQLite, in the order in which they came to be, before there was another database.

/// A file counts in `user_version` how many of these it has seen. A step never changes.
pub(crate) const FIRST: &[&str] = &[
    "
    CREATE TABLE game (
        key INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        scenario TEXT NOT NULL,
        options TEXT NOT NULL,
        scenario_hash TEXT NOT NULL,
        version TEXT NOT NULL,
        seed BLOB NOT NULL,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        headline TEXT NOT NULL
    );
    CREATE TABLE seat (
        game INTEGER NOT NULL REFERENCES game (key),
        side INTEGER NOT NULL,
        name TEXT NOT NULL,
        officer TEXT,
        token BLOB,
        invitation BLOB,
        PRIMARY KEY (game, side)
    ) WITHOUT ROWID;
    CREATE INDEX seat_token ON seat (token) WHERE token IS NOT NULL;
    CREATE INDEX seat_invitation ON seat (invitation) WHERE invitation IS NOT NULL;
    CREATE TABLE entry (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
",
    "
    CREATE TABLE note (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID;
    CREATE TABLE wish (
        game INTEGER PRIMARY KEY,
        seq INTEGER NOT NULL,
        by INTEGER NOT NULL
    );
",
    "
    CREATE TABLE recent (game INTEGER NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL);
    CREATE TABLE summary (
        game INTEGER PRIMARY KEY,
        touched INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        headline TEXT NOT NULL
    );
    INSERT INTO summary SELECT key, touched, waiting, headline FROM game;
    ALTER TABLE game DROP COLUMN touched;
    ALTER TABLE game DROP COLUMN waiting;
    ALTER TABLE game DROP COLUMN headline;
",
    // Two servers on one file, before that was forbidden, may have left two entries for one moment: the first
    // stands. `started` tells which versions have had the file; `text` holds the texts of scenarios, deflated.
    "
    CREATE TABLE recent_once (
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (game, seq)
    );
    INSERT OR IGNORE INTO recent_once SELECT game, seq, body FROM recent ORDER BY rowid;
    DROP TABLE recent;
    ALTER TABLE recent_once RENAME TO recent;
    CREATE TABLE started (at INTEGER NOT NULL, version TEXT NOT NULL);
    CREATE TABLE text (hash TEXT PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE scenario_text (
        scenario_hash TEXT NOT NULL,
        place INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL REFERENCES text (hash),
        PRIMARY KEY (scenario_hash, place)
    ) WITHOUT ROWID;
",
    // The lesson a game was begun with, and the text it had then.
    "
    ALTER TABLE game ADD COLUMN lesson TEXT;
    ALTER TABLE game ADD COLUMN lesson_text TEXT REFERENCES text (hash);
",
    // The game that one was played on from, how many of its orders, and the dice of its set-up.
    "
    ALTER TABLE game ADD COLUMN origin TEXT;
    ALTER TABLE game ADD COLUMN origin_orders INTEGER;
    ALTER TABLE game ADD COLUMN origin_dice BLOB;
",
];
