import { describe, expect, it } from "vitest";
import { bounded, boxAround, fitted, fittedBeside, revealing, snapped, zoomed } from "./view";

const SIZE = { width: 400, height: 200 };

describe("the view of a table", () => {
  it("shows everything in the middle, and nothing too large", () => {
    expect(fitted({ x: 0, y: 0, width: 800, height: 100 }, SIZE, 2)).toEqual({ x: 0, y: -150, scale: 0.5 });
    expect(fitted({ x: -10, y: -10, width: 20, height: 20 }, SIZE, 2)).toEqual({ x: -100, y: -50, scale: 2 });
  });

  it("keeps clear of a covered corner at the top right", () => {
    const corner = { width: 100, height: 40 };
    expect(fittedBeside({ x: 0, y: 0, width: 100, height: 100 }, SIZE, 1, corner)).toEqual(fitted({ x: 0, y: 0, width: 100, height: 100 }, SIZE, 1));
    expect(fittedBeside({ x: 0, y: 0, width: 300, height: 200 }, SIZE, 2, corner)).toEqual(fitted({ x: 0, y: 0, width: 300, height: 200 }, { width: 300, height: 200 }, 2));
    expect(fittedBeside({ x: 0, y: 0, width: 400, height: 160 }, SIZE, 2, corner)).toEqual({ x: 0, y: -40, scale: 1 });
  });

  it("zooms around a point that stays where it is", () => {
    const view = { x: 10, y: 20, scale: 1 };
    const at = { x: 110, y: 70 };
    const near = zoomed(view, 2, at);
    expect([(at.x - near.x) * near.scale, (at.y - near.y) * near.scale]).toEqual([100, 50]);
  });

  it("never loses the table", () => {
    const box = { x: 0, y: 0, width: 100, height: 100 };
    expect(bounded({ x: 5000, y: 0, scale: 100 }, box, SIZE, 0.5, 4)).toEqual({ x: 50, y: -24, scale: 4 });
  });

  it("moves only as far as it must to bring a point into sight", () => {
    const view = { x: 0, y: 0, scale: 1 };
    expect(revealing(view, { x: 200, y: 100 }, 50, SIZE)).toEqual(view);
    expect(revealing(view, { x: 390, y: 10 }, 50, SIZE)).toEqual({ x: 40, y: -40, scale: 1 });
  });

  it("measures what lies on it, and snaps to what is near", () => {
    expect(boxAround([{ x: 1, y: 2 }, { x: 5, y: 0 }], 1)).toEqual({ x: 0, y: -1, width: 6, height: 4 });
    expect(boxAround([], 5)).toEqual({ x: -5, y: -5, width: 10, height: 10 });
    expect(snapped([{ x: 0, y: 0 }, { x: 9, y: 0 }], { x: 6, y: 0 }, 4)).toEqual({ x: 9, y: 0 });
    expect(snapped([{ x: 0, y: 0 }], { x: 6, y: 0 }, 4)).toBeNull();
  });
});
