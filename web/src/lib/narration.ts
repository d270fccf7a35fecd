/** What happened and what is to be done, in a sentence: for the status line and for who listens. */
import type { Entry, MatchView } from "./match";
import { gameHas, gameSays } from "./games";
import { drawsLeft, statusKeys } from "./status";
import { say, words } from "./words.svelte";

/** Tell the last move, what it brought and what was dealt since. */
export function told(match: MatchView): string {
  const parts: string[] = [];
  if (match.last) {
    parts.push(played(match.names[match.last.seat] ?? "", match.last.text));
    const points = accountText(match.last.account, match);
    if (points) parts.push(points);
    parts.push(...match.last.remarks.map((remark) => words.sentence(remark)));
  }
  for (const deal of match.dealt) parts.push(...deal.remarks.map((remark) => words.sentence(remark)));
  return parts.join(" ");
}

/** Tell a move in a sentence. */
export function played(name: string, move: string): string {
  return isWord(move) ? say(`page.did.${move}`, { name }) : say("page.played", { name, move });
}

const isWord = (move: string): boolean => move === "draw" || move === "pass";

/** The words of a move that are no notation are said in the reader's language. */
export function spoken(move: string): string {
  return isWord(move) ? say(`page.move.${move}`) : move;
}

/** "12 + bridge 40": what a move scored, for the player who made it and for others. */
export function accountText(account: Entry[], match: MatchView): string {
  const bySeat = Map.groupBy(account, (entry) => entry.seat);
  return [...bySeat]
    .map(([seat, entries]) => `${match.names[seat]}: ${entries.map((entry) => reasoned(entry, match.game)).join(", ")}`)
    .join("; ");
}

function reasoned(entry: Entry, game: string): string {
  const points = `${entry.points > 0 ? "+" : ""}${words.number(entry.points)}`;
  return `${points} (${gameSays(game, `account.${entry.what}`)})`;
}

/** Whose turn it is, or how it ended. */
export function nowToMove(match: MatchView): string {
  if (match.over) return ending(match);
  if (match.mover === null) return "";
  if (match.mover !== match.seat) return say("page.turn_of", { name: match.names[match.mover] });
  const key = statusKeys(match).find((one) => gameHas(match.game, one));
  return key ? gameSays(match.game, key, key.includes("draw") ? { count: drawsLeft(match.board) } : {}) : say("page.your_turn");
}

function ending(match: MatchView): string {
  const reason = gameSays(match.game, `ending.${match.reason}`);
  if (match.names.length === 1) return say("status.alone", { name: match.names[0], points: match.scores[0], reason });
  if (!match.winners.length) return say("status.draw", { reason });
  return say("status.won", { names: match.winners.map((seat) => match.names[seat]).join(", "), reason });
}
