"""What a test needs of the processor it runs on."""

import pytest

from engine.models import kernels

needs_w8a8 = pytest.mark.skipif(
    not kernels.has_w8a8(), reason="this processor has no 8-bit products that do not overflow"
)
