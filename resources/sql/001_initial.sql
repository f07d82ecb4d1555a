-- Conversations, their messages, and how fast each model was without drafts.

CREATE TABLE conversations (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    title         TEXT NOT NULL,
    system_prompt TEXT NOT NULL DEFAULT '',
    created_at    REAL NOT NULL,
    updated_at    REAL NOT NULL
) STRICT;

CREATE INDEX conversations_by_date ON conversations (updated_at);

CREATE TABLE messages (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    position        INTEGER NOT NULL,
    role            TEXT NOT NULL,
    text            TEXT NOT NULL DEFAULT '',
    status          TEXT NOT NULL,
    error           TEXT NOT NULL DEFAULT '',
    -- What follows is for replies only.
    tokens          BLOB,              -- see token_blob.py
    token_ids       BLOB,              -- all ids the target wrote, an end id included
    prompt_ids      BLOB,
    params          TEXT,              -- JSON
    seed            INTEGER,
    target_id       TEXT NOT NULL DEFAULT '',
    target_digest   TEXT NOT NULL DEFAULT '',
    draft_id        TEXT,
    stats           TEXT,              -- JSON
    finish_reason   TEXT,
    created_at      REAL NOT NULL,
    UNIQUE (conversation_id, position)
) STRICT;

CREATE INDEX messages_unfinished ON messages (status) WHERE status = 'generating';

CREATE TABLE plain_speeds (
    target_key   TEXT NOT NULL,        -- digest where known, else id
    device       TEXT NOT NULL,
    tokens_per_s REAL NOT NULL,
    updated_at   REAL NOT NULL,
    PRIMARY KEY (target_key, device)
) STRICT, WITHOUT ROWID;
