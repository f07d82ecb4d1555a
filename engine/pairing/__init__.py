"""Every draft there is or could be for a model, with a verdict and its reason.

Importing this package imports no torch; `judging.py` does, which looks at what was measured.
"""

from engine.pairing.verdict import DraftVerdict, Verdict, estimate, ordered

__all__ = ["DraftVerdict", "Verdict", "estimate", "ordered"]
