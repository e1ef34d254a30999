//! People, their ways in, and what they are told.

/// `seat.person` is whose seat it is; seats without one belong to whoever bears their token.
pub const PEOPLE: &str = "
    CREATE TABLE person (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        key TEXT NOT NULL UNIQUE,
        role TEXT NOT NULL,
        mail TEXT UNIQUE,
        wishes TEXT NOT NULL,
        zone BIGINT NOT NULL,
        created BIGINT NOT NULL
    );
    CREATE TABLE device (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        token BYTEA NOT NULL UNIQUE,
        name TEXT NOT NULL,
        created BIGINT NOT NULL,
        seen BIGINT NOT NULL
    );
    CREATE INDEX device_person ON device (person);
    CREATE TABLE passkey (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        name TEXT NOT NULL,
        body TEXT NOT NULL,
        created BIGINT NOT NULL,
        used BIGINT
    );
    CREATE INDEX passkey_person ON passkey (person);
    CREATE TABLE ceremony (
        id TEXT PRIMARY KEY,
        person TEXT,
        state TEXT NOT NULL,
        until BIGINT NOT NULL
    );
    CREATE TABLE code (hash BYTEA PRIMARY KEY, person TEXT NOT NULL);
    CREATE INDEX code_person ON code (person);
    CREATE TABLE pass (
        hash BYTEA PRIMARY KEY,
        purpose TEXT NOT NULL,
        person TEXT,
        value TEXT NOT NULL,
        until BIGINT NOT NULL
    );
    CREATE TABLE push (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        device TEXT NOT NULL,
        endpoint TEXT NOT NULL,
        p256dh TEXT NOT NULL,
        auth TEXT NOT NULL,
        created BIGINT NOT NULL
    );
    CREATE INDEX push_person ON push (person);
    CREATE INDEX push_device ON push (device);
    CREATE TABLE hook (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        kind TEXT NOT NULL,
        address TEXT NOT NULL,
        secret TEXT,
        created BIGINT NOT NULL
    );
    CREATE INDEX hook_person ON hook (person);
    CREATE TABLE notice (
        id TEXT PRIMARY KEY,
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        kind TEXT NOT NULL,
        title TEXT NOT NULL,
        words TEXT NOT NULL,
        path TEXT NOT NULL,
        at BIGINT NOT NULL,
        done TEXT NOT NULL,
        UNIQUE (person, game, kind)
    );
    CREATE TABLE outbox (person TEXT PRIMARY KEY, look_at BIGINT NOT NULL, claimed_until BIGINT NOT NULL);
    CREATE INDEX outbox_look ON outbox (look_at);
    CREATE TABLE told (
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        channel TEXT NOT NULL,
        at BIGINT NOT NULL,
        PRIMARY KEY (person, game, channel)
    );
    CREATE TABLE resting (
        person TEXT NOT NULL,
        channel TEXT NOT NULL,
        until BIGINT NOT NULL,
        tries BIGINT NOT NULL,
        PRIMARY KEY (person, channel)
    );
    CREATE TABLE presence (
        person TEXT NOT NULL,
        game TEXT NOT NULL,
        until BIGINT NOT NULL,
        PRIMARY KEY (person, game)
    );
    CREATE TABLE club_key (name TEXT PRIMARY KEY, body BYTEA NOT NULL);
    ALTER TABLE seat ADD COLUMN person TEXT;
    CREATE INDEX seat_person ON seat (person);
";
