/* Random games of RioMino at the Wizard level, written by hand for this level alone: the yardstick for the engine.
 *
 * It plays exactly what the engine plays: the same generator and streams, the same throws, every legal action equally
 * likely. The two must agree in the sums over all games.
 *
 * The halves of a die fill two opposite corners of its cell. So all there is to remember are, for every corner and
 * every value, the cells where one of the two neighbours at that corner shows another value. */

#include "bits.h"
#include "generator.h"

enum { WIDTH = 8, CELLS = WIDTH * WIDTH, MIDDLE = 4 * WIDTH + 4, MOST_IN_LINE = 5 };
enum { VALUES = 4, FACES = 6, TURNS = 4, TOPS = FACES * TURNS, DICE = 12, ALL_DICE = 2 * DICE + 1 };

static const uint8_t halves[FACES][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
static uint64_t row_bound[256], column_bound[256];
static uint8_t beside[CELLS][4], sides[TOPS][4];

static int cell_number(int row, int column) { return (row & 7) * WIDTH + (column & 7); }

/* Where further dice may go once so many rows, or columns, have dice. */
static void fill_bounds(void) {
    for (int lines = 0; lines < 256; lines++) {
        int is_full = __builtin_popcount(lines) == MOST_IN_LINE;
        row_bound[lines] = column_bound[lines] = is_full ? 0 : ~(uint64_t)0;
        for (int cell = 0; is_full && cell < CELLS; cell++) {
            row_bound[lines] |= (uint64_t)(lines >> cell / WIDTH & 1) << cell;
            column_bound[lines] |= (uint64_t)(lines >> cell % WIDTH & 1) << cell;
        }
    }
}

/* Fill the tables; sides are north, east, south and west, and a turn moves both halves on by one side. */
void prepare(void) {
    fill_bounds();
    for (int cell = 0; cell < CELLS; cell++) {
        int row = cell / WIDTH, column = cell % WIDTH;
        beside[cell][0] = cell_number(row + 1, column);
        beside[cell][1] = cell_number(row, column + 1);
        beside[cell][2] = cell_number(row - 1, column);
        beside[cell][3] = cell_number(row, column - 1);
    }
    for (int top = 0; top < TOPS; top++)
        for (int side = 0; side < 4; side++)
            sides[top][side] = halves[top / TURNS][((side - top) & 3) > 1];
}

typedef struct {
    uint64_t barred[4][VALUES]; /* by corner, north-east first, then clockwise */
    uint64_t reached, field;    /* the cells beside a die, and those where a die may go */
    int rows, columns;
    uint8_t dice[2][FACES];
} Game;

/* Let a cell show only this value at both sides of a corner. */
static inline void demand(Game *g, uint64_t cell, int corner, int value) {
    for (int i = 0; i < VALUES; i++)
        g->barred[corner][i] |= i == value ? 0 : cell;
}

static inline void put(Game *g, int cell, int top) {
    for (int side = 0; side < 4; side++) {
        uint64_t other = (uint64_t)1 << beside[cell][side];
        int facing = side ^ 2, value = sides[top][side];
        demand(g, other, facing, value);
        demand(g, other, (facing + 3) & 3, value);
        g->reached |= other;
    }
    g->rows |= 1 << cell / WIDTH;
    g->columns |= 1 << cell % WIDTH;
    g->field &= row_bound[g->rows] & column_bound[g->columns] & ~((uint64_t)1 << cell);
}

static inline uint64_t fits(const Game *g, int face, int turn) {
    return g->reached & g->field & ~(g->barred[turn][halves[face][0]] | g->barred[turn ^ 2][halves[face][1]]);
}

static inline int count_actions(const Game *g, int seat) {
    int count = 0;
    for (int face = 0; face < FACES; face++)
        if (g->dice[seat][face])
            for (int turn = 0; turn < TURNS; turn++)
                count += population(fits(g, face, turn));
    return count;
}

/* Make the action with this number. */
static inline void act(Game *g, int seat, int number) {
    for (int face = 0; face < FACES; face++)
        for (int turn = 0; g->dice[seat][face] && turn < TURNS; turn++) {
            uint64_t cells = fits(g, face, turn);
            int here = population(cells);
            if (number < here) {
                while (number--)
                    cells &= cells - 1;
                g->dice[seat][face]--;
                put(g, __builtin_ctzll(cells), face * TURNS + turn);
                return;
            }
            number -= here;
        }
}

/* Throw all dice, and put the start die in the middle, any way round. */
static void start(Game *g, Generator *generator) {
    *g = (Game){.field = ~(uint64_t)0};
    for (int i = 0; i < 2 * DICE; i++)
        g->dice[i / DICE][below(generator, FACES)]++;
    int face = below(generator, FACES);
    put(g, MIDDLE, face * TURNS + below(generator, TURNS));
}

/* Play so many games and return the sum of their plies; results[0] and results[1] count the wins of the seats,
 * results[2] the games that ended with the last die. */
int64_t games(uint64_t seed, int64_t first, int64_t count, int64_t *results) {
    int64_t total = 0;
    for (int64_t number = first; number < first + count; number++) {
        Generator generator;
        Game g;
        int plies = 1, choices;
        seed_generator(&generator, seed, number);
        start(&g, &generator);
        while ((choices = count_actions(&g, plies & 1)))
            act(&g, plies++ & 1, below(&generator, choices));
        total += plies;
        results[(plies + 1) & 1]++;
        results[2] += plies == ALL_DICE;
    }
    return total;
}
