/** A match looked at again: what each step is, where each move stands, and what to draw there. */
import type { Replay, ReplayFrame, ReplayMistake } from "../protocol";
import type { DealView, Entry, LastMove, LegalMove, MatchView, Sentence } from "./match";

export interface Step {
  kind: "start" | "deal" | "move" | "deed";
  /** Whose move or deed. */
  seat: number | null;
  /** How many moves were made by then; for a move that is its number. */
  move: number;
  /** The notation of a move, or the first word of a deed. */
  text: string;
  account: Entry[];
  remarks: Sentence[];
}

type Happened = Partial<LastMove> & Partial<DealView> & { deed?: string };

export function stepOf(frame: ReplayFrame): Step {
  const events = frame.events as Happened[];
  const move = matchOf(frame).move_number;
  const [first] = events;
  const account = events.flatMap((event) => event.account ?? []);
  const remarks = events.flatMap((event) => event.remarks ?? []);
  if (first?.deed !== undefined) return { kind: "deed", seat: first.seat ?? null, move, text: first.deed.split(" ")[0] ?? "", account, remarks };
  if (first?.action !== undefined) return { kind: "move", seat: first.seat ?? null, move, text: first.text ?? "", account, remarks };
  return { kind: first ? "deal" : "start", seat: null, move, text: "", account, remarks };
}

export const stepsOf = (replay: Replay): Step[] => replay.frames.map(stepOf);
export const matchOf = (frame: ReplayFrame): MatchView => frame.match as unknown as MatchView;

/** The step that a move is; its position before it is the step before. */
export function stepOfMove(steps: readonly Step[], number: number): number {
  return steps.findIndex((step) => step.kind === "move" && step.move === number);
}

/** The match as the board is to show it: with the hand of whoever is to move, and the better move to point at. */
export function shownAt(frame: ReplayFrame, step: Step, better: LegalMove | null): MatchView {
  const match = matchOf(frame);
  return { ...match, seat: hasHands(match) ? (match.mover ?? step.seat) : null, legal: better ? [better] : [] };
}

/** Whether each player has a hand of his own that others do not see while it is played. */
export function hasHands(match: MatchView): boolean {
  const board = match.board as { hands?: unknown[]; held?: unknown[] };
  return board.hands !== undefined && board.held !== undefined;
}

/** The mistake that the next move after a step is, if it is one. */
export function mistakeAfter(steps: readonly Step[], at: number, mistakes: readonly ReplayMistake[]): ReplayMistake | undefined {
  const next = steps[at + 1];
  return next?.kind === "move" ? mistakes.find(({ mistake }) => mistake.number === next.move) : undefined;
}
