/** The pictures of RioMino: dice on a table, and the fields. */
import type { Sides } from "../../games/riomino/geometry";

export interface Scene {
  /** Where a die lies, rows from the bottom, and its values at the top, right, bottom and left. */
  dice?: readonly { row: number; column: number; sides: Sides }[];
  fresh?: { row: number; column: number };
  dead?: { row: number; column: number };
  /** Rows from the top; # is a cell of the field. */
  field?: readonly string[];
  isRight?: boolean;
}

const THREE: Scene["dice"] = [
  { row: 1, column: 0, sides: [1, 0, 0, 1] },
  { row: 1, column: 1, sides: [1, 1, 0, 0] },
  { row: 0, column: 0, sides: [0, 0, 3, 3] },
];
const FACES: readonly Sides[] = [[0, 0, 1, 1], [0, 0, 2, 2], [0, 0, 3, 3], [1, 1, 2, 2], [1, 1, 3, 3], [2, 2, 3, 3]];

export const SCENES: Record<string, readonly Scene[]> = {
  "dice-faces": FACES.map((sides) => ({ dice: [{ row: 0, column: 0, sides }] })),
  "dice-fields": [
    { field: ["..#..", ".###.", "#####", ".###.", "..#.."] },
    { field: [".###.", ".###.", "#####", ".###.", ".###."] },
    { field: [".###.", ".####", "#####", "####.", ".###."] },
    { field: [".###.", "#####", "#####", "#####", ".###."] },
  ],
  "dice-match": [{ dice: [...THREE, { row: 0, column: 1, sides: [0, 3, 3, 0] }], fresh: { row: 0, column: 1 }, isRight: true }],
  "dice-wrong": [{ dice: [...THREE, { row: 0, column: 1, sides: [3, 3, 0, 0] }], fresh: { row: 0, column: 1 }, isRight: false }],
  "dice-dead": [
    {
      dice: [
        { row: 0, column: 0, sides: [3, 3, 2, 2] },
        { row: 0, column: 1, sides: [3, 1, 1, 3] },
        { row: 1, column: 0, sides: [2, 3, 3, 2] },
        { row: 2, column: 0, sides: [3, 3, 2, 2] },
        { row: 2, column: 1, sides: [0, 0, 3, 3] },
      ],
      dead: { row: 1, column: 1 },
    },
  ],
};
