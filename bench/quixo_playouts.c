/* Random playouts of two-player 5x5 Quixo, written by hand for this one board: the yardstick for the engine.
 *
 * It plays exactly what the engine plays: the same generator and streams, the same choice of moves by rejection,
 * the same end rules with the draw by third repetition. The two must agree in every game. */

#include "generator.h"

enum { SIZE = 5, CELLS = 25, MOVES = 44, TRAIL = 1024 };

typedef struct {
    uint32_t place, entry, stay, slide, up, down;
} Push;

static Push pushes[MOVES];
static uint32_t border, lines[12];

/* Fill the tables; the order of the moves is by place, then by entry. */
void prepare(void) {
    int count = 0;
    for (int i = 0; i < SIZE; i++) {
        lines[i] = lines[SIZE + i] = 0;
        for (int j = 0; j < SIZE; j++) {
            lines[i] |= 1u << (i * SIZE + j);
            lines[SIZE + i] |= 1u << (j * SIZE + i);
        }
    }
    lines[10] = lines[11] = border = 0;
    for (int i = 0; i < SIZE; i++) {
        lines[10] |= 1u << (i * SIZE + i);
        lines[11] |= 1u << (i * SIZE + SIZE - 1 - i);
    }
    for (int place = 0; place < CELLS; place++) {
        int row = place / SIZE, column = place % SIZE;
        if (row != 0 && row != SIZE - 1 && column != 0 && column != SIZE - 1)
            continue;
        border |= 1u << place;
        for (int entry = 0; entry < CELLS; entry++) {
            int in_row = entry / SIZE == row && (entry % SIZE == 0 || entry % SIZE == SIZE - 1);
            int in_column = entry % SIZE == column && (entry / SIZE == 0 || entry / SIZE == SIZE - 1);
            if (entry == place || (!in_row && !in_column))
                continue;
            int step = entry / SIZE == row ? 1 : SIZE;
            int direction = entry > place ? -step : step;
            uint32_t slide = 0;
            for (int cell = entry; cell != place; cell += direction)
                slide |= 1u << cell;
            Push push = {place, entry, ((1u << CELLS) - 1) & ~slide & ~(1u << place), slide, 0, 0};
            if (direction > 0)
                push.up = direction;
            else
                push.down = -direction;
            pushes[count++] = push;
        }
    }
}

static inline int has_line(uint32_t plane) {
    int found = 0;
    for (int i = 0; i < 12; i++)
        found |= (plane & lines[i]) == lines[i];
    return found;
}

static inline uint32_t push_plane(uint32_t plane, const Push *push) {
    return (plane & push->stay) | ((plane & push->slide) << push->up >> push->down);
}

/* Play so many games and return the sum of their moves; wins[0], wins[1] and wins[2] count X, O and draws. */
int64_t playouts(uint64_t seed, int64_t first, int64_t count, int64_t *wins) {
    static __thread uint64_t trail[TRAIL];
    int64_t total = 0;
    for (int64_t game = first; game < first + count; game++) {
        Generator g;
        uint32_t marks[2] = {0, 0};
        int mover = 0, winner = -1;
        uint32_t since_neutral = 0;
        seed_generator(&g, seed, game);
        for (;;) {
            uint32_t takeable = border & ~marks[1 - mover];
            uint32_t move = below(&g, MOVES);
            while (!(takeable >> pushes[move].place & 1))
                move = below(&g, MOVES);
            const Push *push = &pushes[move];
            since_neutral = (marks[0] | marks[1]) >> push->place & 1 ? since_neutral + 1 : 0;
            marks[0] = push_plane(marks[0], push);
            marks[1] = push_plane(marks[1], push);
            marks[mover] |= 1u << push->entry;
            total++;
            if (has_line(marks[1 - mover])) {
                winner = 1 - mover;
                break;
            }
            if (has_line(marks[mover])) {
                winner = mover;
                break;
            }
            mover = 1 - mover;
            uint64_t key = mix(mix(marks[0] | (uint64_t)marks[1] << 32) ^ (uint64_t)mover);
            int times = 1;
            uint32_t remembered = since_neutral < TRAIL ? since_neutral : TRAIL;
            for (uint32_t i = 0; i < remembered; i++)
                times += trail[i] == key;
            trail[since_neutral & (TRAIL - 1)] = key;
            if (times == 3) {
                winner = 2;
                break;
            }
        }
        wins[winner]++;
    }
    return total;
}
