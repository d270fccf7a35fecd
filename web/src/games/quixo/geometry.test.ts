import { describe, expect, it } from "vitest";
import { arrowAt, cellName, middleOf, slidCells, stepTowards } from "./geometry";

describe("the board of Quixo", () => {
  it("has a1 at the bottom left", () => {
    expect(middleOf("a1", 5)).toEqual({ x: 50, y: 450 });
    expect(middleOf("e5", 5)).toEqual({ x: 450, y: 50 });
    expect(cellName(2, 3)).toBe("c4");
  });

  it("slides the cubes between the gap and the end", () => {
    expect(slidCells("a3", "e3", 5)).toEqual(["a3", "b3", "c3", "d3", "e3"]);
    expect(slidCells("c1", "a1", 5)).toEqual(["c1", "b1", "a1"]);
    expect(slidCells("a1", "a4", 4)).toEqual(["a1", "a2", "a3", "a4"]);
    expect(stepTowards("a1", "a4", 4)).toEqual({ x: 0, y: -100 });
  });

  it("points the arrow into the board", () => {
    expect(arrowAt("a3", "e3", 5)).toEqual({ x: 516, y: 250, angle: -180 });
    expect(arrowAt("e1", "e5", 5)).toMatchObject({ x: 450, y: -16, angle: 90 });
  });
});
