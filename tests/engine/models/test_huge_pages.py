"""Which regions are asked for large pages; that asking harms nothing."""

import torch

from engine.models.huge_pages import large_regions, use_huge_pages, use_huge_pages_soon

MAPS = """\
00400000-00600000 r-xp 00000000 08:01 123 /usr/bin/python3
00600000-00a00000 rw-p 00000000 08:01 123 /usr/bin/python3
01000000-01900000 rw-p 00000000 00:00 0 [heap]
7f0000100000-7f0000700000 rw-p 00000000 00:00 0
7f0000800000-7f0000900000 rw-p 00000000 00:00 0
7f0000900000-7f0001900000 ---p 00000000 00:00 0
7f0002000000-7f0003000000 rw-s 00000000 00:01 99 /memfd:x (deleted)
7ffc00000000-7ffc00800000 rw-p 00000000 00:00 0 [stack]
odd line
"""


def test_only_whole_pages_of_private_anonymous_memory_are_named() -> None:
    assert list(large_regions(MAPS)) == [
        (0x01000000, 0x01800000),
        (0x7F0000200000, 0x7F0000600000),
    ]


def test_memory_is_the_same_afterwards() -> None:
    x = torch.arange(2**21)
    use_huge_pages()
    use_huge_pages_soon().join()
    assert torch.equal(x, torch.arange(2**21))
