-- Search in titles and messages, pins, folders, unsent text, and deletion that can be undone.

CREATE TABLE folders (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT NOT NULL,
    is_folded INTEGER NOT NULL DEFAULT 0
) STRICT;

ALTER TABLE conversations ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN folder_id INTEGER REFERENCES folders (id) ON DELETE SET NULL;
ALTER TABLE conversations ADD COLUMN unsent TEXT NOT NULL DEFAULT '';
-- Set while a deletion may still be undone; the row goes a few seconds later.
ALTER TABLE conversations ADD COLUMN deleted_at REAL;

CREATE TABLE single_values (
    name  TEXT PRIMARY KEY,            -- 'unsent': the text for a new chat
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was deleted and may still be found in the search index or in a backup; see erasing.py.
CREATE TABLE leftovers (
    kind TEXT NOT NULL,                -- 'conversation', 'message'; 'title', 'text': changed
    id   INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- From a message to its conversation without reading the message.
CREATE INDEX messages_home ON messages (id, conversation_id);

-- Each index keeps a copy of the text as `searchable` cuts it into words (search_text.py), so that
-- what is deleted can be taken out of it whatever that function does by then.
CREATE VIRTUAL TABLE title_words USING fts5 (
    title, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'"
);
CREATE VIRTUAL TABLE message_words USING fts5 (
    text, tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'", prefix = '2 3'
);

INSERT INTO title_words (rowid, title) SELECT id, searchable(title) FROM conversations;
INSERT INTO message_words (rowid, text)
    SELECT id, searchable(text) FROM messages WHERE status <> 'generating';

CREATE TRIGGER title_added AFTER INSERT ON conversations BEGIN
    INSERT INTO title_words (rowid, title) VALUES (new.id, searchable(new.title));
END;

CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations BEGIN
    DELETE FROM title_words WHERE rowid = old.id;
    INSERT INTO title_words (rowid, title) VALUES (new.id, searchable(new.title));
    INSERT INTO leftovers VALUES ('title', old.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER title_removed AFTER DELETE ON conversations BEGIN
    DELETE FROM title_words WHERE rowid = old.id;
    INSERT INTO leftovers VALUES ('conversation', old.id) ON CONFLICT DO NOTHING;
END;

-- A reply is indexed once it is whole. An index only marks what is taken out of it until its parts
-- are merged, which `leftovers` asks for.
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
