-- Messages as a tree with a chosen path, files that go with them, and presets.

CREATE TABLE messages_in_a_tree (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation_id INTEGER NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    -- The message this one answers or follows; 0 where it begins the conversation, NULL for the
    -- one before it by id, which is what rows have that know nothing of branches.
    parent_id       INTEGER,
    -- Of several that follow the same message, the one with the highest is shown.
    picked          INTEGER NOT NULL DEFAULT 0,
    position        INTEGER NOT NULL,  -- how many messages stand before it
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
    num_dropped     INTEGER NOT NULL DEFAULT 0,
    thinking_s      REAL NOT NULL DEFAULT 0,
    verdict         TEXT NOT NULL DEFAULT '',
    -- Of a reply that went on with less before it: tokens written after a prompt that is not kept.
    num_carried     INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO messages_in_a_tree (
    id, conversation_id, parent_id, position, role, text, status, error, tokens, token_ids,
    prompt_ids, params, seed, target_id, target_digest, draft_id, stats, finish_reason, created_at,
    num_dropped, thinking_s, verdict
)
SELECT
    id, conversation_id,
    lag(id, 1, 0) OVER (PARTITION BY conversation_id ORDER BY position),
    position, role, text, status, error, tokens, token_ids,
    prompt_ids, params, seed, target_id, target_digest, draft_id, stats, finish_reason, created_at,
    num_dropped, thinking_s, verdict
FROM messages ORDER BY id;

-- No id is given out twice, not even that of a message that is gone.
DELETE FROM sqlite_sequence WHERE name = 'messages_in_a_tree';
INSERT INTO sqlite_sequence (name, seq)
    SELECT 'messages_in_a_tree', seq FROM sqlite_sequence WHERE name = 'messages';

DROP TABLE messages;
ALTER TABLE messages_in_a_tree RENAME TO messages;

-- Indexes and triggers went with the table that had them; the triggers are those of 003.
CREATE INDEX messages_unfinished ON messages (status) WHERE status = 'generating';
CREATE INDEX messages_home ON messages (id, conversation_id);
CREATE INDEX messages_tree ON messages (conversation_id, id, parent_id, picked);

CREATE TRIGGER message_added AFTER INSERT ON messages WHEN new.status <> 'generating' BEGIN
    INSERT INTO message_words (rowid, text) VALUES (new.id, searchable(new.text));
END;

CREATE TRIGGER message_finished AFTER UPDATE OF text, status ON messages
WHEN old.status = 'generating' AND new.status <> 'generating' BEGIN
    DELETE FROM message_words WHERE rowid = old.id;
    INSERT INTO message_words (rowid, text) VALUES (new.id, searchable(new.text));
END;

CREATE TRIGGER message_changed AFTER UPDATE OF text ON messages
WHEN old.status <> 'generating' AND new.status <> 'generating' AND new.text <> old.text BEGIN
    DELETE FROM message_words WHERE rowid = old.id;
    INSERT INTO message_words (rowid, text) VALUES (new.id, searchable(new.text));
    INSERT INTO leftovers VALUES ('text', old.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER message_removed AFTER DELETE ON messages BEGIN
    DELETE FROM message_words WHERE rowid = old.id;
    INSERT INTO leftovers VALUES ('message', old.id) ON CONFLICT DO NOTHING;
END;

CREATE TABLE attachments (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL REFERENCES messages (id) ON DELETE CASCADE,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    num_pages  INTEGER NOT NULL DEFAULT 0,
    num_chars  INTEGER NOT NULL,       -- of the text, so that a list of files need not read it
    text       TEXT NOT NULL
) STRICT;

CREATE INDEX attachments_home ON attachments (message_id);

CREATE TABLE presets (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL,
    system_prompt TEXT NOT NULL DEFAULT '',
    sampling      TEXT NOT NULL,       -- JSON: settings of the group of answers, by key
    is_default    INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A chat keeps what it was given: a preset that changes, or goes, changes no chat.
ALTER TABLE conversations ADD COLUMN preset_id INTEGER REFERENCES presets (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN sampling TEXT;  -- as in presets; NULL follows the settings
