/** The board of Triominos and Tripple Domino as the server shows it, see docs/games/dominoes.md; and the little that is worked out from it for drawing. */
import { boxAround, type Box, type Point } from "../shared/view";
import { cellNamed, cornersOf, middleOf, pointsUp } from "./geometry";

export interface LaidTile {
  cell: string;
  row: number;
  column: number;
  up: boolean;
  corners: number[];
  tile: string;
}

export interface Place {
  cell: string;
  row: number;
  column: number;
  up: boolean;
  /** The numbers that lie at its corners already, null where there is none. */
  corners: (number | null)[];
  dead: boolean;
}

export interface DominoesBoard {
  round: number;
  round_end: string;
  starter: number;
  pool: number;
  draws: number;
  drawn: string[];
  held: number[];
  hands: (string[] | null)[];
  tiles: LaidTile[];
  places: Place[];
}

/** All free places: those beside laid tiles, and before the first tile the one where it may go. */
export function freePlaces(board: DominoesBoard, legalCells: readonly string[]): Place[] {
  const known = new Set(board.places.map(({ cell }) => cell));
  const others = [...new Set(legalCells)].filter((cell) => !known.has(cell));
  return [
    ...board.places,
    ...others.map((name) => {
      const cell = cellNamed(name);
      return { cell: name, ...cell, up: pointsUp(cell), corners: [null, null, null], dead: false };
    }),
  ];
}

const RIM = 14;
const START = { row: 0, column: 0 };

/** What has to be in sight: every tile and every free place. */
export function boundsOf(board: DominoesBoard): Box {
  const cells = [START, ...board.tiles, ...board.places];
  return boxAround(cells.flatMap(cornersOf), RIM);
}

export function middleOfCell(name: string): Point {
  return middleOf(cellNamed(name));
}
