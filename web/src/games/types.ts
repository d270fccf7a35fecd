/** What a game brings to the page: how its board looks and is played at. It knows no rules: `legal` does. */
import type { Component } from "svelte";
import type { MatchView } from "../lib/match";
import type { AnswerView } from "../protocol";

export interface BoardProps {
  match: MatchView;
  /** Whether the player may move now: his turn, connected, nothing on its way. */
  canMove: boolean;
  /** Make a move, by its number in `legal`. */
  play: (action: number) => void;
  /** A move to point at, such as that of a hint. */
  suggested?: number | null;
  /** What every move is worth, the best first, where the game is solved and somebody wants to know. */
  answers?: AnswerView[];
}

export interface GameModule {
  Board: Component<BoardProps>;
}
