/** The view of a match inside a table, see docs/protocol.md; what is particular to a game is its board. */

export interface Sentence {
  key: string;
  values: Record<string, unknown>;
}

export interface Entry {
  seat: number;
  what: string;
  points: number;
}

/** What is taken or laid by a move, where, and what it shows there; a draw or a pass has none of it. */
export interface Drawn {
  /** Laying games: the piece by name, its cell, and its numbers or shapes there. */
  piece?: string;
  cell?: string;
  shows?: number[];
  /** Triangle dominoes: what it makes there by the name of its account, such as a bridge; "tile" if nothing more. */
  makes?: string;
  /** Quixo: the cube, where it is pushed in, and the seat its dot will point at. */
  place?: string;
  entry?: string;
  dot?: number | null;
}

export interface LegalMove extends Drawn {
  action: number;
  text: string;
  worth: number;
}

export interface LastMove extends Drawn {
  seat: number;
  action: number;
  text: string;
  remarks: Sentence[];
  account: Entry[];
  ends_turn: boolean;
  ends_round: boolean;
}

export interface DealView {
  number: number;
  remarks: Sentence[];
  account: Entry[];
}

export interface MatchView<Board = unknown> {
  game: string;
  version: number;
  options: Record<string, unknown>;
  names: string[];
  seats: string[];
  seat: number | null;
  mover: number | null;
  legal: LegalMove[];
  move_number: number;
  last: LastMove | null;
  dealt: DealView[];
  ended_round: Board | null;
  draw_agreed_by: number[];
  scores: number[];
  over: boolean;
  winners: number[];
  reason: string | null;
  board: Board;
}

/** Whether some hand on this board is hidden from the seat that looks at it. */
export function hidesHands(match: MatchView): boolean {
  const hands = (match.board as { hands?: unknown[] }).hands;
  return hands?.some((hand) => hand === null) ?? false;
}
