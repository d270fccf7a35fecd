/** What these two games say in short. */
import { gameSays } from "../../lib/games";
import type { Entry, LastMove } from "../../lib/match";
import { words } from "../../lib/words.svelte";

/** What is paid for the end of a round, not for a tile. */
const AT_END = new Set(["going_out", "pips", "own_pips"]);

/** "12 + bridge 40": what a tile counted for who laid it. */
export function scoredText(last: LastMove, game: string): string {
  return last.account
    .filter(({ seat, what }) => seat === last.seat && !AT_END.has(what))
    .map((entry) => (entry.what === "tile" ? words.number(entry.points) : entryText(entry, game)))
    .join(" + ");
}

/** "bridge 40" */
export function entryText({ what, points }: Entry, game: string): string {
  return `${gameSays(game, `account.${what}`)} ${words.number(points)}`;
}
