import { describe, expect, it } from "vitest";
import { cornersOf, HEIGHT, INNER, piecePath, SIDE, sideOutline, type Point, type Sides } from "./outline";

const SHAPES = [0, 1, 2, 3, 4, 5];
const [A, B] = [
  { x: 10, y: 20 },
  { x: 60, y: 20 + HEIGHT },
];

/** All points of a side from its first corner on. */
function points(shape: number, colour: "+" | "-", from: Point, to: Point): Point[] {
  return [from, ...sideOutline(shape, colour, from, to).flat()];
}

/** Points along the drawn curve itself. */
function curve(shape: number, colour: "+" | "-", from: Point, to: Point): Point[] {
  const drawn: Point[] = [from];
  for (const stroke of sideOutline(shape, colour, from, to)) {
    const start = drawn.at(-1) as Point;
    const [a, b, c] = stroke.length === 3 ? stroke : [start, stroke[0], stroke[0]];
    for (let step = 1; step <= 8; step++) drawn.push(bezier(start, a as Point, b as Point, c as Point, step / 8));
  }
  return drawn;
}

function bezier(p: Point, q: Point, r: Point, s: Point, t: number): Point {
  const at = (a: number, b: number, c: number, d: number): number => (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
  return { x: at(p.x, q.x, r.x, s.x), y: at(p.y, q.y, r.y, s.y) };
}

function expectSame(found: Point[], wanted: Point[]): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((point, number) => {
    expect(point.x).toBeCloseTo(wanted[number]?.x ?? NaN, 9);
    expect(point.y).toBeCloseTo(wanted[number]?.y ?? NaN, 9);
  });
}

describe("a side", () => {
  it.each(SHAPES)("with shape %i is one curve for blue and for orange", (shape) => {
    expectSame(points(shape, "+", A, B), points(shape, "-", B, A).reverse());
  });

  it.each(SHAPES)("with shape %i is the same turned over", (shape) => {
    const flat = points(shape, "+", { x: 0, y: 0 }, { x: SIDE, y: 0 });
    expectSame(
      flat,
      flat.map(({ x, y }) => ({ x: SIDE - x, y })).reverse(),
    );
  });

  it("goes straight where it is smooth, out of a blue piece and into an orange one elsewhere", () => {
    const [from, to] = [
      { x: 0, y: 0 },
      { x: SIDE, y: 0 },
    ];
    expect(sideOutline(0, "+", from, to)).toEqual([[to]]);
    for (const shape of SHAPES.slice(1)) {
      // Clockwise from left to right is the upper side of a piece: out is up.
      expect(Math.min(...curve(shape, "+", from, to).map(({ y }) => y))).toBeLessThan(-12);
      expect(Math.max(...curve(shape, "+", from, to).map(({ y }) => y))).toBeCloseTo(0, 9);
      expect(Math.max(...curve(shape, "-", from, to).map(({ y }) => y))).toBeGreaterThan(12);
    }
  });
});

describe("a piece", () => {
  it("has its flat side first, below in a cell that points up, and turns clockwise", () => {
    for (const up of [true, false]) {
      const [a, b, c] = cornersOf(up);
      expect(a.y).toBe(b.y);
      expect(a.y > 0).toBe(up);
      expect((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).toBeGreaterThan(0);
    }
  });

  it("keeps the shapes of its sides apart, even where three are cut in", () => {
    const sides: Sides[] = [
      [1, 3, 5],
      [5, 5, 0],
      [4, 4, 0],
      [2, 2, 0],
      [1, 1, 0],
      [3, 3, 0],
    ];
    const corners = cornersOf(true);
    for (const shapes of sides) {
      const cuts = shapes.map((shape, side) =>
        curve(shape, "-", corners[side] as Point, corners[(side + 1) % 3] as Point).filter((point) => distanceToRim(point, corners) > 0.01),
      );
      for (const [number, cut] of cuts.entries())
        for (const other of cuts.slice(number + 1)) for (const p of cut) for (const q of other) expect(Math.hypot(p.x - q.x, p.y - q.y)).toBeGreaterThan(5);
    }
  });

  it("is written as a closed path", () => {
    expect(piecePath([0, 0, 0], "+", true)).toBe(`M50 ${round(INNER)}L-50 ${round(INNER)}L0 ${round(INNER - HEIGHT)}L50 ${round(INNER)}Z`);
    expect(piecePath([1, 2, 0], "-", false)).toMatch(/^M[-\d. LC]+Z$/);
  });
});

function round(value: number): number {
  return Math.round(100 * value) / 100;
}

/** How far a point lies inside a triangle from its nearest side. */
function distanceToRim({ x, y }: Point, corners: readonly Point[]): number {
  return Math.min(
    ...corners.map((from, side) => {
      const to = corners[(side + 1) % 3] as Point;
      return Math.abs((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) / SIDE;
    }),
  );
}
