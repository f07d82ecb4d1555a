"""What a draft brings is worked out from costs and chances, and never promised where it is not."""

from pathlib import Path

import pytest

from engine.training.advice import advise, measure_advice
from tests.engine.training.workshop import all_of, making, tiny_target


def test_the_published_example() -> None:
    """Leviathan et al.: with flat passes, c = .05 and a = .6, four tokens bring 1.92 times."""
    flat = dict.fromkeys(range(1, 10), 0.01)
    advice = advise(flat, step=0.05, rates=[0.6] * 6)
    assert advice.num_draft_tokens == 4
    assert advice.speed_up == pytest.approx(1.92, abs=0.01)
    assert advice.pays


def test_a_dear_draft_does_not_pay() -> None:
    steps = {1: 1.0, 2: 1.1, 4: 1.3}
    assert not advise(steps, step=0.45, rates=[0.4, 0.4, 0.4]).pays
    with pytest.raises(ValueError, match="no place"):
        advise(steps, step=0.1, rates=[])


def test_a_trained_head_is_measured_beside_its_target(tmp_path: Path) -> None:
    all_of(making(tmp_path))
    target = tiny_target()
    advice = measure_advice(target, tmp_path / "tiny.draft", [0.5, 0.5])
    assert advice is not None
    assert advice.step > 0
    assert target.model.length == 0
