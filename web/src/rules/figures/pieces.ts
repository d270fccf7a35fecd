/** The pictures of Puzzelino: pieces as they lie. */
import type { Colour, Sides } from "../../games/puzzelino/outline";

export type Laid = readonly [cell: string, colour: Colour, sides: Sides];

export interface Scene {
  pieces: readonly Laid[];
  /** The piece that was just laid. */
  fresh?: string;
  isRight?: boolean;
}

const FIVE: readonly Laid[] = [
  ["r-1c1", "-", [0, 2, 5]],
  ["r-1c2", "+", [5, 0, 5]],
  ["r0c0", "-", [0, 1, 5]],
  ["r0c1", "+", [0, 3, 5]],
  ["r0c2", "-", [5, 3, 0]],
];
const SHAPES = [1, 2, 3, 4, 5];

export const SCENES: Record<string, readonly Scene[]> = {
  "pieces-shapes": SHAPES.map((shape) => ({
    pieces: [
      ["r1c0", "+", [0, shape, shape]],
      ["r-1c0", "-", [0, shape, shape]],
    ],
  })),
  "pieces-join": [
    {
      pieces: [
        ["r0c0", "-", [0, 1, 5]],
        ["r0c-1", "+", [2, 1, 0]],
      ],
      fresh: "r0c-1",
      isRight: true,
    },
  ],
  "pieces-smooth": [{ pieces: [...FIVE, ["r-1c0", "+", [0, 2, 4]]], fresh: "r-1c0", isRight: true }],
  "pieces-wrong": [{ pieces: [...FIVE, ["r-1c0", "+", [1, 2, 0]]], fresh: "r-1c0", isRight: false }],
  "pieces-tray": [
    {
      pieces: [
        ["r0c1", "-", [2, 4, 0]],
        ["r0c2", "+", [0, 4, 4]],
        ["r0c3", "-", [0, 3, 4]],
        ["r0c4", "+", [0, 3, 1]],
        ["r0c5", "-", [5, 3, 1]],
        ["r0c6", "+", [0, 3, 5]],
        ["r0c7", "-", [5, 0, 5]],
        ["r1c0", "-", [2, 5, 0]],
        ["r1c1", "+", [2, 5, 0]],
        ["r1c2", "-", [2, 2, 0]],
        ["r1c3", "+", [0, 2, 1]],
        ["r1c4", "-", [0, 1, 1]],
        ["r1c5", "+", [5, 1, 3]],
        ["r1c6", "-", [1, 0, 3]],
        ["r1c7", "+", [5, 0, 5]],
        ["r1c8", "-", [1, 0, 5]],
        ["r2c0", "+", [2, 0, 4]],
        ["r2c1", "-", [4, 0, 4]],
        ["r2c2", "+", [2, 0, 2]],
        ["r2c3", "-", [0, 1, 2]],
        ["r2c4", "+", [0, 1, 1]],
        ["r2c5", "-", [0, 4, 1]],
        ["r2c6", "+", [1, 4, 0]],
        ["r2c7", "-", [4, 5, 0]],
        ["r2c8", "+", [1, 5, 0]],
        ["r3c1", "+", [4, 0, 5]],
        ["r3c2", "-", [0, 3, 5]],
        ["r3c3", "+", [0, 3, 3]],
        ["r3c4", "-", [0, 2, 3]],
        ["r3c5", "+", [0, 2, 3]],
        ["r3c6", "-", [0, 3, 3]],
        ["r3c7", "+", [4, 3, 0]],
      ],
    },
  ],
};
