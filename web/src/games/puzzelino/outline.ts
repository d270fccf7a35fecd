/**
 * The outlines of the pieces of Puzzelino. Each shape is written once, in the coordinates of a side: u along the side from 0 to 100,
 * v away from the blue piece. A blue piece follows it outwards and an orange one inwards, so that both draw the same curve. Pieces may be
 * turned over, hence every shape is its own mirror image.
 */
export interface Point {
  x: number;
  y: number;
}

/** The length of a side. */
export const SIDE = 100;
/** The height of a triangle. */
export const HEIGHT = (SIDE * Math.sqrt(3)) / 2;
/** How far the middle of a triangle lies from its sides. */
export const INNER = HEIGHT / 3;

export type Colour = "+" | "-";
/** The shapes on the flat side and then clockwise. */
export type Sides = readonly [number, number, number];

type Pair = readonly [u: number, v: number];
/** A straight line to a point, or a curve to the last of three points by way of the other two. */
type Stroke = readonly [Pair] | readonly [Pair, Pair, Pair];

/** The first half of each shape, from the side to the axis in the middle; the second half mirrors it. */
const FIRST_HALVES: readonly (readonly Stroke[])[] = [[], circle(11.5, 8), square(21, 16.5), [[[40.5, 0]], [[50, 20]]], wave(8, 13), star(12.5, 0.46)];

/** How a Bézier curve comes close to a piece of a circle of this angle. */
function grip(angle: number): number {
  return (4 / 3) * Math.tan(angle / 4);
}

/** A round head on a short neck; its middle lies `out` from the side. */
function circle(radius: number, out: number): Stroke[] {
  const neck = Math.sqrt(radius ** 2 - out ** 2);
  const low = Math.atan2(out, neck);
  const hold = radius * grip(low);
  const quarter = radius * grip(Math.PI / 2);
  const left = 50 - radius;
  return [
    [[50 - neck, 0]],
    [
      [50 - neck - hold * Math.sin(low), hold * Math.cos(low)],
      [left, out - hold],
      [left, out],
    ],
    [
      [left, out + quarter],
      [50 - quarter, out + radius],
      [50, out + radius],
    ],
  ];
}

function square(width: number, depth: number): Stroke[] {
  const left = 50 - width / 2;
  return [[[left, 0]], [[left, depth]], [[50, depth]]];
}

/** Two crests and a trough between them that comes back to the side. */
function wave(half: number, depth: number): Stroke[] {
  const hold = 0.45 * half;
  const swing = (from: number, low: number, high: number): Stroke => [
    [from + hold, low],
    [from + half - hold, high],
    [from + half, high],
  ];
  const first = 50 - 2 * half;
  return [[[first, 0]], swing(first, 0, depth), swing(first + half, depth, 0)];
}

/** A star of five points that stands on two of them. */
function star(radius: number, waist: number): Stroke[] {
  const out = radius * Math.sin((54 * Math.PI) / 180);
  const corner = (degrees: number, far: number): Stroke => {
    const angle = (degrees * Math.PI) / 180;
    return [[50 + far * Math.cos(angle), out + far * Math.sin(angle)]];
  };
  return [corner(234, radius), corner(198, radius * waist), corner(162, radius), corner(126, radius * waist), corner(90, radius)];
}

function mirrored(strokes: readonly Stroke[]): Stroke[] {
  const ends: Pair[] = [[0, 0], ...strokes.map((stroke) => stroke[stroke.length - 1] as Pair)];
  const flip = ([u, v]: Pair): Pair => [SIDE - u, v];
  return strokes
    .map((stroke, number): Stroke => {
      const start = flip(ends[number] as Pair);
      return stroke.length === 3 ? [flip(stroke[1]), flip(stroke[0]), start] : [start];
    })
    .reverse();
}

const SHAPES: readonly (readonly Stroke[])[] = FIRST_HALVES.map((half) => (half.length ? [...half, ...mirrored(half)] : [[[SIDE, 0]]]));

/** One side of a piece from a corner to the next one clockwise, as strokes between points of the table. */
export function sideOutline(shape: number, colour: Colour, from: Point, to: Point): Point[][] {
  const [ux, uy] = [(to.x - from.x) / SIDE, (to.y - from.y) / SIDE];
  const out = colour === "+" ? 1 : -1;
  return (SHAPES[shape] ?? []).map((stroke) => stroke.map(([u, v]) => ({ x: from.x + ux * u + uy * v * out, y: from.y + uy * u - ux * v * out })));
}

/** The corners of a triangle around 0, 0, clockwise; its flat side goes from the first to the second. */
export function cornersOf(up: boolean): [Point, Point, Point] {
  const [half, flat, apex] = [SIDE / 2, INNER, HEIGHT - INNER];
  return up
    ? [
        { x: half, y: flat },
        { x: -half, y: flat },
        { x: 0, y: -apex },
      ]
    : [
        { x: -half, y: -flat },
        { x: half, y: -flat },
        { x: 0, y: apex },
      ];
}

/** The outline of a piece around 0, 0, as an SVG path. */
export function piecePath(sides: Sides, colour: Colour, up: boolean): string {
  const corners = cornersOf(up);
  const strokes = sides.flatMap((shape, side) => sideOutline(shape, colour, corners[side] as Point, corners[(side + 1) % 3] as Point));
  return `M${written(corners[0])}${strokes.map((stroke) => (stroke.length === 3 ? "C" : "L") + stroke.map(written).join(" ")).join("")}Z`;
}

/** A plain triangle around 0, 0, as an SVG path. */
export function trianglePath(up: boolean): string {
  return `M${cornersOf(up).map(written).join("L")}Z`;
}

function written({ x, y }: Point): string {
  return `${rounded(x)} ${rounded(y)}`;
}

function rounded(length: number): number {
  return Math.round(100 * length) / 100;
}
