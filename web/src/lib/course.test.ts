import { describe, expect, it } from "vitest";
import { changes, pathOf, stepAt, ticks } from "./course";

const BOX = { left: 10, top: 0, width: 100, height: 50 };

describe("the course of a match", () => {
  it("is measured in round numbers", () => {
    expect(ticks(0, 100)).toEqual([0, 50, 100]);
    expect(ticks(-25, 173)).toEqual([-50, 0, 50, 100, 150, 200]);
    expect(ticks(0, 0)).toEqual([0]);
    expect(ticks(0, 3)).toEqual([0, 1, 2, 3]);
  });

  it("is drawn from the left to the right, more is higher, and what is not known is left out", () => {
    expect(pathOf([0, 50, 100], 0, 100, BOX)).toBe("M10.0 50.0L60.0 25.0L110.0 0.0");
    expect(pathOf([0, null, 100], 0, 100, BOX)).toBe("M10.0 50.0L110.0 0.0");
    expect(pathOf([null], 0, 100, BOX)).toBe("");
    expect(pathOf([5], 0, 10, BOX)).toBe("M10.0 25.0");
  });

  it("leads back to its steps", () => {
    expect([-5, 10, 62, 110, 400].map((x) => stepAt(x, 11, BOX))).toEqual([0, 0, 5, 10, 10]);
  });

  it("has a row for every change", () => {
    expect(changes([{ name: "A", values: [0, 0, 3, 3, 3] }, { name: "B", values: [0, 0, 0, 1, 1] }], 5)).toEqual([0, 2, 3, 4]);
  });
});
