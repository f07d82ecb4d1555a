"""What is kept about chats beside their messages: search, folders, deletion, unsent text."""
