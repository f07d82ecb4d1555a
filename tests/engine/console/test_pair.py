"""`foreword pair`: the sentence, the figures, and the exit code that says whether it pays."""

import json
from pathlib import Path

import pytest

from engine import PairAdvice
from engine.__main__ import main
from engine.console import pair
from engine.draft_events import Gain, Subject
from engine.models.tiny import write_tiny_gguf

QUICK = ["--threads", "1", "--seconds", "0"]


@pytest.fixture(autouse=True)
def own_home(home: Path) -> None:
    """What is measured goes to this test's own folders."""


def test_a_pair_is_measured(tiny: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two models of one size: drafting a token costs a whole pass, which cannot pay."""
    draft = tmp_path / "draft.gguf"
    write_tiny_gguf(draft, seed=2)
    words = ["pair", tiny, "--draft", str(draft), *QUICK]
    assert main(words) in (0, 3)
    assert "on this computer" in capsys.readouterr().out
    code = main([*words, "--json"])
    figures = json.loads(capsys.readouterr().out)
    assert code == (0 if figures["pays"] else 3)
    assert (figures["target"], figures["draft"]) == ("tiny", "draft")
    assert [gain["subject"] for gain in figures["gains"]] == ["chat", "code"]
    assert figures["step"] > 0


def test_without_a_draft_it_says_what_one_would_bring(
    tiny: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pair", "--target", tiny, "--draft", "none", *QUICK]) == 1
    told = capsys.readouterr().err
    assert "There is no draft beside tiny to measure." in told
    assert "A draft of its own is" in told


@pytest.mark.parametrize(("speedup", "code"), [(1.4, 0), (0.8, 3)])
def test_the_exit_code_says_whether_it_pays(
    tiny: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    speedup: float,
    code: int,
) -> None:
    draft = tmp_path / "draft.gguf"
    write_tiny_gguf(draft, seed=2)
    gain = Gain(subject=Subject.CODE, rates=(0.5,), num_draft_tokens=1, speedup=speedup)
    advice = PairAdvice(target="t", draft="d", step=0.1, passes=(1.0, 1.1), gains=(gain,))
    monkeypatch.setattr(pair, "_measured", lambda *_, **__: advice)
    assert main(["pair", "--target", tiny, "--draft", str(draft), *QUICK]) == code
    assert capsys.readouterr().out.startswith(
        "Expect 1.4× on code" if code == 0 else "Does not pay on this computer"
    )
