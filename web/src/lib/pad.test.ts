import { describe, expect, it } from "vitest";
import type { SheetRow } from "../protocol";
import { padOf } from "./pad";

const entry = (seat: number, points: number, what = "tile") => ({ seat, what, points });
const row = (round: number, seat: number | null, totals: number[], account: unknown[] = [], moves = ["m"]): SheetRow => ({ round, seat, moves, account, totals }) as unknown as SheetRow;

describe("the score pad", () => {
  it("has a line for each time around, whoever began", () => {
    const [round] = padOf([row(1, 1, [0, 5], [entry(1, 5)]), row(1, 0, [7, 5], [entry(0, 7)]), row(1, 1, [7, 9], [entry(1, 4)])]);
    expect(round?.lines.map((line) => line.cells.map((cell) => cell?.total))).toEqual([[7, 5], [undefined, 9]]);
    expect(round?.lines[0]?.cells[1]?.entries).toEqual([entry(1, 5)]);
  });

  it("writes what others get or lose by a turn below it", () => {
    const [round] = padOf([row(1, 0, [30, -4], [entry(0, 5), entry(0, 25, "going_out"), entry(1, -4, "own_pips")])]);
    expect(round?.lines.map(({ isAside, cells }) => [isAside, ...cells.map((cell) => cell?.total)])).toEqual([
      [false, 30, undefined],
      [true, undefined, -4],
    ]);
  });

  it("begins afresh with every round, and knows points that a deal brings", () => {
    const rounds = padOf([row(1, 0, [1, 0], [entry(0, 1)]), row(2, null, [1, 9], [entry(1, 9)], []), row(2, 0, [2, 9], [entry(0, 1)])]);
    expect(rounds.map(({ round, lines }) => [round, lines.map(({ isAside }) => isAside)])).toEqual([
      [1, [false]],
      [2, [true, false]],
    ]);
  });
});
