"""What loading a pair would take, and what to change where it does not fit.

Importing this package imports no torch; `ask.py` does, which looks at the machine.
"""

from engine.planning.plan import DraftNeed, MemoryPlan, Outcome, TargetNeed
from engine.planning.wording import explain_plan, plan_lines

__all__ = [
    "DraftNeed",
    "MemoryPlan",
    "Outcome",
    "TargetNeed",
    "explain_plan",
    "plan_lines",
]
