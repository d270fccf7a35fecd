/* Random races of Puzzelino for two players, written by hand for this one mode: the yardstick for the engine.
 *
 * It plays exactly what the engine plays: the same generator and streams, the same deals, every legal action equally
 * likely. The two must agree in the sums over all races.
 *
 * A piece that joins a shape can lie in two ways where it touches one neighbour, and in one where it touches more. So
 * the ways to fill a cell are counted, not listed: they are a bit set of pieces, and of pieces again for second ways. */

#include <string.h>

#include "bits.h"
#include "generator.h"

enum { SIDE = 64, START = SIDE / 2 * SIDE + SIDE / 2, KINDS = 16, PIECES = 2 * KINDS, PATTERNS = 512 };
enum { HAND = 6, MOST_DRAWS = 3, MOST_OPEN = PIECES + 2 };

static uint16_t lies[PATTERNS][KINDS][2]; /* how a piece lies in a cell, as what its sides demand of the neighbours */
static uint16_t opening[KINDS];
static uint64_t fitting[PATTERNS][2]; /* the ways for blue pieces, and for orange ones */
static uint8_t goes_on[KINDS];

static int side_of(int pattern, int side) { return pattern >> 3 * side & 7; }

/* Note one lie of a kind, with each side plus one, wherever it joins a shape. Lies come in rising order. */
static void add_lie(int kind, int lie) {
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int agrees = 1, joins = 0;
        for (int side = 0; side < 3; side++) {
            agrees &= !side_of(pattern, side) || side_of(pattern, side) == side_of(lie, side);
            joins |= side_of(pattern, side) > 1;
        }
        if (!agrees || !joins)
            continue;
        int second = fitting[pattern][0] >> kind & 1;
        lies[pattern][kind][second] = lie;
        fitting[pattern][0] |= (uint64_t)1 << (kind + second * PIECES);
        fitting[pattern][1] |= (uint64_t)1 << (kind + KINDS + second * PIECES);
    }
}

/* Give a number that three sides have in any order, and no others. */
static int together(int a, int b, int c) { return (1 << 2 * a) + (1 << 2 * b) + (1 << 2 * c); }

/* Note all lies of the kind with these sides, given in rising order. */
static void add_kind(int kind, int a, int b, int c) {
    opening[kind] = a | b << 3 | c << 6;
    goes_on[kind] = a > 1 || b == c;
    for (int first = a; first <= c; first++)
        for (int second = a; second <= c; second++)
            for (int third = a; third <= c; third++)
                if (together(first, second, third) == together(a, b, c))
                    add_lie(kind, first | second << 3 | third << 6);
}

