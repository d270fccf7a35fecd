/** Where the dice of RioMino lie, and how a face is drawn: a cell is 100 wide, row 0 at the bottom. */
export const CELL = 100;

/** The values at the top, right, bottom and left. */
export type Sides = readonly [number, number, number, number];

export interface Place {
  cell: string;
  row: number;
  column: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The middle of a cell. */
export function middleOf({ row, column }: Place): { x: number; y: number } {
  return { x: (column + 0.5) * CELL, y: -(row + 0.5) * CELL };
}

export interface Half {
  value: number;
  /** How far it is turned from the upper right corner, in degrees clockwise. */
  angle: number;
}

/** The two halves of a face: each fills the corner between two neighbouring sides with its value. */
export function halvesOf(sides: Sides): [Half, Half] {
  const corner = sides.findIndex((value, side) => value === sides[(side + 1) % 4]);
  const opposite = (corner + 2) % 4;
  return [
    { value: sides[corner] as number, angle: 90 * corner },
    { value: sides[opposite] as number, angle: 90 * opposite },
  ];
}

/** Where the pips of a half lie that fills the upper right corner of a face. */
export const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[20, -20]],
  [
    [7, -31],
    [31, -7],
  ],
  [
    [1, -30],
    [30, -30],
    [30, -1],
  ],
];

/** How a die lies that is not on the board yet: the smaller value at the top and at the right. */
export function atRest(die: string): Sides {
  const [low, high] = die.split("-").map(Number) as [number, number];
  return [low, low, high, high];
}

/** The part of the table that is shown: all places, around the same middle as long as they fit into a square of so many cells. */
export function viewOf(places: readonly Place[], least: number): Box {
  const [rows, columns] = [places.map((place) => place.row), places.map((place) => place.column)];
  const [left, width] = span(columns, least);
  const [bottom, height] = span(rows, least);
  return { x: left * CELL, y: -(bottom + height) * CELL, width: width * CELL, height: height * CELL };
}

function span(lines: number[], least: number): [first: number, count: number] {
  const [low, high] = [Math.min(...lines), Math.max(...lines)];
  const count = Math.max(least, high - low + 1);
  return [(low + high + 1 - count) / 2, count];
}
