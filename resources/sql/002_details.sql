-- What stands beside a reply: what was left out before it, how long it was thought over, its proof.

ALTER TABLE messages ADD COLUMN num_dropped INTEGER NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN thinking_s REAL NOT NULL DEFAULT 0;
ALTER TABLE messages ADD COLUMN verdict TEXT NOT NULL DEFAULT '';
