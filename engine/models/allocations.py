"""Counts the bytes of the tensors that torch makes, to find copies that nobody meant.

Sees what torch's operations give back, not what a product needs inside. The one place that knows
the private name of torch's hook.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


class Allocations(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """A context in which new tensors of this thread are counted."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.num_bytes = 0

    def __torch_dispatch__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Run an operation and count the memory that none of its arguments had."""
        result = func(*args, **(kwargs or {}))
        known = {_address(tensor) for tensor in _tensors((args, kwargs))}
        for tensor in _tensors(result):
            if _address(tensor) not in known:
                self.num_bytes += tensor.untyped_storage().nbytes()
        return result


def _tensors(values: object) -> list[Tensor]:
    return [leaf for leaf in tree_leaves(values) if isinstance(leaf, Tensor)]


def _address(tensor: Tensor) -> int:
    return tensor.untyped_storage().data_ptr()
