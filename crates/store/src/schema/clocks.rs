//! Clocks of games, games that rest, and the days on which members are away.

/// `clock` has a row for every game with terms, and for those that rest or were called for. Times are milliseconds since 1970,
/// sides are bits: 1 Union, 2 Confederate. `union_left` and `confederate_left` are what was left at `since`; from then on the
/// time of the sides in `running` goes down until `ends`. `beat` is when a server was last known to be alive.
pub const CLOCKS: &str = "
    CREATE TABLE clock (
        game BIGINT PRIMARY KEY,
        terms TEXT NOT NULL,
        union_left BIGINT NOT NULL,
        confederate_left BIGINT NOT NULL,
        running BIGINT NOT NULL,
        since BIGINT NOT NULL,
        ends BIGINT,
        warn BIGINT,
        warned BIGINT NOT NULL,
        resting BIGINT NOT NULL,
        says BIGINT NOT NULL,
        nudged BIGINT NOT NULL
    );
    CREATE INDEX clock_ends ON clock (ends) WHERE ends IS NOT NULL;
    CREATE INDEX clock_warn ON clock (warn) WHERE warn IS NOT NULL;
    CREATE TABLE holiday (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        starts BIGINT NOT NULL,
        ends BIGINT NOT NULL
    );
    CREATE INDEX holiday_person ON holiday (person);
    CREATE TABLE beat (name TEXT PRIMARY KEY, at BIGINT NOT NULL);
    CREATE INDEX seat_officer ON seat (game) WHERE officer IS NOT NULL;
";
