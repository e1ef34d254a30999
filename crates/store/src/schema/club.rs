//! The club around the tables: seats that are offered, games that are private, results and ratings, and the care of it all.

/// `open_seat` is one that anybody may take (`open`) or a member is asked to (`person`). `ended` are games whose end has not
/// been reckoned yet; `result` those that have, each once; `score` is what a game was to each of its members. Times are in
/// seconds since 1970, an `until` of 0 is for good.
pub const CLUB: &str = "
    ALTER TABLE game ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
    CREATE TABLE open_seat (
        game BIGINT NOT NULL,
        side BIGINT NOT NULL,
        open BIGINT NOT NULL,
        person TEXT,
        created BIGINT NOT NULL,
        PRIMARY KEY (game, side)
    );
    CREATE INDEX open_seat_open ON open_seat (created DESC, game DESC) WHERE open = 1;
    CREATE INDEX open_seat_person ON open_seat (person) WHERE person IS NOT NULL;
    CREATE TABLE ended (game BIGINT PRIMARY KEY);
    INSERT INTO ended SELECT game FROM summary WHERE waiting = 0;
    CREATE TABLE result (
        game BIGINT PRIMARY KEY,
        system TEXT NOT NULL,
        ended BIGINT NOT NULL,
        winner BIGINT,
        rated BIGINT NOT NULL
    );
    CREATE TABLE score (
        game BIGINT NOT NULL,
        person TEXT NOT NULL,
        system TEXT NOT NULL,
        side BIGINT NOT NULL,
        against TEXT,
        officer TEXT,
        points BIGINT NOT NULL,
        before BIGINT,
        after BIGINT,
        ended BIGINT NOT NULL,
        PRIMARY KEY (game, person)
    );
    CREATE INDEX score_person ON score (person, system, ended);
    CREATE TABLE rating (
        person TEXT NOT NULL,
        system TEXT NOT NULL,
        elo BIGINT NOT NULL,
        games BIGINT NOT NULL,
        PRIMARY KEY (person, system)
    );
    CREATE INDEX rating_elo ON rating (system, elo);
    CREATE TABLE restraint (
        person TEXT NOT NULL,
        kind TEXT NOT NULL,
        until BIGINT NOT NULL,
        why TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (person, kind)
    );
    CREATE TABLE came_from (person TEXT PRIMARY KEY, address BYTEA NOT NULL, at BIGINT NOT NULL);
    CREATE TABLE barred (address BYTEA PRIMARY KEY, until BIGINT NOT NULL, why TEXT NOT NULL, at BIGINT NOT NULL);
    CREATE TABLE report (
        id TEXT PRIMARY KEY,
        at BIGINT NOT NULL,
        by_person TEXT,
        about TEXT,
        game TEXT,
        line BIGINT,
        quote TEXT NOT NULL,
        words TEXT NOT NULL,
        settled BIGINT
    );
    CREATE INDEX report_at ON report (at DESC, id);
    CREATE TABLE act (
        id TEXT PRIMARY KEY,
        at BIGINT NOT NULL,
        by_person TEXT,
        what TEXT NOT NULL,
        about TEXT,
        game TEXT,
        why TEXT NOT NULL
    );
    CREATE INDEX act_at ON act (at, id);
    CREATE TABLE watching (
        game BIGINT NOT NULL,
        server TEXT NOT NULL,
        spectators BIGINT NOT NULL,
        until BIGINT NOT NULL,
        PRIMARY KEY (game, server)
    );
";
