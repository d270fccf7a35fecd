CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    seq BIGINT NOT NULL,
    epoch BIGINT NOT NULL,
    holder TEXT,
    updated BIGINT NOT NULL,
    is_open INTEGER NOT NULL,
    wake BIGINT,
    summary TEXT NOT NULL
);
CREATE INDEX tables_open ON tables (updated) WHERE is_open = 1;
CREATE INDEX tables_wake ON tables (wake) WHERE wake IS NOT NULL;
CREATE TABLE events (
    table_id TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    actor INTEGER NOT NULL,
    command TEXT,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, seq)
);
CREATE UNIQUE INDEX events_command ON events (table_id, actor, command) WHERE command IS NOT NULL;
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    alive_until BIGINT NOT NULL
);
