/** Where the cubes of Quixo lie: a1 at the bottom left, a cell is 100 wide. */
export const CELL = 100;
export const RIM = 54;

export interface Point {
  x: number;
  y: number;
}

/** The middle of a cell by its name. */
export function middleOf(cell: string, size: number): Point {
  const column = cell.charCodeAt(0) - 97;
  const row = Number(cell.slice(1)) - 1;
  return { x: (column + 0.5) * CELL, y: (size - row - 0.5) * CELL };
}

export function cellName(column: number, row: number): string {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/** A step of one cell from where a cube was taken towards where it is pushed in. */
export function stepTowards(place: string, entry: string, size: number): Point {
  const [from, to] = [middleOf(place, size), middleOf(entry, size)];
  return { x: CELL * Math.sign(to.x - from.x), y: CELL * Math.sign(to.y - from.y) };
}

/** The cells between a gap and the end where the cube comes in, that end included: these cubes have slid. */
export function slidCells(place: string, entry: string, size: number): string[] {
  const [from, to] = [middleOf(place, size), middleOf(entry, size)];
  const step = stepTowards(place, entry, size);
  const cells = [];
  for (let { x, y } = from; ; x += step.x, y += step.y) {
    cells.push(cellName(Math.floor(x / CELL), size - 1 - Math.floor(y / CELL)));
    if (x === to.x && y === to.y) return cells;
  }
}

/** Where the arrow for pushing in is shown: outside the board, beside the end of the row or column. */
export function arrowAt(place: string, entry: string, size: number): Point & { angle: number } {
  const step = stepTowards(place, entry, size);
  const end = middleOf(entry, size);
  const out = 0.66;
  return { x: end.x + out * step.x, y: end.y + out * step.y, angle: (Math.atan2(-step.y, -step.x) * 180) / Math.PI };
}
