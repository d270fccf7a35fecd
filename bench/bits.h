/* Bit sets in C. */

#include <stdint.h>

/* Count the bits: without -march=native there is no instruction for it, and a call would cost more. */
static inline int population(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    return ((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56;
}
