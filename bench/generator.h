/* The generator of the engine, in C: both draw the same numbers, so both can play the same games. */

#include <stdint.h>

static inline uint64_t mix(uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
    return word ^ (word >> 31);
}

typedef struct {
    uint64_t s[4];
} Generator;

static void seed_generator(Generator *g, uint64_t seed, uint64_t stream) {
    const uint64_t golden = 0x9E3779B97F4A7C15u;
    uint64_t word = mix(seed + golden) ^ mix(stream * golden + 1);
    for (int i = 0; i < 4; i++)
        g->s[i] = mix(word += golden);
}

static inline uint64_t rotate(uint64_t word, int by) { return (word << by) | (word >> (64 - by)); }

static inline uint64_t next_word(Generator *g) {
    uint64_t *s = g->s, result = rotate(s[1] * 5, 7) * 9, shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 45);
    return result;
}

static inline uint32_t below(Generator *g, uint32_t bound) {
    uint64_t product = (next_word(g) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (next_word(g) >> 32) * bound;
    }
    return product >> 32;
}
