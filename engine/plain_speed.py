"""How fast a model would answer plainly here, from what loads of other models have measured.

Reads the times that are kept in the cache folder and what a loaded model was found to take;
measures nothing itself and imports no torch. What it expects errs on the slow side.
"""

from pathlib import Path

from engine.events import ModelsLoaded
from engine.json_file import read_json

PRODUCTS_FILE = "products.json"
"""In the cache folder: the times of one product, by processor."""
PRODUCT_SHAPE = (8192, 4096)
"""Of the product that is timed."""
_FILE_BYTES_PER_WEIGHT = 0.6
"""Of a file in 4 bits; one in more has fewer weights than is taken for granted."""


def weights_per_s(cache: Path, loaded: ModelsLoaded | None) -> float | None:
    """Say how many weights a plain pass gets through in a second.

    Args:
        cache: where the times are kept.
        loaded: what the engine holds now.

    Returns:
        The best that was found, since either way leaves something out; None where nothing was
        measured yet.
    """
    known = _of_products(cache)
    passes = loaded.calibration.passes if loaded and loaded.calibration else ()
    if loaded is not None and passes and passes[0][1] > 0:
        known.append(loaded.target.num_parameters / passes[0][1])
    return max(known, default=None)


def expected_tokens_per_s(size_bytes: int, weights_per_s: float) -> float:
    """Say how many tokens a second a model whose file is this large would write plainly."""
    return weights_per_s * _FILE_BYTES_PER_WEIGHT / max(1, size_bytes)


def _of_products(cache: Path) -> list[float]:
    rows, columns = PRODUCT_SHAPE
    found = []
    for forms in read_json(cache / PRODUCTS_FILE).values():
        for times in forms.values() if isinstance(forms, dict) else ():
            ms = times[0] if isinstance(times, list) and times else None
            if isinstance(ms, int | float) and 0 < ms < 1e6:
                found.append(1000 * rows * columns / ms)
    return found
