/** The pictures of Triominos and Tripple Domino: laid tiles, the last of them marked. */
export interface Scene {
  /** Cell and numbers, clockwise from the apex. */
  tiles: readonly (readonly [cell: string, numbers: readonly number[]])[];
  /** The tile that was just laid. */
  fresh?: string;
  isRight?: boolean;
}

const AROUND_A_GAP: Scene["tiles"] = [
  ["r0c-1", [5, 2, 3]],
  ["r0c0", [3, 5, 5]],
  ["r0c3", [5, 4, 4]],
  ["r1c-1", [2, 3, 2]],
  ["r1c0", [3, 2, 3]],
  ["r1c1", [3, 4, 3]],
  ["r1c2", [4, 3, 4]],
  ["r1c3", [4, 4, 4]],
];

export const SCENES: Record<string, Scene> = {
  "tiles-value": { tiles: [["r0c0", [3, 4, 5]]] },
  "tiles-side": {
    tiles: [
      ["r0c0", [3, 4, 5]],
      ["r0c1", [4, 3, 4]],
    ],
    fresh: "r0c1",
    isRight: true,
  },
  "tiles-wrong": { tiles: [...AROUND_A_GAP, ["r0c2", [4, 5, 0]]], fresh: "r0c2", isRight: false },
  "tiles-bridge": {
    tiles: [
      ["r0c-1", [4, 0, 4]],
      ["r0c0", [4, 4, 4]],
      ["r0c2", [4, 3, 4]],
      ["r0c3", [3, 4, 3]],
      ["r1c-1", [0, 4, 0]],
      ["r1c0", [4, 0, 2]],
      ["r1c1", [2, 4, 4]],
      ["r1c2", [4, 2, 2]],
      ["r1c3", [2, 3, 4]],
    ],
    fresh: "r0c2",
  },
  "tiles-double": {
    tiles: [
      ["r-1c0", [2, 5, 5]],
      ["r-1c1", [5, 1, 2]],
      ["r-1c2", [1, 5, 5]],
      ["r0c-1", [5, 0, 5]],
      ["r0c0", [5, 5, 5]],
      ["r0c2", [3, 5, 5]],
      ["r0c3", [5, 3, 3]],
      ["r1c-1", [0, 5, 0]],
      ["r1c0", [5, 0, 2]],
      ["r1c1", [2, 3, 5]],
      ["r1c2", [3, 2, 2]],
      ["r1c3", [2, 3, 3]],
    ],
    fresh: "r-1c1",
  },
  "tiles-hexagon": {
    tiles: [
      ["r-1c0", [1, 5, 5]],
      ["r-1c1", [5, 1, 1]],
      ["r-1c2", [1, 5, 0]],
      ["r0c0", [5, 5, 5]],
      ["r0c1", [5, 5, 0]],
      ["r0c2", [0, 0, 5]],
    ],
    fresh: "r-1c0",
  },
  "tiles-two-hexagons": { tiles: [...AROUND_A_GAP, ["r0c2", [4, 5, 5]], ["r0c1", [5, 3, 4]]], fresh: "r0c1" },
};
