"""Styles and presets in the file of chats; each call is one transaction. Knows no Qt."""

import sqlite3

from app.keeping.database import Database
from app.presets.style import ChatStyle, Preset, packed, unpacked


class StyleRows:
    """What conversations are written with, and the presets to choose from.

    Args:
        database: the file of chats.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def presets(self) -> list[Preset]:
        """List the presets by name."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT * FROM presets ORDER BY name COLLATE NOCASE, id")
            return [_preset(row) for row in rows]

    def save(self, preset: Preset) -> int:
        """Keep a preset, a new one where its id is 0; give its id."""
        values = {
            "id": preset.id,
            "name": preset.name,
            "system_prompt": preset.system_prompt,
            "sampling": packed(preset.values),
            "is_default": preset.is_default,
        }
        with self._database.transaction() as connection:
            if preset.is_default:
                connection.execute("UPDATE presets SET is_default = 0")
            if preset.id:
                connection.execute(
                    "UPDATE presets SET name = :name, system_prompt = :system_prompt, "
                    "sampling = :sampling, is_default = :is_default WHERE id = :id",
                    values,
                )
                return preset.id
            cursor = connection.execute(
                "INSERT INTO presets (name, system_prompt, sampling, is_default) "
                "VALUES (:name, :system_prompt, :sampling, :is_default)",
                values,
            )
        # Always set after an INSERT; the type also covers other statements.
        return cursor.lastrowid or 0

    def delete(self, preset_id: int) -> None:
        """Forget a preset; chats keep what they took from it."""
        with self._database.transaction() as connection:
            connection.execute("DELETE FROM presets WHERE id = ?", (preset_id,))

    def style(self, conversation_id: int) -> ChatStyle:
        """Give what a conversation is written with."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT system_prompt, sampling, preset_id FROM conversations WHERE id = ?",
                (conversation_id,),
            ).fetchone()
        if row is None:
            return ChatStyle()
        return ChatStyle(
            system_prompt=row["system_prompt"],
            values=None if row["sampling"] is None else unpacked(row["sampling"]),
            preset_id=row["preset_id"],
        )

    def keep(self, conversation_id: int, style: ChatStyle) -> None:
        """Have a conversation written with something else from its next turn on."""
        with self._database.transaction() as connection:
            connection.execute(
                "UPDATE conversations SET system_prompt = ?, sampling = ?, preset_id = ? "
                "WHERE id = ?",
                (
                    style.system_prompt,
                    None if style.values is None else packed(style.values),
                    style.preset_id,
                    conversation_id,
                ),
            )


def _preset(row: sqlite3.Row) -> Preset:
    return Preset(
        id=row["id"],
        name=row["name"],
        system_prompt=row["system_prompt"],
        values=unpacked(row["sampling"]),
        is_default=bool(row["is_default"]),
    )
