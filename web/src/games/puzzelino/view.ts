/** The board of Puzzelino as the server shows it, and its places and pieces in words. */
import type { Lay } from "../shared/laying.svelte";
import { say } from "../../lib/words.svelte";
import { pointsUp, placeOf, type Place } from "./geometry";
import type { Colour, Sides } from "./outline";

interface Cell extends Place {
  cell: string;
  up: boolean;
}

export interface LaidPiece extends Cell {
  colour: Colour;
  sides: Sides;
}

export interface OpenPlace extends Cell {
  /** The colour it takes; null before the first piece. */
  colour: Colour | null;
  /** The shapes demanded at the flat side and then clockwise; null where nothing lies. */
  wanted: (number | null)[];
  /** No piece that is left can ever fill it. */
  dead: boolean;
}

export interface PuzzelinoBoard {
  mode: "race" | "points" | "figure" | "tray";
  bag: number;
  /** How many pieces were drawn and laid in this turn. */
  draws: number;
  lays: number;
  last_drawn: string | null;
  hands: (string[] | null)[];
  pieces: LaidPiece[];
  places: OpenPlace[];
  tray: [row: number, column: number][];
  given: string[];
}

const SIDES_UP = ["bottom", "left", "right"];
const SIDES_DOWN = ["top", "right", "left"];

function shapeInWords(shape: number): string {
  return say(`puzzelino.page.shape.${shape}`);
}

export function colourInWords(colour: Colour): string {
  return say(colour === "+" ? "puzzelino.page.blue" : "puzzelino.page.orange");
}

/** "bottom circle, left smooth": sides that nothing is demanded of are left out. */
function sidesInWords(sides: readonly (number | null)[], up: boolean): string {
  const names = up ? SIDES_UP : SIDES_DOWN;
  return sides.flatMap((shape, side) => (shape === null ? [] : [say(`puzzelino.page.side.${names[side]}`, { shape: shapeInWords(shape) })])).join(", ");
}

/** A piece in the rack: "+12, blue: circle, square". */
export function pieceInWords(piece: string): string {
  const shapes = [...piece.slice(1)].map((shape) => shapeInWords(Number(shape))).join(", ");
  return say("puzzelino.page.piece", { piece, colour: colourInWords(piece[0] === "-" ? "-" : "+"), shapes });
}

export function laidInWords({ cell, colour, sides, up }: LaidPiece, isGiven: boolean): string {
  const laid = say("puzzelino.page.laid", { cell, colour: colourInWords(colour), sides: sidesInWords(sides, up) });
  return isGiven ? `${laid}, ${say("puzzelino.page.given")}` : laid;
}

export function placeInWords({ cell, colour, wanted, up, dead }: OpenPlace, tellsDead: boolean): string {
  const sides = sidesInWords(wanted, up);
  const values = { cell, sides, colour: colour === null ? "" : colourInWords(colour) };
  const free = say(colour === null ? "puzzelino.page.free_any" : sides ? "puzzelino.page.free" : "puzzelino.page.free_colour", values);
  return dead && tellsDead ? `${free}, ${say("puzzelino.page.dead")}` : free;
}

export function layInWords({ piece, cell, shows }: Lay): string {
  return say("puzzelino.page.lies", { piece, cell, sides: sidesInWords(shows, pointsUp(placeOf(cell))) });
}
