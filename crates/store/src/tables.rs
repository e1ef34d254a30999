//! Every table there is, for who copies them from one store to another.

/// A table as it is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Its columns, the key first.
    pub columns: &'static [&'static str],
    /// By which its rows are put in order: they are the same in both databases then.
    pub key: &'static [&'static str],
}

/// In an order in which they can be filled: what others refer to first.
pub const TABLES: &[Table] = &[
    Table { name: "text", columns: &["hash", "body"], key: &["hash"] },
    Table {
        name: "scenario_text",
        columns: &["scenario_hash", "place", "name", "text"],
        key: &["scenario_hash", "place"],
    },
    Table {
        name: "game",
        columns: &[
            "key",
            "id",
            "scenario",
            "options",
            "scenario_hash",
            "version",
            "seed",
            "created",
            "lesson",
            "lesson_text",
            "origin",
            "origin_orders",
            "origin_dice",
            "private",
            "name",
        ],
        key: &["key"],
    },
    Table { name: "summary", columns: &["game", "touched", "waiting", "headline"], key: &["game"] },
    Table {
        name: "seat",
        columns: &["game", "side", "name", "officer", "token", "invitation", "person"],
        key: &["game", "side"],
    },
    Table { name: "entry", columns: &["game", "seq", "body"], key: &["game", "seq"] },
    Table { name: "note", columns: &["game", "seq", "body"], key: &["game", "seq"] },
    Table { name: "wish", columns: &["game", "seq", "by"], key: &["game"] },
    Table { name: "proposal", columns: &["game", "kind", "by", "at"], key: &["game"] },
    Table {
        name: "chat",
        columns: &["game", "n", "at", "side", "person", "name", "kind", "words", "removed"],
        key: &["game", "n"],
    },
    Table {
        name: "remark",
        columns: &["game", "author", "about", "words", "at"],
        key: &["game", "author", "about"],
    },
    Table { name: "hidden", columns: &["person", "game", "at"], key: &["person", "game"] },
    Table { name: "successor", columns: &["game", "next", "at"], key: &["game"] },
    Table {
        name: "person",
        columns: &["id", "name", "key", "role", "mail", "wishes", "zone", "created"],
        key: &["id"],
    },
    Table { name: "device", columns: &["id", "person", "token", "name", "created", "seen"], key: &["id"] },
    Table { name: "passkey", columns: &["id", "person", "name", "body", "created", "used"], key: &["id"] },
    Table { name: "ceremony", columns: &["id", "person", "state", "until"], key: &["id"] },
    Table { name: "code", columns: &["hash", "person"], key: &["hash"] },
    Table { name: "pass", columns: &["hash", "purpose", "person", "value", "until"], key: &["hash"] },
    Table {
        name: "push",
        columns: &["id", "person", "device", "endpoint", "p256dh", "auth", "created"],
        key: &["id"],
    },
    Table { name: "hook", columns: &["id", "person", "kind", "address", "secret", "created"], key: &["id"] },
    Table {
        name: "notice",
        columns: &["id", "person", "game", "kind", "title", "words", "path", "at", "done"],
        key: &["id"],
    },
    Table { name: "outbox", columns: &["person", "look_at", "claimed_until"], key: &["person"] },
    Table {
        name: "told",
        columns: &["person", "game", "channel", "at"],
        key: &["person", "game", "channel"],
    },
    Table { name: "resting", columns: &["person", "channel", "until", "tries"], key: &["person", "channel"] },
    Table { name: "presence", columns: &["person", "game", "until"], key: &["person", "game"] },
    Table { name: "club_key", columns: &["name", "body"], key: &["name"] },
    Table {
        name: "open_seat",
        columns: &["game", "side", "open", "person", "created"],
        key: &["game", "side"],
    },
    Table { name: "ended", columns: &["game"], key: &["game"] },
    Table { name: "result", columns: &["game", "system", "ended", "winner", "rated"], key: &["game"] },
    Table {
        name: "score",
        columns: &[
            "game", "person", "system", "side", "against", "officer", "points", "before", "after", "ended",
        ],
        key: &["game", "person"],
    },
    Table { name: "rating", columns: &["person", "system", "elo", "games"], key: &["person", "system"] },
    Table { name: "restraint", columns: &["person", "kind", "until", "why", "at"], key: &["person", "kind"] },
    Table { name: "came_from", columns: &["person", "address", "at"], key: &["person"] },
    Table { name: "barred", columns: &["address", "until", "why", "at"], key: &["address"] },
    Table {
        name: "report",
        columns: &["id", "at", "by_person", "about", "game", "line", "quote", "words", "settled"],
        key: &["id"],
    },
    Table { name: "act", columns: &["id", "at", "by_person", "what", "about", "game", "why"], key: &["id"] },
    Table { name: "watching", columns: &["game", "server", "spectators", "until"], key: &["game", "server"] },
    Table {
        name: "clock",
        columns: &[
            "game",
            "terms",
            "union_left",
            "confederate_left",
            "running",
            "since",
            "ends",
            "warn",
            "warned",
            "resting",
            "says",
            "nudged",
        ],
        key: &["game"],
    },
    Table { name: "holiday", columns: &["id", "person", "starts", "ends"], key: &["id"] },
    Table { name: "beat", columns: &["name", "at"], key: &["name"] },
];
