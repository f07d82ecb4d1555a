"""The one list of everything that can be done, in the order menus show it.

An action that nobody has bound is not shown anywhere. Those that belong to a widget are listed
for the sheet of keys only.
"""

from app.actions.spec import ActionSpec, Group, Role
from app.language.text import mark

ACTIONS: tuple[ActionSpec, ...] = (
    ActionSpec(
        id="chat.new", text=mark("Actions", "&New chat"), group=Group.FILE, keys=("Ctrl+N",)
    ),
    ActionSpec(
        id="chat.search", text=mark("Actions", "Search chats"), group=Group.FILE, keys=("Ctrl+K",)
    ),
    ActionSpec(
        id="chat.next",
        text=mark("Actions", "Next chat"),
        group=Group.FILE,
        keys=("Ctrl+Tab", "Alt+Down"),
    ),
    ActionSpec(
        id="chat.previous",
        text=mark("Actions", "Previous chat"),
        group=Group.FILE,
        keys=("Ctrl+Shift+Tab", "Alt+Up"),
    ),
    ActionSpec(
        id="chat.import",
        text=mark("Actions", "&Import chats…"),
        group=Group.FILE,
        opens_section=True,
    ),
    ActionSpec(
        id="chat.export",
        text=mark("Actions", "&Export this chat…"),
        group=Group.FILE,
        keys=("Ctrl+Shift+E",),
    ),
    ActionSpec(id="chat.export_all", text=mark("Actions", "Export all chats…"), group=Group.FILE),
    ActionSpec(
        id="program.models",
        text=mark("Actions", "&Models…"),
        group=Group.FILE,
        keys=("Ctrl+M",),
        opens_section=True,
    ),
    ActionSpec(
        id="program.settings",
        text=mark("Actions", "&Settings…"),
        group=Group.FILE,
        keys=("Ctrl+,",),
        role=Role.SETTINGS,
    ),
    ActionSpec(
        id="program.quit",
        text=mark("Actions", "&Quit"),
        group=Group.FILE,
        keys=("Ctrl+Q",),
        role=Role.QUIT,
        opens_section=True,
    ),
    ActionSpec(
        id="message.write",
        text=mark("Actions", "Write a message"),
        group=Group.MESSAGE,
        keys=("Ctrl+L",),
    ),
    ActionSpec(
        id="message.edit_last",
        text=mark("Actions", "Edit the last message"),
        group=Group.MESSAGE,
        keys=("Up",),
        is_of_widget=True,
    ),
    ActionSpec(
        id="message.attach",
        text=mark("Actions", "Attach files…"),
        group=Group.MESSAGE,
        keys=("Ctrl+Shift+A",),
    ),
    ActionSpec(
        id="message.style",
        text=mark("Actions", "System prompt and presets…"),
        group=Group.MESSAGE,
        keys=("Ctrl+P",),
    ),
    ActionSpec(
        id="reply.stop",
        text=mark("Actions", "Stop"),
        group=Group.MESSAGE,
        keys=("Esc",),
        opens_section=True,
    ),
    ActionSpec(
        id="reply.regenerate",
        text=mark("Actions", "Regenerate the last reply"),
        group=Group.MESSAGE,
        keys=("Ctrl+Return", "Ctrl+Enter"),
    ),
    ActionSpec(
        id="reply.continue",
        text=mark("Actions", "Continue a reply that was cut"),
        group=Group.MESSAGE,
        keys=("Ctrl+Shift+Return",),
    ),
    ActionSpec(
        id="reply.copy",
        text=mark("Actions", "Copy the last reply"),
        group=Group.MESSAGE,
        keys=("Ctrl+Shift+C",),
    ),
    ActionSpec(
        id="reply.verify", text=mark("Actions", "Verify the last reply"), group=Group.MESSAGE
    ),
    ActionSpec(
        id="speed.speculate",
        text=mark("Actions", "Speculative decoding on or off"),
        group=Group.MESSAGE,
        keys=("Ctrl+Shift+S",),
        opens_section=True,
    ),
    ActionSpec(
        id="speed.compare",
        text=mark("Actions", "Compare with plain"),
        group=Group.MESSAGE,
        keys=("Ctrl+Shift+R",),
    ),
    ActionSpec(id="speed.history", text=mark("Actions", "Past comparisons"), group=Group.MESSAGE),
    ActionSpec(
        id="speed.details",
        text=mark("Actions", "Speed in detail"),
        group=Group.VIEW,
        keys=("Ctrl+Shift+J",),
    ),
    ActionSpec(
        id="view.sidebar", text=mark("Actions", "Chats"), group=Group.VIEW, keys=("Ctrl+B",)
    ),
    ActionSpec(
        id="view.panel", text=mark("Actions", "Speed panel"), group=Group.VIEW, keys=("Ctrl+J",)
    ),
    ActionSpec(id="view.tint", text=mark("Actions", "Tint drafted words"), group=Group.VIEW),
    ActionSpec(
        id="view.end",
        text=mark("Actions", "Jump to the end of the chat"),
        group=Group.VIEW,
        keys=("Alt+End",),
    ),
    ActionSpec(
        id="view.zoom_in",
        text=mark("Actions", "Larger text"),
        group=Group.VIEW,
        keys=("Ctrl++", "Ctrl+="),
        opens_section=True,
    ),
    ActionSpec(
        id="view.zoom_out",
        text=mark("Actions", "Smaller text"),
        group=Group.VIEW,
        keys=("Ctrl+-",),
    ),
    ActionSpec(
        id="view.zoom_reset",
        text=mark("Actions", "Actual size"),
        group=Group.VIEW,
        keys=("Ctrl+0",),
    ),
    ActionSpec(
        id="view.theme",
        text=mark("Actions", "Light or dark theme"),
        group=Group.VIEW,
        keys=("Ctrl+Shift+L",),
        opens_section=True,
    ),
    ActionSpec(
        id="view.theme_system",
        text=mark("Actions", "Colours as the system has them"),
        group=Group.VIEW,
        is_in_menu=False,
    ),
    ActionSpec(
        id="view.full_screen",
        text=mark("Actions", "Full screen"),
        group=Group.VIEW,
        keys=("F11",),
    ),
    ActionSpec(
        id="help.palette",
        text=mark("Actions", "All commands…"),
        group=Group.HELP,
        keys=("Ctrl+Shift+P",),
    ),
    ActionSpec(
        id="help.keys",
        text=mark("Actions", "Keyboard"),
        group=Group.HELP,
        keys=("F1", "Ctrl+/"),
    ),
    ActionSpec(id="help.welcome", text=mark("Actions", "Welcome"), group=Group.HELP),
    ActionSpec(
        id="help.data",
        text=mark("Actions", "Open the folder of chats"),
        group=Group.HELP,
        opens_section=True,
    ),
    ActionSpec(id="help.logs", text=mark("Actions", "Open the folder of logs"), group=Group.HELP),
    ActionSpec(
        id="help.about",
        text=mark("Actions", "About Foreword"),
        group=Group.HELP,
        role=Role.ABOUT,
        opens_section=True,
    ),
)

WIDGET_KEYS: tuple[ActionSpec, ...] = (
    ActionSpec(
        id="keys.send",
        text=mark("Actions", "Send the message"),
        group=Group.MESSAGE,
        keys=("Return",),
        is_of_widget=True,
    ),
    ActionSpec(
        id="keys.line",
        text=mark("Actions", "Begin a new line"),
        group=Group.MESSAGE,
        keys=("Shift+Return",),
        is_of_widget=True,
    ),
    ActionSpec(
        id="keys.rename",
        text=mark("Actions", "Rename the chat that is marked in the list"),
        group=Group.FILE,
        keys=("F2",),
        is_of_widget=True,
    ),
    ActionSpec(
        id="keys.delete",
        text=mark("Actions", "Delete the chat that is marked in the list"),
        group=Group.FILE,
        keys=("Del",),
        is_of_widget=True,
    ),
)
"""Keys that the list of chats and the message box hear by themselves."""
