"""Which families of models can be run, as names in files and on hubs.

Names only, so that a search can leave out what would be refused, without importing torch.
"""

GGUF_ARCHITECTURES = ("llama", "qwen2", "qwen3")
"""`general.architecture` of GGUF files that the lean decoder runs."""

GGUF_TOKENIZERS = ("gpt2", "llama")
"""`tokenizer.ggml.model` of GGUF files whose vocabularies can be read."""

FOLDER_CLASSES = {
    "bloom": "Bloom",
    "codegen": "CodeGen",
    "cohere": "Cohere",
    "exaone4": "Exaone4",
    "falcon": "Falcon",
    "gemma": "Gemma",
    "gpt2": "GPT2",
    "gpt_bigcode": "GPTBigCode",
    "gpt_neo": "GPTNeo",
    "gpt_neox": "GPTNeoX",
    "gptj": "GPTJ",
    "granite": "Granite",
    "llama": "Llama",
    "mistral": "Mistral",
    "olmo": "Olmo",
    "olmo2": "Olmo2",
    "opt": "OPT",
    "phi": "Phi",
    "phi3": "Phi3",
    "qwen2": "Qwen2",
    "qwen3": "Qwen3",
    "smollm3": "SmolLM3",
    "stablelm": "StableLm",
    "starcoder2": "Starcoder2",
}
"""`model_type` of folders whose tokens can be read and whose cache can be taken back, and how the
names of its classes begin."""

FOLDER_TYPES = frozenset(FOLDER_CLASSES)

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
