"""The library: which models there are, where they lie and where they can be had."""
