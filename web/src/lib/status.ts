/** What the player to move can do, for one sentence that is true: read off the moves that are legal. */
import type { MatchView } from "./match";

/** Nobody draws more often in one turn, in no game of the house. */
const MOST_DRAWS = 3;

/** What boards tell about a turn; each game has some of it. */
interface Turn {
  mode?: string;
  /** Drawn and laid in this turn. */
  draws?: number;
  lays?: number;
  /** What is left to be drawn. */
  pool?: number;
  bag?: number;
  start_die?: string | null;
}

/** The keys of sentences that say it, the most particular first; a game has at least one of them. */
export function statusKeys({ board, legal }: Pick<MatchView, "board" | "legal">): string[] {
  const turn = board as Turn;
  if (turn.start_die != null) return ["page.status.start"];
  const texts = new Set(legal.map(({ text }) => text));
  const canLay = legal.some(({ cell }) => cell !== undefined);
  const ways = [canLay ? "lay" : "", texts.has("draw") ? "draw" : "", texts.has("pass") ? "pass" : ""].filter(Boolean).join("_");
  return [`page.status.${turn.mode}.${ways}`, ...(turn.lays ? [`page.status.more_${ways}`] : []), `page.status.${ways}`, "page.status"];
}

/** How often the player may still draw in this turn. */
export function drawsLeft(board: unknown): number {
  const { draws = 0, pool, bag } = board as Turn;
  return Math.min(MOST_DRAWS - draws, pool ?? bag ?? 0);
}
