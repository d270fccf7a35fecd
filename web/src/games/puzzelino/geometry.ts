/** Where the cells of Puzzelino lie: rows count upwards, columns to the right, and triangles that point up and down take turns. */
import { HEIGHT, INNER, SIDE, type Colour, type Point, type Sides } from "./outline";

export interface Place {
  row: number;
  column: number;
}

/** Whether a cell points up. */
export function pointsUp({ row, column }: Place): boolean {
  return (row + column) % 2 === 0;
}

/** The name of a cell, as in moves. */
export function nameOf({ row, column }: Place): string {
  return `r${row}c${column}`;
}

/** A cell by its name. */
export function placeOf(name: string): Place {
  const [, row, column] = /^r(-?\d+)c(-?\d+)$/.exec(name) ?? [];
  return { row: Number(row), column: Number(column) };
}

/** The middle of a cell's triangle. */
export function middleOf(place: Place): Point {
  const above = pointsUp(place) ? INNER : 2 * INNER;
  return { x: (place.column * SIDE) / 2, y: -(place.row * HEIGHT + above) };
}

/** A piece by its name: what it has on its sides when it lies in the rack, the smooth one below. */
export function atRest(piece: string): { colour: Colour; sides: Sides } {
  const shapes = [...piece.slice(1)].map(Number);
  const [a = 0, b = 0, c] = shapes;
  return { colour: piece[0] === "-" ? "-" : "+", sides: c === undefined ? [0, a, b] : [a, b, c] };
}
