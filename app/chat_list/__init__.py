"""The sidebar's list of chats: its rows, how they are painted, what keys and menus do."""
