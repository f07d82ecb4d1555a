"""SentencePiece's vocabularies (Llama 2, Mistral, Gemma, Phi-3) on the `tokenizers` library.

Such a vocabulary has a score for each piece and no list of merges: of all neighbours that form a
piece the one with the best score is joined first. The same order as merges is what the library
takes. Source: Kudo and Richardson 2018, SentencePiece; llama.cpp's `llm_tokenizer_spm`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice

from tokenizers import Tokenizer, normalizers
from tokenizers.models import BPE

from engine.models.spelling import SPACE

# Real vocabularies have about two ways a piece; one made of every text of two letters would take
# a hundred times the memory of its file.
_MERGES_A_PIECE, _MERGES_BESIDE, _MOST_MERGES = 8, 4_096, 4_000_000
_LONGEST_PIECE = 128
"""Characters; longer ones are not made by joining, so that a huge piece is read in time."""


def piece_tokenizer(
    tokens: Sequence[str], scores: Sequence[float], *, joined: Sequence[int], unknown: str | None
) -> Tokenizer:
    """Build the library's tokenizer.

    Args:
        tokens: text of each id.
        scores: of each, the better the higher.
        joined: ids of ordinary pieces; control tokens and bytes are never made from text.
        unknown: the token for what has no piece and no bytes, if there is one.

    Raises:
        ValueError: there are more ways to join them than any text needs.
        Exception: whatever the library says of pieces that do not fit.
    """
    vocabulary = {text: id for id, text in enumerate(tokens)}
    is_joined = {tokens[id] for id in joined}
    # The best piece first; within a piece the order does not matter to what comes out.
    by_score = sorted(joined, key=lambda id: -scores[id])
    pairs = (pair for id in by_score for pair in _splits(tokens[id], is_joined))
    most = min(_MERGES_A_PIECE * len(tokens) + _MERGES_BESIDE, _MOST_MERGES)
    merges = list(islice(pairs, most + 1))
    if len(merges) > most:
        raise ValueError("pieces that can be joined in more ways than a text has")
    return whole_text_only(
        Tokenizer(
            BPE(
                vocab=vocabulary,
                merges=merges,
                unk_token=unknown,
                fuse_unk=True,
                byte_fallback=True,
            )
        )
    )


def whole_text_only(backend: Tokenizer) -> Tokenizer:
    """Have a text encoded just as it is: spaces as bars, and nothing put before it."""
    backend.normalizer = normalizers.Replace(" ", SPACE)
    backend.pre_tokenizer = None
    return backend


def _splits(piece: str, pieces: set[str]) -> Iterator[tuple[str, str]]:
    if len(piece) > _LONGEST_PIECE:
        return
    for place in range(1, len(piece)):
        left, right = piece[:place], piece[place:]
        if left in pieces and right in pieces:
            yield left, right
