"""Pictures of long replies with all that they may hold, and of text that runs to the left."""

from PySide6.QtWidgets import QApplication

from app.main_window import MainWindow
from app.transcript import formulas
from app.view_types import MessageStatus, MessageView
from engine import Role

EVERYTHING = r"""# Everything at once

Words that are **bold**, *italic*, ~~struck~~ or `code`, a [link](https://example.org/a) and a bare
https://example.org/path. A formula like $E = mc^2$, $\frac{a}{b}$ or
$\sum_{i=1}^{n} i = \frac{n(n+1)}{2}$ stands on the line; \$5 and $6 are prices.

$$
x = \frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
$$

- one point with **bold**
  - nested, with $\alpha + \beta$
    1. deep
- [ ] an open task
- [x] a task that is done

> A quote with *emphasis*
> over two lines.
>
> > nested

| Name | Steps | Notes |
|:-----|:-----:|------:|
| merge sort | $O(n \log n)$ | stable |
| quick sort | $O(n^2)$ at worst | in place |

```python
@dataclass(frozen=True)
class Point:
    x: float
    y: float = 0.0

    def norm(self) -> float:
        return (self.x**2 + self.y**2) ** 0.5  # Euclid
```

![A cat on a mat](https://example.org/cat.png) and <b>no HTML</b>.
"""
TO_THE_LEFT = """# مرحبا بالعالم

هذه فقرة باللغة العربية تحتوي على **نص عريض** و`code` وصيغة $x^2 + y^2 = z^2$ ثم نص آخر يكفي لكي
يلتف السطر إلى السطر التالي في النافذة.

- العنصر الأول
- العنصر الثاني
  - متداخل

> اقتباس باللغة العربية

| الاسم | القيمة |
|---|---|
| واحد | 1 |
| اثنان | 2 |

```python
x = 1  # תגובה
```

An English paragraph with עברית inside.
"""


def with_reply(window: MainWindow, text: str) -> MainWindow:
    """Show a reply from its beginning, high enough for all of it."""
    formulas.load()
    views = [
        MessageView(id=1, role=Role.USER, text="Show it.", status=MessageStatus.COMPLETE),
        MessageView(id=2, role=Role.ASSISTANT, text=text, status=MessageStatus.COMPLETE),
    ]
    window.resize(window.width(), 1320 if text is EVERYTHING else 900)
    window.show()
    window.transcript.set_messages(views)
    page = window.transcript.page
    while page.is_busy:
        QApplication.processEvents()
    page.bar.setValue(0)
    return window