/* Fill the tables. */
void prepare(void) {
    int kind = 0;
    memset(fitting, 0, sizeof fitting);
    for (int a = 2; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            add_kind(kind++, 1, a, b);
    add_kind(kind, 2, 4, 6);
}

typedef struct {
    uint16_t demanded[SIDE * SIDE]; /* what the laid pieces demand of each cell */
    uint16_t touched[3 * PIECES];   /* the cells to clear after the race */
    uint16_t cell[MOST_OPEN];       /* the cells that can be filled, in rising order */
    uint64_t ways[MOST_OPEN];       /* the ways to fill them */
    uint64_t unlaid;                /* the pieces not on the board, twice, like the ways */
    int touches, opened, up_colour, left;
    uint32_t hand[2];
    uint8_t bag[PIECES];
} Race;

static inline uint64_t twice(uint32_t pieces) { return pieces | (uint64_t)pieces << PIECES; }

static inline int points_down(int cell) { return (cell ^ cell / SIDE) & 1; }

/* Let an empty cell demand something of the piece to come. */
static inline void demand(Race *r, int cell, int pattern) {
    r->touched[r->touches++] = cell;
    r->demanded[cell] |= pattern;
    uint64_t ways = fitting[r->demanded[cell]][r->up_colour ^ points_down(cell)] & r->unlaid;
    int place = 0;
    while (place < r->opened && r->cell[place] < cell)
        place++;
    if (place == r->opened || r->cell[place] != cell) {
        if (!ways)
            return;
        for (int i = r->opened++; i > place; i--) {
            r->cell[i] = r->cell[i - 1];
            r->ways[i] = r->ways[i - 1];
        }
        r->cell[place] = cell;
    }
    r->ways[place] = ways;
}

/* Fill a cell, and let the piece demand its sides of the empty neighbours: those across sides that were free. */
static inline void fill(Race *r, int cell, int piece, int lie) {
    int side = points_down(cell) ? -1 : 1, demanded = r->demanded[cell];
    const int across[3] = {cell - side * SIDE, cell - side, cell + side};
    r->unlaid &= ~twice((uint32_t)1 << piece);
    for (int i = 0; i < 3; i++)
        if (!side_of(demanded, i))
            demand(r, across[i], lie & 7 << 3 * i);
}

/* Count the ways to lay these pieces, and forget the cells that nothing can fill any more. */
static inline int count_ways(Race *r, uint64_t pieces) {
    int count = 0, kept = 0;
    for (int i = 0; i < r->opened; i++) {
        uint64_t ways = r->ways[i] & r->unlaid;
        r->cell[kept] = r->cell[i];
        r->ways[kept] = ways;
        kept += ways != 0;
        count += population(ways & pieces);
    }
    r->opened = kept;
    return count;
}

/* Lay one of these pieces in the way with this number, and return it. */
static inline int lay(Race *r, uint64_t pieces, int number) {
    int place = 0;
    for (int here; number >= (here = population(r->ways[place] & pieces)); place++)
        number -= here;
    uint64_t ways = r->ways[place] & pieces;
    int has_second = ways >> PIECES != 0;
    for (int i = number >> has_second; i; i--)
        ways &= ways - 1;
    int piece = __builtin_ctzll(ways), cell = r->cell[place];
    r->ways[place] = 0;
    fill(r, cell, piece, lies[r->demanded[cell]][piece % KINDS][number & has_second]);
    return piece;
}

static inline void take(Race *r, int seat) { r->hand[seat] |= (uint32_t)1 << r->bag[--r->left]; }

/* Shuffle the pieces, deal two hands, and open the table with the next piece. */
static void deal(Race *r, Generator *g) {
    for (int i = 0; i < PIECES; i++)
        r->bag[i] = i;
    for (int last = PIECES - 1; last >= 0; last--) {
        int pick = below(g, last + 1);
        uint8_t piece = r->bag[pick];
        r->bag[pick] = r->bag[last];
        r->bag[last] = piece;
    }
    r->left = PIECES;
    r->hand[0] = r->hand[1] = 0;
    for (int i = 0; i < 2 * HAND; i++)
        take(r, i / HAND);
    int first = r->bag[--r->left];
    while (r->touches)
        r->demanded[r->touched[--r->touches]] = 0;
    r->unlaid = ~(uint64_t)0;
    r->opened = 0;
    r->up_colour = first / KINDS;
    fill(r, START, first, opening[first % KINDS]);
}

/* Play one race and return its actions. */
static inline int race(Race *r, Generator *g, int64_t *scores) {
    deal(r, g);
    int seat = below(g, 2), draws = 0, lays = 0, idle = 0, actions = 0;
    for (;;) {
        uint64_t pieces = twice(r->hand[seat]);
        int ways = count_ways(r, pieces);
        actions++;
        if (ways) {
            int piece = lay(r, pieces, below(g, ways));
            r->hand[seat] ^= (uint32_t)1 << piece;
            scores[seat]++;
            lays++;
            if (!r->hand[seat])
                return actions;
            if (goes_on[piece % KINDS])
                continue;
        } else {
            int may_draw = !lays && draws < MOST_DRAWS && r->left, may_pass = lays || draws || !r->left;
            if ((int)below(g, may_draw + may_pass) < may_draw) {
                take(r, seat);
                scores[seat]--;
                draws++;
                continue;
            }
        }
        idle = lays || draws ? 0 : idle + 1;
        if (idle == 2) {
            scores[2]++;
            return actions;
        }
        lays = draws = 0;
        seat = 1 - seat;
    }
}

/* Play so many races and return the sum of their actions; scores[0] and scores[1] sum up the points, scores[2] counts
 * the blocked races. */
int64_t races(uint64_t seed, int64_t first, int64_t count, int64_t *scores) {
    Race r = {0};
    int64_t total = 0;
    for (int64_t number = first; number < first + count; number++) {
        Generator g;
        seed_generator(&g, seed, number);
        total += race(&r, &g, scores);
    }
    return total;
}
