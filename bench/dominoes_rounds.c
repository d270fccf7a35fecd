/* Random rounds of two-player Triominos, written by hand for this edition and two players: the yardstick for the
 * engine. It plays exactly what the engine plays: the same generator and streams, the same deals, every legal action
 * equally likely. The two must agree in the sums over all rounds. */

#include <stddef.h>
#include <string.h>

#include "generator.h"

enum { SIDE = 64, CELLS = SIDE * SIDE, POINTS = CELLS / 2, TILES = 56, HAND = 9, START = 32 * SIDE + 32 };
enum { BRIDGE = 40, HEXAGON = 50, MORE_HEXAGONS = 10, DRAW = 5, THREE_DRAWS = 10, OUT = 25, LOT = 60 };

static uint16_t corners[CELLS][3], across[CELLS][3];
static uint64_t fits[512];
static uint16_t turns[TILES][3], touched[512];
static int value[TILES];

static int cell_number(int row, int column) { return (row & 63) * SIDE + (column & 63); }
static int point_number(int y, int x) { return cell_number(y, x) / 2; }

/* Fill the tables. */
void prepare(void) {
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / SIDE, column = cell % SIDE, down = (row + column) & 1, side = down ? -1 : 1;
        corners[cell][0] = point_number(row + 1 - down, column);
        corners[cell][1] = point_number(row + down, column + side);
        corners[cell][2] = point_number(row + down, column - side);
        across[cell][0] = cell_number(row - side, column);
        across[cell][1] = cell_number(row, column - side);
        across[cell][2] = cell_number(row, column + side);
    }
    int tile = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            for (int c = b; c <= 6; c++, tile++) {
                value[tile] = a + b + c - 3;
                turns[tile][0] = a << 6 | b << 3 | c;
                turns[tile][1] = b << 6 | c << 3 | a;
                turns[tile][2] = c << 6 | a << 3 | b;
            }
    for (int pattern = 0; pattern < 512; pattern++) {
        fits[pattern] = touched[pattern] = 0;
        for (int shift = 0; shift < 9; shift += 3)
            if (pattern >> shift & 7)
                touched[pattern] |= 7 << shift;
        for (tile = 0; tile < TILES; tile++)
            for (int turn = 0; turn < 3; turn++)
                if ((turns[tile][turn] & touched[pattern]) == pattern)
                    fits[pattern] |= (uint64_t)1 << tile;
    }
}

typedef struct {
    uint64_t laid[SIDE], unlaid, fitting, hand[2];
    uint8_t point[POINTS];
    int opened;
    uint16_t open_cell[TILES + 3];
    uint64_t open_fits[TILES + 3];
    uint8_t pool[TILES];
} Round;

static inline int is_in(const uint64_t *rows, int cell) { return rows[cell >> 6] >> (cell & 63) & 1; }

static inline int pattern_at(const Round *r, int cell) {
    const uint16_t *corner = corners[cell];
    return (r->point[corner[0]] & 7) << 6 | (r->point[corner[1]] & 7) << 3 | (r->point[corner[2]] & 7);
}

static inline int placements(const Round *r, uint64_t tiles, int *actions) {
    int count = 0;
    if (!(r->fitting & tiles))
        return count;
    for (int i = 0; i < r->opened; i++)
        for (uint64_t fit = r->open_fits[i] & tiles; fit; fit &= fit - 1) {
            int action = r->open_cell[i] * TILES + __builtin_ctzll(fit), place = count++;
            for (; place && actions[place - 1] > action; place--)
                actions[place] = actions[place - 1];
            actions[place] = action;
        }
    return count;
}

static inline void open_cell(Round *r, int cell, uint64_t fit) {
    r->open_cell[r->opened] = cell;
    r->open_fits[r->opened] = fit;
    r->opened += fit != 0;
    r->fitting |= fit;
}

