"""Games as experiments: counting and simulating them in bulk."""
