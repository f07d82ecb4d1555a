"""One field per kind of setting; each knows its spec, shows a value and says when it is changed.

A value that does not fit is never told: the field says what would be allowed instead.
"""

from PySide6.QtCore import QLocale, QMargins, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from app.fitting.beside import Beside
from app.language.text import translate
from app.setting_spec import SettingSpec, SettingType
from app.switch import Switch
from app.theme import Look
from engine import BadParameter

FIELD_WIDTH = 210
LONG_HEIGHT = 84


class LongField(QPlainTextEdit):
    """Several lines, told when the caret leaves them."""

    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "field")
        self.setTabChangesFocus(True)
        self.setFixedHeight(LONG_HEIGHT)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


class SettingRow(QWidget):
    """A setting with its name, its line of help and its field.

    Args:
        spec: the setting.
        value: what it is now.
        look: fonts and colours.
    """

    changed = Signal(str, object)

    def __init__(
        self, spec: SettingSpec, value: object, look: Look, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.spec = spec
        self._value = value
        self._untouched = ""
        label = translate("Settings", spec.label)
        name = QLabel(label)
        name.setProperty("role", "strong")
        name.setWordWrap(True)
        help_text = translate("Settings", spec.help)
        if spec.is_load_time:
            help_text += translate("Settings", " Takes effect with the next load.")
        if spec.is_start_time:
            help_text += translate("Settings", " Takes effect when Foreword starts again.")
        self.help = QLabel(help_text.strip())
        self.help.setProperty("role", "muted")
        self.help.setWordWrap(True)
        self.problem = QLabel()
        self.problem.setProperty("role", "danger")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.field = self._make_field(look)
        self.field.setAccessibleName(label)
        # Where names of fields come from the labels beside them.
        name.setBuddy(self.field)
        self.field.setAccessibleDescription(help_text)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(name)
        words.addWidget(self.help)
        words.addWidget(self.problem)
        if spec.type in (SettingType.LONG_TEXT, SettingType.TEXTS):
            column = QVBoxLayout(self)
            column.setSpacing(8)
            column.addLayout(words)
            column.addWidget(self.field)
            column.setContentsMargins(0, 11, 0, 11)
        else:
            row = Beside(margins=QMargins(0, 11, 0, 11), spacing=18)
            row.add_layout(words)
            row.addWidget(self.field)
            self.setLayout(row)
        self.set_value(value)

    def set_value(self, value: object) -> None:
        """Show a value; nothing is told to anybody."""
        self._value = value
        self.problem.hide()
        self.field.blockSignals(True)
        match self.field:
            case Switch():
                self.field.setChecked(bool(value))
            case QComboBox():
                self.field.setCurrentIndex(self.field.findData(value))
            case LongField():
                text = value if isinstance(value, str) else "\n".join(_texts(value))
                self.field.setPlainText(text)
            case QLineEdit():
                self.field.setText(_written(value))
                self.field.setCursorPosition(0)
            case _:
                pass
        self.field.blockSignals(False)
        self._untouched = self._typed()

    def commit(self) -> None:
        """Tell what the field holds if it is new and allowed."""
        try:
            value = self.spec.check(self._read())
        except BadParameter as error:
            self._refuse(error.allowed)
            return
        except ValueError:
            self._refuse(translate("Settings", "a number"))
            return
        self.problem.hide()
        self._untouched = self._typed()
        if value != self._value:
            self._value = value
            self.changed.emit(self.spec.key, value)

    def _refuse(self, allowed: str) -> None:
        self.problem.setText(translate("Settings", "Choose {allowed}.").format(allowed=allowed))
        self.problem.show()

    def _make_field(self, look: Look) -> QWidget:
        spec = self.spec
        match spec.type:
            case SettingType.FLAG:
                switch = Switch(translate("Settings", spec.label), look)
                switch.toggled.connect(self.commit)
                return switch
            case SettingType.CHOICE:
                combo = QComboBox()
                for value, label in spec.choices:
                    combo.addItem(translate("Settings", label), value)
                combo.setMinimumWidth(FIELD_WIDTH)
                combo.activated.connect(self.commit)
                return combo
            case SettingType.LONG_TEXT | SettingType.TEXTS:
                long = LongField()
                long.left.connect(self.commit)
                return long
            case _:
                line = QLineEdit()
                line.setPlaceholderText(translate("Settings", spec.none_label))
                line.setFixedWidth(FIELD_WIDTH)
                line.editingFinished.connect(self.commit)
                return line

    def _typed(self) -> str:
        match self.field:
            case QPlainTextEdit():
                return self.field.toPlainText()
            case QLineEdit():
                return self.field.text()
            case _:
                return ""

    def _read(self) -> object:
        typed = self._typed()
        if typed and typed == self._untouched:
            # A field cannot show everything that a file may hold, such as a line break in a text.
            return self._value
        match self.field:
            case Switch():
                return self.field.isChecked()
            case QComboBox():
                return self.field.currentData()
            case LongField():
                text = self.field.toPlainText()
                if self.spec.type is SettingType.LONG_TEXT:
                    return text
                return tuple(line for line in text.split("\n") if line)
            case QLineEdit():
                text = self.field.text().strip()
                if not text and self.spec.none_label:
                    return None
                if self.spec.type is SettingType.INTEGER:
                    return int(text.replace(QLocale().groupSeparator(), ""))
                if self.spec.type is SettingType.NUMBER:
                    return float(text.replace(",", "."))
                return text
            case _:
                return None


def _texts(value: object) -> list[str]:
    return [str(text) for text in value] if isinstance(value, list | tuple) else []


def _written(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, float):
        return str(value)
    locale = QLocale()
    # A separator of thousands would be read as the point.
    locale.setNumberOptions(QLocale.NumberOption.OmitGroupSeparator)
    shortest: int = QLocale.FloatingPointPrecisionOption.FloatingPointShortest.value
    return locale.toString(value, "g", shortest)
