import { describe, expect, it } from "vitest";
import type { Replay, ReplayMistake } from "../protocol";
import type { LegalMove } from "./match";
import { mistakeAfter, shownAt, stepOfMove, stepsOf } from "./replay";

const board = { hands: [["1-1-1"], ["2-2-2"]], held: [1, 1] };
const view = (move_number: number, more = {}) => ({ move_number, mover: 0, seat: null, legal: [], board, ...more });
const replay = {
  game: "triominos",
  has_points: true,
  is_over: true,
  frames: [
    { events: [{ number: 1, remarks: [{ key: "a", values: {} }], account: [] }, { number: 2, remarks: [{ key: "b", values: {} }], account: [] }], match: view(0) },
    { events: [{ seat: 0, action: 7, text: "1-1-1 @ r0c0", remarks: [], account: [{ seat: 0, what: "tile", points: 3 }] }], match: view(1, { mover: 1 }) },
    { events: [{ seat: 1, deed: "offers a draw" }], match: view(1, { mover: 1 }) },
    { events: [{ seat: 1, action: 8, text: "pass", remarks: [], account: [] }], match: view(2, { mover: null }) },
  ],
} as unknown as Replay;
const steps = stepsOf(replay);

describe("the steps of a match", () => {
  it("are deals in a row, moves and deeds", () => {
    expect(steps.map(({ kind, seat, move, text }) => [kind, seat, move, text])).toEqual([
      ["deal", null, 0, ""],
      ["move", 0, 1, "1-1-1 @ r0c0"],
      ["deed", 1, 1, "offers"],
      ["move", 1, 2, "pass"],
    ]);
    expect(steps[0]?.remarks.map(({ key }) => key)).toEqual(["a", "b"]);
    expect(stepsOf({ ...replay, frames: [{ events: [], match: view(0) }] })[0]?.kind).toBe("start");
  });

  it("are found by the number of a move", () => {
    expect(stepOfMove(steps, 2)).toBe(3);
    expect(stepOfMove(steps, 9)).toBe(-1);
  });

  it("show the hand of whoever is to move, at the end of whoever moved last", () => {
    const better = { action: 9, text: "draw", worth: 0 } as LegalMove;
    const at = (index: number, move: LegalMove | null = null) => shownAt(replay.frames[index]!, steps[index]!, move);
    expect([0, 1, 3].map((index) => at(index).seat)).toEqual([0, 1, 1]);
    expect(at(0, better).legal).toEqual([better]);
    expect(shownAt({ events: [], match: view(0, { board: { rows: [] } }) }, steps[0]!, null).seat).toBe(null);
  });

  it("know the mistake to come", () => {
    const mistakes = [{ mistake: { number: 2 }, better: {} }] as unknown as ReplayMistake[];
    expect(mistakeAfter(steps, 2, mistakes)).toBe(mistakes[0]);
    expect(mistakeAfter(steps, 1, mistakes)).toBe(undefined);
    expect(mistakeAfter(steps, 3, mistakes)).toBe(undefined);
  });
});
