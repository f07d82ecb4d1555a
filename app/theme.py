"""The one place where colours, type and sizes live.

Owns the two palettes, the fonts and the style sheet built from them, and follows the system's
light or dark scheme while it runs. Knows no widget: whatever paints itself asks `Look.palette`
and repaints on `Look.changed`.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from string import Template

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.settings import ZOOM_PERCENTS
from app.view_types import Theme

READING_WIDTH = 720
TEXT_INSET = 20
LINE_HEIGHT = 1.55
MIN_BASE_PX = 14
EMOJI = ("Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji")
ZOOM_STEPS = tuple(percent / 100 for percent in ZOOM_PERCENTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Every colour of one scheme, as `#rrggbb`.

    `tint_*` lie behind drafted words, `mark_*` are the lines beneath them; `text` and all `code_*`
    keep WCAG AA on each tint.
    """

    ground: str
    side: str
    raised: str
    line: str
    line_strong: str
    control: str
    hover: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    bar: str
    bubble: str
    code_ground: str
    ink: str
    on_ink: str
    selection: str
    tint_model: str
    tint_head: str
    tint_ngram: str
    mark_model: str
    mark_head: str
    mark_ngram: str
    corrected: str
    warning: str
    danger: str
    danger_soft: str
    code_keyword: str
    code_string: str
    code_number: str
    code_comment: str
    code_name: str


LIGHT = Palette(
    ground="#fcfcfb",
    side="#f4f3f0",
    raised="#ffffff",
    line="#e4e2dc",
    line_strong="#cfccc4",
    control="#87847c",
    hover="#eceae5",
    text="#1d1c1a",
    muted="#6c6a64",
    accent="#2457d6",
    on_accent="#ffffff",
    accent_soft="#e8edfd",
    bar="#466fdc",
    bubble="#f0efeb",
    code_ground="#f7f6f3",
    ink="#1d1c1a",
    on_ink="#fcfcfb",
    selection="#c4d3fb",
    tint_model="#f1e3f3",
    tint_head="#d9f0e6",
    tint_ngram="#dbe8ff",
    mark_model="#955aa0",
    mark_head="#2f8a68",
    mark_ngram="#4a74cf",
    corrected="#c97a12",
    warning="#8f5200",
    danger="#a62b1f",
    danger_soft="#fbeae7",
    code_keyword="#8a2fa0",
    code_string="#1f6a3a",
    code_number="#8a4a10",
    code_comment="#5f5d58",
    code_name="#1f4fb8",
)

DARK = Palette(
    ground="#181817",
    side="#111110",
    raised="#1e1e1c",
    line="#2d2c2a",
    line_strong="#45433f",
    control="#77746d",
    hover="#242422",
    text="#eceae5",
    muted="#9d9a92",
    accent="#8fb0ff",
    on_accent="#10131c",
    accent_soft="#1d2740",
    bar="#7f9ee6",
    bubble="#262523",
    code_ground="#1e1d1c",
    ink="#eceae5",
    on_ink="#181817",
    selection="#34467a",
    tint_model="#3a2540",
    tint_head="#143a2e",
    tint_ngram="#1b2c50",
    mark_model="#b987c3",
    mark_head="#4fae8c",
    mark_ngram="#7697e0",
    corrected="#e09a3a",
    warning="#e5a64e",
    danger="#ff9d8f",
    danger_soft="#351d19",
    code_keyword="#d6a3ea",
    code_string="#93d3a4",
    code_number="#e8b77c",
    code_comment="#a5a299",
    code_name="#9fbcff",
)


