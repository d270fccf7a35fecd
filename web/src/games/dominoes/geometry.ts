/**
 * Where triangles lie on the table: as in src/tesserae/kernel/triangles.py a cell points up when row + column is even, rows count upwards, and corners are counted
 * clockwise from the apex. A side is 100 long, y goes down.
 */
import type { Point } from "../shared/view";

export const SIDE = 100;
export const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

export interface Cell {
  row: number;
  column: number;
}

/** The cell with a name such as r2c-1. */
export function cellNamed(name: string): Cell {
  const found = /^r(-?\d+)c(-?\d+)$/.exec(name);
  if (!found) throw new Error(`no cell is called ${name}`);
  return { row: Number(found[1]), column: Number(found[2]) };
}

export function pointsUp({ row, column }: Cell): boolean {
  return (row + column) % 2 === 0;
}

/** The lattice points [y, x] at the corners of a cell. */
export function cornerPlaces(cell: Cell): [number, number][] {
  const { row, column } = cell;
  return pointsUp(cell)
    ? [[row + 1, column], [row, column + 1], [row, column - 1]]
    : [[row, column], [row + 1, column - 1], [row + 1, column + 1]];
}

function placeOf([y, x]: [number, number]): Point {
  return { x: (x * SIDE) / 2, y: -y * HEIGHT };
}

export function cornersOf(cell: Cell): Point[] {
  return cornerPlaces(cell).map(placeOf);
}

export function middleOf(cell: Cell): Point {
  const { x } = placeOf([0, cell.column]);
  return { x, y: -(cell.row + (pointsUp(cell) ? 1 : 2) / 3) * HEIGHT };
}

/** The corners of a triangle around 0, 0, clockwise from the apex, so far from the middle. */
export function around(isUp: boolean, far: number): Point[] {
  const apex = isUp ? -90 : 90;
  return [0, 120, 240].map((turn) => {
    const angle = ((apex + turn) * Math.PI) / 180;
    return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
  });
}

export const asPoints = (points: readonly Point[]): string => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");

function round(value: number): number {
  return Math.round(100 * value) / 100;
}

/** The corners of a tile as it lies in the hand, apex up, by its name: 3-4-5. */
export function numbersOf(tile: string): number[] {
  return tile.split("-").map(Number);
}

/** Cells that belong to a closed hexagon: all six cells around one of their corners are laid. */
export function inHexagons(cells: readonly Cell[]): Set<string> {
  const around = new Map<string, Cell[]>();
  for (const cell of cells) {
    for (const point of cornerPlaces(cell)) {
      const key = point.join();
      around.set(key, [...(around.get(key) ?? []), cell]);
    }
  }
  const closed = [...around.values()].filter((six) => six.length === 6).flat();
  return new Set(closed.map(nameOf));
}

export function nameOf({ row, column }: Cell): string {
  return `r${row}c${column}`;
}
