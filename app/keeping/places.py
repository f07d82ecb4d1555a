"""Where a chat stands in the list: pinned, in a folder; and the text not yet sent in it."""

from dataclasses import dataclass

from app.keeping.database import Database

_UNSENT = "unsent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Folder:
    """A folder of chats; folded, it shows its name only."""

    id: int
    name: str
    is_folded: bool = False


class Places:
    """Pins, folders and unsent text.

    Args:
        database: where they are kept.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def pin(self, conversation_id: int, is_pinned: bool) -> None:
        """Keep a chat at the top, or let it go back among the others."""
        self._run("UPDATE conversations SET is_pinned = ? WHERE id = ?", is_pinned, conversation_id)

    def move(self, conversation_id: int, folder_id: int | None) -> None:
        """Put a chat into a folder, or out of any; a folder that is gone changes nothing."""
        self._run(
            "UPDATE conversations SET folder_id = ?1 WHERE id = ?2 "
            "AND (?1 IS NULL OR ?1 IN (SELECT id FROM folders))",
            folder_id,
            conversation_id,
        )

    def folders(self) -> list[Folder]:
        """Give the folders by name."""
        with self._database.reading() as connection:
            rows = connection.execute("SELECT id, name, is_folded FROM folders").fetchall()
        folders = [
            Folder(id=row["id"], name=row["name"], is_folded=bool(row["is_folded"])) for row in rows
        ]
        return sorted(folders, key=lambda folder: folder.name.casefold())

    def add_folder(self, name: str) -> int:
        """Make a folder, or find the one of that name, and give its id."""
        with self._database.transaction() as connection:
            row = connection.execute("SELECT id FROM folders WHERE name = ?", (name,)).fetchone()
            if row is not None:
                return int(row["id"])
            return (
                connection.execute("INSERT INTO folders (name) VALUES (?)", (name,)).lastrowid or 0
            )

    def rename_folder(self, folder_id: int, name: str) -> None:
        """Give a folder another name."""
        self._run("UPDATE folders SET name = ? WHERE id = ?", name, folder_id)

    def remove_folder(self, folder_id: int) -> None:
        """Take a folder away; its chats stay, outside of any."""
        self._run("DELETE FROM folders WHERE id = ?", folder_id)

    def fold(self, folder_id: int, is_folded: bool) -> None:
        """Show a folder's name only, or its chats too."""
        self._run("UPDATE folders SET is_folded = ? WHERE id = ?", is_folded, folder_id)

    def unsent(self, conversation_id: int | None) -> str:
        """Give what was written but not sent in a chat, or for a new one."""
        with self._database.reading() as connection:
            row = connection.execute(
                "SELECT value FROM single_values WHERE name = ?1 AND ?2 IS NULL "
                "UNION ALL SELECT unsent FROM conversations WHERE id = ?2",
                (_UNSENT, conversation_id),
            ).fetchone()
        return "" if row is None else str(row[0])

    def keep_unsent(self, conversation_id: int | None, text: str) -> None:
        """Keep what is written but not sent; nothing, to forget it."""
        if conversation_id is not None:
            self._run("UPDATE conversations SET unsent = ? WHERE id = ?", text, conversation_id)
        elif text:
            self._run("INSERT OR REPLACE INTO single_values VALUES (?, ?)", _UNSENT, text)
        else:
            self._run("DELETE FROM single_values WHERE name = ?", _UNSENT)

    def _run(self, statement: str, *values: str | int | None) -> None:
        with self._database.transaction() as connection:
            connection.execute(statement, values)
