/** The pictures of Quixo: boards in a row, an arrow between them. */
export interface Scene {
  /** From the top: X, O, or a dot for a neutral cube. */
  rows: readonly string[];
  /** The cube that is taken, and the ends where it may or does go in. */
  taken?: string;
  ends?: readonly string[];
  /** Cells of full lines. */
  line?: readonly string[];
  /** Where dots point, in degrees clockwise from the right. */
  dots?: Readonly<Record<string, number>>;
  isRight?: boolean;
}

const column = (letter: string): string[] => ["1", "2", "3", "4", "5"].map((row) => letter + row);

export const SCENES: Record<string, readonly Scene[]> = {
  "quixo-ends": [
    { rows: [".....", ".....", ".....", ".....", "....."], taken: "a5", ends: ["e5", "a1"] },
    { rows: [".....", ".....", ".....", ".....", "....."], taken: "c1", ends: ["a1", "e1", "c5"] },
  ],
  "quixo-push": [
    { rows: [".....", ".....", "O.X..", ".....", "....."], taken: "e3", ends: ["a3"] },
    { rows: [".....", ".....", "XO.X.", ".....", "....."] },
  ],
  "quixo-both": [
    { rows: ["O...X", "O...X", "O...X", "XO...", "O...X"], taken: "a2", ends: ["e2"] },
    { rows: ["O...X", "O...X", "O...X", "O...X", "O...X"], line: [...column("a"), ...column("e")], isRight: false },
  ],
  "quixo-dots": [
    { rows: ["..XX.", "O....", ".....", "....O", "....."], dots: { c5: 90, d5: 270, a4: 180, e2: 0 } },
  ],
};