/* Lay a tile that fits, and return what it makes. */
static inline int lay(Round *r, int cell, int tile) {
    int hexagons = 0, reached = 0, neighbours = 0, already_open = 0, before = r->opened;
    int pattern = pattern_at(r, cell), turn = 0;
    while ((turns[tile][turn] & touched[pattern]) != pattern)
        turn++;
    r->unlaid ^= (uint64_t)1 << tile;
    r->laid[cell >> 6] |= (uint64_t)1 << (cell & 63);
    for (int i = 0; i < 3; i++) {
        uint8_t *point = &r->point[corners[cell][i]];
        hexagons += *point >= 40;
        reached += *point > 0;
        neighbours += is_in(r->laid, across[cell][i]);
        *point = (*point & ~7) + 8 + (turns[tile][turn] >> (6 - 3 * i) & 7);
    }
    r->opened = 0;
    r->fitting = 0;
    for (int i = 0; i < before; i++) {
        int other = r->open_cell[i];
        uint64_t fit = r->open_fits[i] & r->unlaid;
        int rows = ((other >> 6) - (cell >> 6) + 1) & 63, columns = ((other & 63) - (cell & 63) + 2) & 63;
        if (rows <= 2 && columns <= 4) {
            fit = other == cell ? 0 : fits[pattern_at(r, other)] & r->unlaid;
            for (int side = 0; side < 3; side++)
                already_open |= (other == across[cell][side]) << side;
        }
        open_cell(r, other, fit);
    }
    for (int side = 0; side < 3; side++) {
        int other = across[cell][side];
        if (!(already_open >> side & 1) && !is_in(r->laid, other))
            open_cell(r, other, fits[pattern_at(r, other)] & r->unlaid);
    }
    if (hexagons)
        return HEXAGON + (hexagons - 1) * MORE_HEXAGONS;
    return neighbours == 1 && reached == 3 ? BRIDGE : 0;
}

static void shuffle(Round *r, Generator *g, int count) {
    for (int i = 0; i < TILES; i++)
        r->pool[i] = i;
    for (int i = 0; i < count; i++) {
        int last = TILES - 1 - i, pick = below(g, last + 1);
        uint8_t tile = r->pool[pick];
        r->pool[pick] = r->pool[last];
        r->pool[last] = tile;
    }
}

static int pips(uint64_t hand) {
    int total = 0;
    for (; hand; hand &= hand - 1)
        total += value[__builtin_ctzll(hand)];
    return total;
}

/* Play so many rounds and return the sum of their actions; scores[0] and scores[1] sum up the points, scores[2] counts
 * the blocked rounds. */
int64_t rounds(uint64_t seed, int64_t first, int64_t count, int64_t *scores) {
    int64_t total = 0;
    for (int64_t game = first; game < first + count; game++) {
        Generator g;
        Round r;
        int actions[512], score[2] = {0, 0};
        seed_generator(&g, seed, game);
        int lot[2];
        do {
            shuffle(&r, &g, 2);
            lot[0] = value[r.pool[TILES - 1]];
            lot[1] = value[r.pool[TILES - 2]];
        } while (lot[0] == lot[1]);
        int starter = lot[1] > lot[0], seat = starter, left = TILES;
        shuffle(&r, &g, TILES);
        below(&g, LOT);
        memset(&r, 0, offsetof(Round, open_cell));
        r.unlaid = ((uint64_t)1 << TILES) - 1;
        open_cell(&r, START, r.unlaid);
        for (int i = 0; i < 2 * HAND; i++)
            r.hand[i / HAND] |= (uint64_t)1 << r.pool[--left];
        int draws = 0, stuck = 0, out = -1;
        uint64_t drawn = 0;
        for (;;) {
            int number = placements(&r, draws ? drawn : r.hand[seat], actions), can_lay = number > 0;
            if (r.unlaid != ((uint64_t)1 << TILES) - 1) {
                if (draws < 3 && left)
                    actions[number++] = CELLS * TILES;
                else if (left || !can_lay)
                    actions[number++] = CELLS * TILES + 1;
            }
            int action = actions[below(&g, number)];
            total++;
            if (action == CELLS * TILES) {
                uint64_t bit = (uint64_t)1 << r.pool[--left];
                r.hand[seat] |= bit;
                drawn |= bit;
                draws++;
                score[seat] -= DRAW;
                continue;
            }
            if (action > CELLS * TILES) {
                score[seat] -= draws == 3 ? THREE_DRAWS : 0;
                stuck = !left && !(r.fitting & r.hand[seat]) ? stuck + 1 : 0;
            } else {
                int tile = action % TILES;
                score[seat] += value[tile] + lay(&r, action / TILES, tile);
                r.hand[seat] ^= (uint64_t)1 << tile;
                stuck = 0;
                if (!r.hand[seat] && out < 0)
                    out = seat;
            }
            draws = 0;
            drawn = 0;
            if (out >= 0 && 1 - seat == starter) {
                score[out] += OUT + pips(r.hand[1 - out]);
                break;
            }
            if (stuck == 2) {
                int held[2] = {pips(r.hand[0]), pips(r.hand[1])};
                scores[2]++;
                int lower = held[1] < held[0];
                score[lower] += held[!lower] - held[lower];
                break;
            }
            seat = 1 - seat;
        }
        scores[0] += score[0];
        scores[1] += score[1];
    }
    return total;
}
