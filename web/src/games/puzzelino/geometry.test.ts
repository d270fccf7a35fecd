import { describe, expect, it } from "vitest";
import { atRest, middleOf, nameOf, placeOf, pointsUp, type Place } from "./geometry";
import { cornersOf, type Point } from "./outline";

const NEIGHBOURS: Record<string, (place: Place) => Place[]> = {
  up: ({ row, column }) => [
    { row: row - 1, column },
    { row, column: column - 1 },
    { row, column: column + 1 },
  ],
  down: ({ row, column }) => [
    { row: row + 1, column },
    { row, column: column + 1 },
    { row, column: column - 1 },
  ],
};

function sideEnds(place: Place, side: number): [Point, Point] {
  const middle = middleOf(place);
  const corners = cornersOf(pointsUp(place)).map(({ x, y }) => ({ x: x + middle.x, y: y + middle.y }));
  return [corners[side] as Point, corners[(side + 1) % 3] as Point];
}

describe("the cells", () => {
  it.each([
    { row: 0, column: 0 },
    { row: 0, column: 1 },
    { row: 2, column: -3 },
    { row: -1, column: -5 },
  ])("share each side with the neighbour the server means: %o", (place) => {
    const across = NEIGHBOURS[pointsUp(place) ? "up" : "down"]?.(place) ?? [];
    across.forEach((neighbour, side) => {
      const [from, to] = sideEnds(place, side);
      const [theirFrom, theirTo] = sideEnds(neighbour, side);
      expect(theirFrom.x).toBeCloseTo(to.x, 9);
      expect(theirFrom.y).toBeCloseTo(to.y, 9);
      expect(theirTo.x).toBeCloseTo(from.x, 9);
      expect(theirTo.y).toBeCloseTo(from.y, 9);
    });
  });

  it("are named as in moves", () => {
    expect(nameOf({ row: 1, column: -2 })).toBe("r1c-2");
    expect(placeOf("r-3c12")).toEqual({ row: -3, column: 12 });
    expect(pointsUp({ row: -1, column: -2 })).toBe(false);
    expect(pointsUp({ row: -1, column: -1 })).toBe(true);
  });
});

describe("the rack", () => {
  it("has pieces with the smooth side below", () => {
    expect(atRest("+12")).toEqual({ colour: "+", sides: [0, 1, 2] });
    expect(atRest("-135")).toEqual({ colour: "-", sides: [1, 3, 5] });
  });
});
