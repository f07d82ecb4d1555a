"""A runner that starts nothing: it writes down what was asked and answers from a script."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dev_process import Finished

Answers = dict[tuple[str, ...], Finished]
Effect = Callable[[Sequence[str]], None]


@dataclass
class FakeRunner:
    """Answers by the first key whose words all occur in the command; otherwise with success.

    `effects` stand for what a program leaves behind, such as the files of a made environment.
    """

    answers: Answers = field(default_factory=dict)
    effects: dict[tuple[str, ...], Effect] = field(default_factory=dict)
    commands: list[list[str]] = field(default_factory=list)
    environs: list[Mapping[str, str] | None] = field(default_factory=list)
    became: list[str] | None = None

    def show(
        self,
        argv: Sequence[str],
        *,
        environ: Mapping[str, str] | None = None,
        is_setup: bool = False,
    ) -> int:
        """Record, and answer with the scripted exit code."""
        return self._answer(argv, environ).code

    def watch(self, argv: Sequence[str]) -> Finished:
        """Record, and answer with the scripted end."""
        return self._answer(argv)

    def capture(self, argv: Sequence[str]) -> Finished:
        """Record, and answer with the scripted end."""
        return self._answer(argv)

    def become(self, argv: Sequence[str]) -> int:
        """Remember which program got the terminal."""
        self.became = list(argv)
        return 0

    def ran(self, *words: str) -> list[list[str]]:
        """Return the recorded commands that hold all of these words."""
        return [command for command in self.commands if set(words) <= set(command)]

    def _answer(self, argv: Sequence[str], environ: Mapping[str, str] | None = None) -> Finished:
        self.commands.append(list(argv))
        self.environs.append(environ)
        for words, effect in self.effects.items():
            if set(words) <= set(argv):
                effect(argv)
        for words, finished in self.answers.items():
            if set(words) <= set(argv):
                return finished
        return Finished(0)