class Look(QObject):
    """The look in force: a palette, fonts and a zoom, applied to the whole application.

    Args:
        app: the application whose font, palette and style sheet are set.
        mode: follow the system, or stay light or dark.
    """

    changing = Signal()
    """It is about to change: what would only be restyled to be built anew can go."""
    changed = Signal()

    def __init__(self, app: QApplication, mode: Theme = Theme.SYSTEM) -> None:
        super().__init__(app)
        self._app = app
        self._mode = mode
        self._zoom = 1.0
        self._system_px = QFontInfo(
            QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        ).pixelSize()
        self._ui_family = _first_installed(
            "Inter", QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)
        )
        self._code_family = _first_installed(
            "JetBrains Mono", QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        )
        # Without this an emoji comes from whatever black and white font lies nearest.
        self._emoji_families = [name for name in EMOJI if name in QFontDatabase.families()]
        self._template = Template(
            files("resources").joinpath("styles/foreword.qss").read_text(encoding="utf-8")
        )
        self.palette = LIGHT
        app.setStyle("Fusion")
        app.styleHints().colorSchemeChanged.connect(self._follow_system)
        self._apply()

    @property
    def mode(self) -> Theme:
        """The mode asked for, not the scheme that came of it."""
        return self._mode

    @property
    def is_dark(self) -> bool:
        """Whether the dark palette is in force."""
        return self.palette is DARK

    @property
    def base_px(self) -> int:
        """Height of running text in device-independent pixels, zoom included."""
        return round(max(self._system_px, MIN_BASE_PX) * self._zoom)

    @property
    def zoom(self) -> float:
        """Factor on every text size, 0.8 to 2."""
        return self._zoom

    def set_mode(self, mode: Theme) -> None:
        """Follow the system, or stay light or dark."""
        self._mode = mode
        self._apply()

    def set_zoom(self, zoom: float) -> None:
        """Scale all text; the nearest of `ZOOM_STEPS` is taken."""
        self._zoom = min(ZOOM_STEPS, key=lambda step: abs(step - zoom))
        self._apply()

    def step_zoom(self, steps: int) -> None:
        """Move up or down the zoom steps; 0 goes back to the actual size."""
        if steps == 0:
            self.set_zoom(1.0)
            return
        index = ZOOM_STEPS.index(self._zoom) + steps
        self.set_zoom(ZOOM_STEPS[max(0, min(index, len(ZOOM_STEPS) - 1))])

    def px(self, scale: float) -> int:
        """A text size relative to running text."""
        return max(9, round(self.base_px * scale))

    def zoomed(self, width: int, height: int) -> QSize:
        """Give the size of a window whose text is larger, as far as the screen has room."""
        room = self._app.primaryScreen().availableSize()
        return QSize(round(width * self._zoom), round(height * self._zoom)).boundedTo(room)

    def font(self, scale: float = 1.0, *, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
        """The interface font at a size relative to running text."""
        font = QFont()
        font.setFamilies([self._ui_family, *self._emoji_families])
        font.setPixelSize(self.px(scale))
        font.setWeight(weight)
        return font

    def figure_font(
        self, scale: float = 1.0, *, weight: QFont.Weight = QFont.Weight.DemiBold
    ) -> QFont:
        """The interface font with figures of one width, so that a live number does not dance."""
        font = self.font(scale, weight=weight)
        font.setFeature(QFont.Tag("tnum"), 1)
        return font

    def code_font(self, scale: float = 0.9) -> QFont:
        """The fixed font, without ligatures: code is shown as it was written."""
        font = QFont()
        font.setFamilies([self._code_family, *self._emoji_families])
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFixedPitch(True)
        font.setPixelSize(self.px(scale))
        font.setFeature(QFont.Tag("calt"), 0)
        font.setFeature(QFont.Tag("liga"), 0)
        return font

    def color(self, name: str) -> QColor:
        """A colour of the palette in force, by its field name."""
        return QColor(getattr(self.palette, name))

    def _follow_system(self) -> None:
        if self._mode is Theme.SYSTEM:
            self._apply()

    def _apply(self) -> None:
        match self._mode:
            case Theme.LIGHT:
                self.palette = LIGHT
            case Theme.DARK:
                self.palette = DARK
            case Theme.SYSTEM:
                scheme = self._app.styleHints().colorScheme()
                self.palette = DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        self._hold_painting()
        self.changing.emit()
        self._app.setFont(self.font())
        self._app.setPalette(_qt_palette(self.palette))
        sizes = {
            "base": self.px(1.0),
            "small": self.px(0.9),
            "tiny": self.px(0.82),
            "large": self.px(1.3),
            "title": self.px(1.7),
        }
        self._set_sheet(
            self._template.substitute(
                asdict(self.palette),
                icons=str(files("resources").joinpath("icons")).replace("\\", "/"),
                scheme="dark" if self.is_dark else "light",
                **{name: f"{px}px" for name, px in sizes.items()},
            )
        )
        self.changed.emit()

    def _set_sheet(self, sheet: str) -> None:
        """Style all widgets anew."""
        # Taken away first: a sheet that replaces another is applied to each widget once for every
        # widget around it, which took five times as long.
        self._app.setStyleSheet("")
        self._app.setStyleSheet(sheet)

    def _hold_painting(self) -> None:
        """Let no window paint before all of it has changed, and that in a turn of its own."""
        held = [w for w in self._app.topLevelWidgets() if w.isVisible() and w.updatesEnabled()]
        for window in held:
            window.setUpdatesEnabled(False)
        QTimer.singleShot(0, self, lambda: _let_paint(held))


def _let_paint(windows: Sequence[QWidget]) -> None:
    for window in windows:
        if isValid(window):
            window.setUpdatesEnabled(True)


def contrast(first: str, second: str) -> float:
    """Contrast of two `#rrggbb` colours, 1 to 21.

    Source: WCAG 2.1, success criterion 1.4.3.
    """
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(color: str) -> float:
    channels = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _first_installed(family: str, fallback: QFont) -> str:
    return family if family in QFontDatabase.families() else fallback.family()


def _qt_palette(colors: Palette) -> QPalette:
    """Give the native parts (menus, message boxes, carets) the same colours."""
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: colors.ground,
        QPalette.ColorRole.WindowText: colors.text,
        QPalette.ColorRole.Base: colors.ground,
        QPalette.ColorRole.AlternateBase: colors.side,
        QPalette.ColorRole.Text: colors.text,
        QPalette.ColorRole.Button: colors.ground,
        QPalette.ColorRole.ButtonText: colors.text,
        QPalette.ColorRole.BrightText: colors.danger,
        QPalette.ColorRole.Highlight: colors.selection,
        QPalette.ColorRole.HighlightedText: colors.text,
        QPalette.ColorRole.Link: colors.accent,
        QPalette.ColorRole.LinkVisited: colors.accent,
        QPalette.ColorRole.PlaceholderText: colors.muted,
        QPalette.ColorRole.ToolTipBase: colors.raised,
        QPalette.ColorRole.ToolTipText: colors.text,
        QPalette.ColorRole.Mid: colors.line,
        QPalette.ColorRole.Accent: colors.accent,
    }
    for role, value in roles.items():
        palette.setColor(role, QColor(value))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colors.muted))
    return palette
