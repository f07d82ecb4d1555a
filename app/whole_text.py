"""Texts from a field, made fit for a store and a tokenizer."""


def whole_characters(text: str) -> str:
    """Replace halves of surrogate pairs, which a text field may hold and nobody else takes."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
