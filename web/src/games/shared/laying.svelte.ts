/**
 * Laying a piece, for every game in which pieces are laid: which one is chosen, where it may go, how it may lie there. All of it is read from `match.legal`.
 *
 *   const laying = new Laying(() => ({ legal: canMove ? match.legal : [], hand, play }));
 *   laying.choose(id)        a piece of the hand, or let go of it if it was chosen already
 *   laying.cells             where the chosen piece may go; laying.layable: the names of all pieces that may go somewhere
 *   laying.look(cell)        hover or focus a place: laying.shown is the piece as it would lie there (null: look away)
 *   laying.put(cell)         "laid" where there is one way to lie. Else "waiting": it lies there as a ghost, R turns it (laying.turn()),
 *                            and put(cell) again or laying.confirm() lays it. "unfit" where it cannot go.
 *   laying.release()         Escape: first the ghost is taken up, then the piece is let go of
 */
import type { LegalMove } from "../../lib/match";
import type { Hand, HandPiece } from "./hand.svelte";

export interface LayingSource {
  /** The moves the player may make now; none while he may not. */
  legal: readonly LegalMove[];
  hand: Hand;
  play: (action: number) => void;
}

/** A legal move that lays a piece. */
export type Lay = LegalMove & { piece: string; cell: string; shows: number[] };

export function isLay(move: LegalMove): move is Lay {
  return move.piece !== undefined && move.cell !== undefined && move.shows !== undefined;
}

/** The different ways in which a piece may lie in a cell; moves that look the same there are one. */
export function waysOf(legal: readonly LegalMove[], piece: string, cell: string): Lay[] {
  const byLook = new Map<string, Lay>();
  for (const move of legal) {
    if (!isLay(move) || move.piece !== piece || move.cell !== cell) continue;
    const look = move.shows.join();
    if (!byLook.has(look)) byLook.set(look, move);
  }
  return [...byLook.values()];
}

export class Laying {
  #id = $state<string | null>(null);
  #cell = $state<string | null>(null);
  #isWaiting = $state(false);
  #turns = $state(0);
  readonly #source: () => LayingSource;

  constructor(source: () => LayingSource) {
    this.#source = source;
  }

  /** The piece in hand; none once it is laid. */
  get chosen(): HandPiece | null {
    return this.#source().hand.pieces.find(({ id }) => id === this.#id) ?? null;
  }

  /** The names of all pieces that may be laid now. */
  get layable(): Set<string> {
    return new Set(this.#source().legal.filter(isLay).map((move) => move.piece));
  }

  /** Where the chosen piece may go. */
  get cells(): string[] {
    return this.chosen === null ? [] : this.cellsOf(this.chosen.name);
  }

  cellsOf(piece: string): string[] {
    const lays = this.#source().legal.filter(isLay);
    return [...new Set(lays.filter((move) => move.piece === piece).map((move) => move.cell))];
  }

  /** How the chosen piece may lie in a cell. */
  ways(cell: string): Lay[] {
    return this.chosen === null ? [] : waysOf(this.#source().legal, this.chosen.name, cell);
  }

  /** The chosen piece as it would be laid in a cell, turned as it was turned last. */
  moveAt(cell: string): Lay | null {
    const ways = this.ways(cell);
    return ways[this.#turns % ways.length] ?? null;
  }

  /** The piece as it is to be drawn on the board: where somebody looks, or where it waits. */
  get shown(): Lay | null {
    return this.#cell === null ? null : this.moveAt(this.#cell);
  }

  /** The ghost that waits to be turned and confirmed, if there is one. */
  get waiting(): Lay | null {
    return this.#isWaiting ? this.shown : null;
  }

  choose(id: string): void {
    const isSame = this.#id === id && this.chosen !== null;
    this.#id = isSame ? null : id;
    this.#forget();
  }

  /** Choose a piece to drag it: unlike `choose` it never lets go of it. */
  lift(id: string): void {
    this.#id = id;
    this.#forget();
  }

  look(cell: string | null): void {
    if (this.waiting === null) [this.#cell, this.#isWaiting] = [cell, false];
  }

  put(cell: string): "laid" | "waiting" | "unfit" {
    const move = this.moveAt(cell);
    if (move === null) return "unfit";
    if (this.ways(cell).length === 1 || this.waiting?.cell === cell) {
      this.#lay(move);
      return "laid";
    }
    [this.#cell, this.#isWaiting] = [cell, true];
    return "waiting";
  }

  /** Turn the piece to the next way (-1: the one before) in which it may lie where it is looked at. */
  turn(by = 1): Lay | null {
    if (this.#cell === null) return null;
    const count = this.ways(this.#cell).length;
    if (count === 0) return null;
    this.#turns = (this.#turns + by + count) % count;
    return this.shown;
  }

  confirm(): boolean {
    const move = this.waiting;
    if (move) this.#lay(move);
    return move !== null;
  }

  /** Take the ghost up; without one let go of the piece. Whether there was anything to let go of. */
  release(): boolean {
    const had = this.chosen !== null;
    if (this.waiting === null) this.#id = null;
    this.#forget();
    return had;
  }

  #lay(move: Lay): void {
    const { hand, play } = this.#source();
    if (this.#id !== null) hand.lay(this.#id);
    this.#id = null;
    this.#forget();
    play(move.action);
  }

  #forget(): void {
    [this.#cell, this.#isWaiting, this.#turns] = [null, false, 0];
  }
}
