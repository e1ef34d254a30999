//! What players owe each other at a table: proposals, words, names of games, the next game; and what each keeps to himself.

/// `proposal` waits for the other side's answer. In `chat` a line without a side is the table's own; `removed` is when a moderator
/// took it away. `remark` is a private note of a person or the bearer of a token. `successor` is the game that followed one.
pub const COURTESIES: &str = "
    ALTER TABLE game ADD COLUMN name TEXT;
    CREATE TABLE proposal (
        game BIGINT PRIMARY KEY,
        kind TEXT NOT NULL,
        by BIGINT NOT NULL,
        at BIGINT NOT NULL
    );
    CREATE TABLE chat (
        game BIGINT NOT NULL,
        n BIGINT NOT NULL,
        at BIGINT NOT NULL,
        side BIGINT,
        person TEXT,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        words TEXT NOT NULL,
        removed BIGINT,
        PRIMARY KEY (game, n)
    );
    CREATE TABLE remark (
        game BIGINT NOT NULL,
        author TEXT NOT NULL,
        about TEXT NOT NULL,
        words TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (game, author, about)
    );
    CREATE TABLE hidden (
        person TEXT NOT NULL,
        game BIGINT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (person, game)
    );
    CREATE TABLE successor (game BIGINT PRIMARY KEY, next TEXT NOT NULL, at BIGINT NOT NULL);
";
