"""Conversions that are no calls where there is nothing to convert."""

import torch
from torch import Tensor


def as_type(x: Tensor, dtype: torch.dtype) -> Tensor:
    """Give x in a type.

    A call that does nothing is cheap once and dear in a recording, which makes it in each layer of
    each pass.
    """
    return x if x.dtype is dtype else x.to(dtype)
