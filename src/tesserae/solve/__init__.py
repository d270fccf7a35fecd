"""Games solved: exact answers where a machine can find them."""
