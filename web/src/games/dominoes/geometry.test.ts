import { describe, expect, it } from "vitest";
import { around, asPoints, cellNamed, cornersOf, HEIGHT, inHexagons, middleOf, nameOf, numbersOf, pointsUp } from "./geometry";

describe("the lattice of triangles", () => {
  it("names cells by row and column", () => {
    expect(cellNamed("r2c-1")).toEqual({ row: 2, column: -1 });
    expect(nameOf({ row: -3, column: 0 })).toBe("r-3c0");
    expect(() => cellNamed("a1")).toThrow();
  });

  it("points up where row and column are even together, below zero too", () => {
    expect(["r0c0", "r0c1", "r-1c0", "r-1c-1", "r1c-3"].map((name) => pointsUp(cellNamed(name)))).toEqual([true, false, false, true, true]);
  });

  it("counts corners clockwise from the apex", () => {
    expect(cornersOf(cellNamed("r0c0"))).toEqual([{ x: 0, y: -HEIGHT }, { x: 50, y: -0 }, { x: -50, y: -0 }]);
    expect(cornersOf(cellNamed("r0c1"))).toEqual([{ x: 50, y: -0 }, { x: 0, y: -HEIGHT }, { x: 100, y: -HEIGHT }]);
  });

  it("has the middle of a cell in the middle of its corners", () => {
    for (const name of ["r0c0", "r0c1", "r-3c2", "r4c-7"]) {
      const cell = cellNamed(name);
      const corners = cornersOf(cell);
      const middle = middleOf(cell);
      expect(middle.x).toBeCloseTo(corners.reduce((sum, { x }) => sum + x, 0) / 3);
      expect(middle.y).toBeCloseTo(corners.reduce((sum, { y }) => sum + y, 0) / 3);
    }
  });

  it("draws a triangle around its middle as it lies in a cell", () => {
    for (const name of ["r0c0", "r0c1"]) {
      const cell = cellNamed(name);
      const middle = middleOf(cell);
      around(pointsUp(cell), (2 / 3) * HEIGHT).forEach((point, corner) => {
        expect(point.x + middle.x).toBeCloseTo(cornersOf(cell)[corner]!.x);
        expect(point.y + middle.y).toBeCloseTo(cornersOf(cell)[corner]!.y);
      });
    }
    expect(asPoints([{ x: 1.234567, y: -2 }])).toBe("1.23,-2");
    expect(numbersOf("3-4-5")).toEqual([3, 4, 5]);
  });

  it("finds closed hexagons", () => {
    const six = ["r0c-1", "r0c0", "r0c1", "r-1c-1", "r-1c0", "r-1c1"].map(cellNamed);
    const around00 = ["r0c0", "r0c1", "r0c2", "r-1c0", "r-1c1", "r-1c2"].map(cellNamed);
    expect(inHexagons(six).size).toBe(0);
    expect(inHexagons(around00.slice(1)).size).toBe(0);
    expect(inHexagons([...around00, cellNamed("r0c3")])).toEqual(new Set(around00.map(nameOf)));
  });
});
