/**
 * Dragging a piece from the rack to the table: it snaps to the nearest place where it fits, turned so that it does; dropped elsewhere it is let go of.
 *
 *   const drag = new PieceDrag({ laying, table: () => table, spots: () => laying.cells.map((cell) => ({ id: cell, ...middleOf(cell) })), reach: 80, ondrop });
 *   <Rack {drag} ... />      the rack leads it; laying.shown is what to draw at the place, drag.isSnapped whether it is there
 */
import type { Spot } from "../../lib/nearest";
import type { Laying } from "./laying.svelte";
import { snapped, type Point } from "./view";

export interface DragSource {
  laying: Laying;
  /** The PanZoom that the places are on. */
  table: () => { toBoard: (clientX: number, clientY: number) => Point; holds: (clientX: number, clientY: number) => boolean } | undefined;
  /** The middles of all places where the chosen piece fits, in units of the board. */
  spots: () => Spot[];
  /** From how far a place attracts the piece, in units of the board. */
  reach: number;
  /** After the piece was dropped: laid, waiting as a ghost to be turned and confirmed, or let go of. */
  ondrop?: (came: "laid" | "waiting" | "unfit", cell: string | null) => void;
}

export class PieceDrag {
  /** The piece under the pointer, while one is dragged. */
  id = $state<string | null>(null);
  /** Where the pointer is on the screen. */
  x = $state(0);
  y = $state(0);
  #cell = $state<string | null>(null);
  readonly #source: DragSource;

  constructor(source: DragSource) {
    this.#source = source;
  }

  /** Whether the piece is held at a place, where the board draws it. */
  get isSnapped(): boolean {
    return this.id !== null && this.#cell !== null;
  }

  start(id: string): void {
    this.#source.laying.lift(id);
    this.id = id;
  }

  move(clientX: number, clientY: number): void {
    [this.x, this.y] = [clientX, clientY];
    const { laying, table, spots, reach } = this.#source;
    const board = table();
    const isOver = board?.holds(clientX, clientY) ?? false;
    this.#cell = board && isOver ? (snapped(spots(), board.toBoard(clientX, clientY), reach)?.id ?? null) : null;
    laying.look(this.#cell);
  }

  /** Let the piece fall where it is; `isKept`: it stays chosen if it fits nowhere here. */
  drop(isKept = false): void {
    const cell = this.#cell;
    [this.id, this.#cell] = [null, null];
    const came = cell === null ? "unfit" : this.#source.laying.put(cell);
    if (came === "unfit" && !isKept) this.#source.laying.release();
    this.#source.ondrop?.(came, cell);
  }

  cancel(): void {
    [this.id, this.#cell] = [null, null];
    this.#source.laying.release();
  }
}
