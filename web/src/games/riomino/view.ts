/** The board of RioMino as the server shows it, and its places and dice in words. */
import type { MatchView } from "../../lib/match";
import type { Lay } from "../shared/laying.svelte";
import { say } from "../../lib/words.svelte";
import type { Place, Sides } from "./geometry";

export interface OpenPlace extends Place {
  /** The values demanded at the top, right, bottom and left; null where no die is. */
  wanted: (number | null)[];
  /** No die can ever lie here. */
  dead: boolean;
  /** For each seat: none of his dice fits. */
  dead_for: boolean[];
}

export interface LaidDie extends Place {
  sides: Sides;
}

export interface RioMinoBoard {
  level: string;
  field: Place[];
  dice: LaidDie[];
  places: OpenPlace[];
  hands: string[][];
  start_die: string | null;
}

/** "top 2, right 0": sides that nothing is demanded of are left out. */
function sidesInWords(sides: readonly (number | null)[]): string {
  return sides.flatMap((value, side) => (value === null ? [] : [say(`riomino.page.side.${side}`, { value })])).join(", ");
}

export function dieInWords({ cell, sides }: LaidDie): string {
  return say("riomino.page.laid", { cell, sides: sidesInWords(sides) });
}

/** What a place demands, and for whom it is dead if that is to be told. */
export function placeInWords({ cell, wanted, dead, dead_for }: OpenPlace, match: MatchView, tellsDead: boolean): string {
  const sides = sidesInWords(wanted);
  const free = sides ? say("riomino.page.free", { cell, sides }) : say("riomino.page.free_any", { cell });
  if (!tellsDead) return free;
  const losers = dead_for.flatMap((isDead, seat) => (isDead ? [say("riomino.page.dead_for", { name: match.names[seat] })] : []));
  return [free, ...(dead ? [say("riomino.page.dead")] : losers)].join(", ");
}

export function layInWords({ piece, cell, shows }: Lay): string {
  return say("riomino.page.lies", { die: piece, cell, sides: sidesInWords(shows) });
}

/** "0-1, 3 × 1-3": equal dice once, with their number. */
export function diceInWords(dice: readonly string[]): string {
  const counts = Map.groupBy(dice, (die) => die);
  return [...counts].map(([die, all]) => (all.length > 1 ? `${all.length} × ${die}` : die)).join(", ");
}
