"""Which families of models can be run, as names in files and on hubs.

Names only, so that a search can leave out what would be refused, without importing torch.
"""

GGUF_ARCHITECTURES = ("llama", "qwen2", "qwen3")
"""`general.architecture` of GGUF files that the lean decoder runs."""

GGUF_TOKENIZERS = ("gpt2", "llama")
"""`tokenizer.ggml.model` of GGUF files whose vocabularies can be read."""

FOLDER_TYPES = frozenset(
    {
        "bloom",
        "codegen",
        "cohere",
        "exaone4",
        "falcon",
        "gemma",
        "gpt2",
        "gpt_bigcode",
        "gpt_neo",
        "gpt_neox",
        "gptj",
        "granite",
        "llama",
        "mistral",
        "olmo",
        "olmo2",
        "opt",
        "phi",
        "phi3",
        "qwen2",
        "qwen3",
        "smollm3",
        "stablelm",
        "starcoder2",
    }
)
"""`model_type` of folders whose tokens can be read and whose cache can be taken back."""

GGUF_FILE_TYPES = frozenset(
    {
        "F32",
        "F16",
        "BF16",
        "Q4_0",
        "Q4_1",
        "Q5_0",
        "Q5_1",
        "Q8_0",
        "Q4_K",
        "Q4_K_S",
        "Q4_K_M",
        "Q4_K_L",
        "Q5_K",
        "Q5_K_S",
        "Q5_K_M",
        "Q5_K_L",
        "Q6_K",
        "Q6_K_L",
    }
)
"""Quantizations, as file names give them, whose every tensor type can be read."""
