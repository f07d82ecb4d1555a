"""Chats on their way out and in: files of our own, Markdown, and what other programs export."""
