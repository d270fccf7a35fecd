import { describe, expect, it } from "vitest";
import { atRest, halvesOf, middleOf, PIPS, viewOf, type Sides } from "./geometry";

describe("a face", () => {
  it("has each value in the corner between its two sides", () => {
    expect(halvesOf([0, 0, 2, 2])).toEqual([
      { value: 0, angle: 0 },
      { value: 2, angle: 180 },
    ]);
    expect(halvesOf([3, 1, 1, 3])).toEqual([
      { value: 1, angle: 90 },
      { value: 3, angle: 270 },
    ]);
  });

  it("keeps its values however it is turned", () => {
    let sides: Sides = [1, 1, 3, 3];
    for (let turn = 0; turn < 4; turn++) {
      const found = halvesOf(sides);
      expect(found.map((half) => half.value).sort()).toEqual([1, 3]);
      for (const { value, angle } of found) {
        const corner = angle / 90;
        expect([sides[corner], sides[(corner + 1) % 4]]).toEqual([value, value]);
      }
      sides = [sides[3], sides[0], sides[1], sides[2]];
    }
  });

  it("shows as many pips as it is worth, none of them across the groove", () => {
    PIPS.forEach((pips, value) => {
      expect(pips).toHaveLength(value);
      for (const [x, y] of pips) expect((x - y) / Math.SQRT2).toBeGreaterThan(18);
    });
  });

  it("rests with the smaller value above", () => {
    expect(atRest("0-2")).toEqual([0, 0, 2, 2]);
  });
});

describe("the table", () => {
  const at = (row: number, column: number) => ({ cell: "", row, column });

  it("has row 0 at the bottom", () => {
    expect(middleOf(at(0, 0))).toEqual({ x: 50, y: -50 });
    expect(middleOf(at(2, 1))).toEqual({ x: 150, y: -250 });
  });

  it("shows no less than the square, and everything", () => {
    expect(viewOf([at(4, 4)], 5)).toEqual({ x: 200, y: -700, width: 500, height: 500 });
    expect(viewOf([at(4, 1), at(4, 7)], 5)).toEqual({ x: 100, y: -700, width: 700, height: 500 });
  });
});
