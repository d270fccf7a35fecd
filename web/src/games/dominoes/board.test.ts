import { describe, expect, it } from "vitest";
import { boundsOf, freePlaces, type DominoesBoard } from "./board";
import { HEIGHT } from "./geometry";

const EMPTY: DominoesBoard = { round: 1, round_end: "", starter: 0, pool: 38, draws: 0, drawn: [], held: [9, 9], hands: [[], null], tiles: [], places: [] };

describe("the board of triangle dominoes", () => {
  it("has a place for the first tile before any lies there", () => {
    expect(freePlaces(EMPTY, [])).toEqual([]);
    expect(freePlaces(EMPTY, ["r0c0", "r0c0"])).toEqual([{ cell: "r0c0", row: 0, column: 0, up: true, corners: [null, null, null], dead: false }]);
  });

  it("knows the places beside laid tiles once", () => {
    const place = { cell: "r0c1", row: 0, column: 1, up: false, corners: [5, 4, null], dead: true };
    expect(freePlaces({ ...EMPTY, places: [place] }, ["r0c1"])).toEqual([place]);
  });

  it("shows every tile and every place", () => {
    const empty = boundsOf(EMPTY);
    expect([empty.width, empty.height]).toEqual([128, HEIGHT + 28]);
    const tile = { cell: "r1c3", row: 1, column: 3, up: true, corners: [1, 2, 3], tile: "1-2-3" };
    const grown = boundsOf({ ...EMPTY, tiles: [tile] });
    expect([grown.x, grown.width, grown.height]).toEqual([empty.x, 250 + 28, 2 * HEIGHT + 28]);
  });
});
