/**
 * The pieces in a hand, in the order their owner gave them; equal pieces (dice) are told apart.
 *
 *   const hand = $derived(handAt(match.seat));                       // from ./hands: kept while the page is open, and over a reload
 *   $effect.pre(() => hand.hold(board.hands[match.seat] ?? []));     // whenever the server shows the hand
 *   $effect(() => keepHand(match.seat));
 *   hand.pieces                                                      // for <Rack {hand}>
 */
import { untrack } from "svelte";

export interface HandPiece {
  /** Unlike its name an id is never shared by two pieces of a hand. */
  id: string;
  name: string;
}

export class Hand {
  pieces = $state.raw<HandPiece[]>([]);
  #made = 0;
  #leaving: string | null = null;

  constructor(names: readonly string[] = []) {
    this.pieces = names.map((name) => this.#piece(name));
  }

  /** The hand is now this: what is gone leaves, what is new comes to the end, the rest stays where it lies. */
  hold(names: readonly string[]): void {
    untrack(() => {
      const wanted = countOf(names);
      const held = countOf(this.pieces.map(({ name }) => name));
      const isLeaving = ({ id, name }: HandPiece): boolean => id === this.#leaving && (held.get(name) ?? 0) > (wanted.get(name) ?? 0);
      const staying = this.pieces.filter((piece) => !isLeaving(piece)).filter(({ name }) => take(wanted, name));
      const coming = names.filter((name) => take(wanted, name)).map((name) => this.#piece(name));
      if (coming.length || staying.length < this.pieces.length) this.pieces = [...staying, ...coming];
      this.#leaving = null;
    });
  }

  /** Of several equal pieces this is the one that goes when the hand is next shown. */
  lay(id: string): void {
    this.#leaving = id;
  }

  indexOf(id: string): number {
    return this.pieces.findIndex((piece) => piece.id === id);
  }

  /** Put a piece elsewhere in the row; the last place if there are not so many. */
  move(id: string, to: number): void {
    const piece = this.pieces[this.indexOf(id)];
    if (!piece) return;
    const others = this.pieces.filter((one) => one.id !== id);
    others.splice(Math.max(0, to), 0, piece);
    this.pieces = others;
  }

  #piece(name: string): HandPiece {
    return { id: `${name}#${this.#made++}`, name };
  }
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, name: string): boolean {
  const left = counts.get(name) ?? 0;
  counts.set(name, left - 1);
  return left > 0;
}
