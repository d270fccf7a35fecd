/* Alpha-beta search of two-player 5x5 Quixo, written by hand for this one board: the yardstick for the bots.
 *
 * It is the search of the engine, position by position: the same order of moves, table, judgement and draws by
 * repetition, so both must look at the same number of positions and find the same value and move. It recurs where
 * the engine keeps its place in arrays, cannot stop halfway, and does not keep the line of best play. The engine's
 * likeness of turned boards is missing: more than eight marks must be on the board. A plain search has neither
 * table nor order. */

#include "bits.h"
#include "quixo_playouts.c"

enum { WIN = 1000000, SURE = 900000, INFINITE = 1 << 30, CONTEMPT = 10, DEEPEST = 60, ACTION_BITS = 20 };
enum { AT_LEAST = 1, AT_MOST = 2, ACTIONS = (1 << ACTION_BITS) - 1 };

typedef struct {
    uint32_t marks[2], since_neutral;
    int mover;
} Board;

typedef struct {
    uint64_t *table, mask, path[DEEPEST + 2];
    int64_t history[MOVES], looked, best_move;
    Generator generator;
    int root_mover, plain;
} Search;

static const int line_worth[6] = {0, 1, 4, 9, 16, 25};

static inline uint64_t position_key(const Board *b) {
    uint64_t rest = (uint64_t)b->mover << 32 | (uint64_t)2 << 40 | (uint64_t)SIZE << 48;
    return mix(mix(2 ^ (b->marks[0] | (uint64_t)b->marks[1] << 32)) ^ rest);
}

static inline int64_t judge(const Board *b, int seat) {
    uint32_t own = b->marks[seat], other = b->marks[1 - seat];
    int own_marks = population(own), other_marks = population(other), score = 20 * (own_marks - other_marks);
    for (int i = 0; i < 12; i++)
        score += line_worth[population(own & lines[i])] - line_worth[population(other & lines[i])];
    return own_marks + other_marks <= 6 && other_marks > own_marks ? score - 120 : score;
}

static inline int repeats(const Search *s, const Board *b, int level) {
    int most = (int)b->since_neutral < level ? (int)b->since_neutral : level;
    for (int back = 2; back <= most; back++)
        if (s->path[level - back] == s->path[level])
            return 1;
    return 0;
}

static int64_t look(Search *s, const Board *b, int depth, int64_t alpha, int64_t beta, int level) {
    int64_t best = -INFINITE, floor = alpha, moves[MOVES], first = level ? -1 : s->best_move, best_move = 0;
    uint64_t *entry = s->table + 2 * (s->path[level] & s->mask);
    if (level && !s->plain && entry[0] == s->path[level]) {
        int64_t known = entry[1], value = known >> 32, bound = known >> 22 & 3;
        value += value > SURE ? -level : value < -SURE ? level : 0;
        int settles = bound == (AT_LEAST | AT_MOST) || (bound == AT_LEAST && value >= beta) ||
                      (bound == AT_MOST && value <= alpha);
        if (settles && ((known >> 24 & 0xFF) >= depth || value > SURE || value < -SURE))
            return value;
        first = known & ACTIONS;
    }
    uint32_t takeable = border & ~b->marks[1 - b->mover];
    int count = 0;
    for (int move = 0; move < MOVES; move++) {
        if (!(takeable >> pushes[move].place & 1))
            continue;
        int64_t rank = level ? s->history[move] : below(&s->generator, 1 << 12);
        moves[count++] = (move == first ? (int64_t)1 << 41 : rank) << ACTION_BITS | move;
    }
    for (int tried = 0; tried < count && best < beta; tried++) {
        if (!s->plain) {
            int next = tried;
            for (int i = tried + 1; i < count; i++)
                next = moves[i] > moves[next] ? i : next;
            int64_t chosen = moves[next];
            moves[next] = moves[tried];
            moves[tried] = chosen;
        }
        int move = moves[tried] & ACTIONS, us = b->mover;
        const Push *push = &pushes[move];
        Board after = *b;
        s->looked++;
        after.since_neutral = (b->marks[0] | b->marks[1]) >> push->place & 1 ? b->since_neutral + 1 : 0;
        after.marks[0] = push_plane(b->marks[0], push);
        after.marks[1] = push_plane(b->marks[1], push);
        after.marks[us] |= 1u << push->entry;
        after.mover = 1 - us;
        s->path[level + 1] = position_key(&after);
        int64_t value;
        if (has_line(after.marks[1 - us]))
            value = level + 1 - WIN;
        else if (has_line(after.marks[us]))
            value = WIN - level - 1;
        else if (repeats(s, &after, level + 1))
            value = us == s->root_mover ? -CONTEMPT : CONTEMPT;
        else if (depth == 1)
            value = judge(&after, us);
        else
            value = -look(s, &after, depth - 1, -beta, -alpha, level + 1);
        if (value <= best)
            continue;
        best = value;
        best_move = move;
        alpha = value > alpha ? value : alpha;
        if (value >= beta)
            s->history[move] += depth * depth;
    }
    if (level == 0) {
        s->best_move = best_move;
    } else if (!s->plain) {
        int64_t bound = best >= beta ? AT_LEAST : best <= floor ? AT_MOST : AT_LEAST | AT_MOST;
        int64_t value = best + (best > SURE ? level : best < -SURE ? -level : 0);
        entry[0] = s->path[level];
        entry[1] = (uint64_t)value << 32 | (uint64_t)(depth << 24 | bound << 22 | best_move);
    }
    return best;
}

/* Look so many moves ahead, deeper and deeper unless plain, and return how many positions that took; found[0] is
 * the value, found[1] the best move. The table is zeroed and has room for so many entries, a power of two. */
int64_t search(const uint32_t *marks, int since_neutral, int mover, uint64_t seed, int depth, int plain,
               uint64_t *table, uint64_t entries, int64_t *found) {
    Board board = {{marks[0], marks[1]}, since_neutral, mover};
    Search s = {.table = table, .mask = entries - 1, .best_move = -1, .root_mover = mover, .plain = plain};
    s.path[0] = position_key(&board);
    seed_generator(&s.generator, seed, 0);
    for (int ahead = plain ? depth : 1; ahead <= depth; ahead++)
        found[0] = look(&s, &board, ahead, -INFINITE, INFINITE, 0);
    found[1] = s.best_move;
    return s.looked;
}
