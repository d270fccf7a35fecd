/**
 * Playing at the board of a laying game by tap, drag and keys alike, on top of `Laying`: a piece and then its place, or a place and then a piece that fits there.
 *
 *   const at = new LayingBoard(() => ({ hand, legal: canMove ? match.legal : [], play, spots, table, rack, reach: 60, nameOf, tell }));
 *   <svelte:window onkeydown={(event) => at.windowKey(event)} />          R turns, Enter lays what waits, Escape lets go
 *   <g role="button" tabindex={at.tabindex(cell)} data-spot={cell} onclick={() => at.press(cell)} onkeydown={(event) => at.spotKey(event, cell)} ...>
 *   <Rack {hand} drag={at.drag} layable={at.layable} chosen={at.laying.chosen?.id ?? null} onchoose={(piece, byKey) => at.choose(piece, byKey)} ...>
 */
import { tick } from "svelte";
import { announce } from "../../lib/announce.svelte";
import type { LegalMove } from "../../lib/match";
import { ARROWS, nearest, type Spot } from "../../lib/nearest";
import { sound } from "../../lib/sound";
import { say } from "../../lib/words.svelte";
import { PieceDrag } from "./drag.svelte";
import type { Hand, HandPiece } from "./hand.svelte";
import { isLay, Laying, waysOf, type Lay } from "./laying.svelte";
import type { Point } from "./view";

export interface BoardTable {
  toBoard: (clientX: number, clientY: number) => Point;
  holds: (clientX: number, clientY: number) => boolean;
  focus: (selector: string) => void;
  reveal: (point: Point) => void;
}

export interface BoardSource {
  hand: Hand;
  /** The moves the player may make now; none while he may not. */
  legal: readonly LegalMove[];
  play: (action: number) => void;
  /** The middles of everything on the board that can be focused: places and pieces, by the names of their cells. */
  spots: readonly Spot[];
  table: BoardTable | undefined;
  rack: { focus: (id?: string) => Promise<void> } | undefined;
  /** From how far a place attracts a dragged piece. */
  reach: number;
  /** A move to point at: a piece that comes to its place is turned like this first. */
  suggested?: number | null;
  /** A piece in words. */
  nameOf: (piece: string) => string;
  /** A piece as it would lie, in words. */
  tell: (move: Lay) => string;
}

export class LayingBoard {
  readonly laying: Laying;
  readonly drag: PieceDrag;
  /** A place that was chosen before its piece. */
  #wanted = $state<string | null>(null);
  #focused = $state<string | null>(null);
  readonly #source: () => BoardSource;

  constructor(source: () => BoardSource) {
    this.#source = source;
    this.laying = new Laying(source);
    this.drag = new PieceDrag({
      laying: this.laying,
      table: () => source().table,
      spots: () => this.#spots(this.laying.cells),
      reach: source().reach,
      ondrop: (came) => this.#tellOf(came),
    });
  }

  /** The place that waits for a piece; none once nothing can be laid there. */
  get wanted(): string | null {
    return this.#wanted !== null && this.#fitting(this.#wanted).size ? this.#wanted : null;
  }

  /** Where something may be laid now: the chosen piece if there is one, else any. */
  get open(): Set<string> {
    return new Set(this.laying.chosen ? this.laying.cells : this.#source().legal.filter(isLay).map((move) => move.cell));
  }

  /** The names of the pieces to be marked in the rack. */
  get layable(): Set<string> {
    return this.wanted === null ? this.laying.layable : this.#fitting(this.wanted);
  }

  /** One spot of the board is reached by Tab: where the focus was last. */
  tabindex(cell: string): 0 | -1 {
    const { spots } = this.#source();
    const current = spots.some(({ id }) => id === this.#focused) ? this.#focused : spots[0]?.id;
    return current === cell ? 0 : -1;
  }

  /** A piece of the rack is chosen: it goes to the place that waits for one, or shows where it may go. */
  choose(piece: HandPiece, byKey = false): void {
    const { legal, nameOf } = this.#source();
    if (!legal.length) return;
    const { wanted } = this;
    this.#wanted = null;
    if (wanted !== null && this.laying.chosen === null && waysOf(legal, piece.name, wanted).length) {
      this.laying.lift(piece.id);
      this.press(wanted, byKey);
      return;
    }
    this.laying.choose(piece.id);
    if (this.laying.chosen === null) return;
    const count = this.laying.cells.length;
    if (count === 0) {
      sound("no");
      this.laying.release();
      announce(say("page.piece_fits_nowhere", { piece: nameOf(piece.name) }));
      return;
    }
    announce(say("page.piece_chosen", { piece: nameOf(piece.name), count }));
    if (byKey) void this.focusOn(this.laying.cells[0] ?? "");
  }

  /** A place of the board is pressed. */
  press(cell: string, byKey = false): void {
    const { hand, legal } = this.#source();
    this.#focused = cell;
    if (!legal.length) return;
    if (this.laying.chosen === null) {
      this.#wish(cell, byKey);
      return;
    }
    const next = this.#beside(hand, this.laying.chosen.id);
    const came = this.laying.put(cell);
    if (came === "waiting") this.#turnAsSuggested(cell);
    this.#tellOf(came);
    if (!byKey) return;
    if (came === "laid") void this.#source().rack?.focus(next);
    if (came === "waiting") void this.focusOn(cell);
  }

  turn(by = 1): void {
    const shown = this.laying.turn(by);
    if (shown) announce(say("page.turned", { text: this.#source().tell(shown) }));
  }

  confirm(byKey = false): void {
    const cell = this.laying.waiting?.cell;
    if (cell !== undefined) this.press(cell, byKey);
  }

  look(cell: string | null): void {
    if (this.drag.id === null) this.laying.look(cell);
  }

  async focusOn(cell: string): Promise<void> {
    const { spots, table } = this.#source();
    this.#focused = cell;
    await tick();
    table?.focus(`[data-spot="${CSS.escape(cell)}"]`);
    const spot = spots.find(({ id }) => id === cell);
    if (spot) table?.reveal(spot);
  }

  /** The focus came to a spot: the chosen piece is shown there. */
  focused(cell: string): void {
    this.#focused = cell;
    this.look(cell);
  }

  spotKey(event: KeyboardEvent, cell: string): void {
    const arrow = ARROWS[event.key];
    if (arrow && !event.altKey) {
      event.preventDefault();
      const spots = this.laying.chosen ? this.#spots(this.laying.cells) : this.#source().spots;
      const from = this.#source().spots.find(({ id }) => id === cell);
      const next = from && nearest(spots, from, arrow);
      if (next) void this.focusOn(next.id);
    } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      event.stopPropagation();
      this.press(cell, true);
    }
  }

  windowKey(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || target?.closest("input, textarea, select, dialog")) return;
    if (event.key.toLowerCase() === "r") this.turn(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && !event.repeat && !target?.closest("button, a, [role=button], [role=option]")) this.confirm();
    else if (event.key === "Escape") this.#release();
  }

  #release(): void {
    this.#wanted = null;
    const chosen = this.laying.chosen?.id;
    if (!this.laying.release() || this.laying.chosen !== null) return;
    const isOnBoard = document.activeElement?.closest("[data-spot]");
    if (isOnBoard && chosen !== undefined) void this.#source().rack?.focus(chosen);
  }

  /** Look for a piece to lay in a place. */
  #wish(cell: string, byKey: boolean): void {
    const { hand, nameOf, rack } = this.#source();
    const fitting = this.#fitting(cell);
    this.#wanted = this.#wanted === cell || !fitting.size ? null : cell;
    if (!fitting.size) {
      sound("no");
      announce(say("page.nothing_fits_here", { cell }));
    } else if (this.#wanted !== null) {
      announce(say("page.fits_here", { cell, pieces: [...fitting].map(nameOf).join("; ") }));
      const first = hand.pieces.find(({ name }) => fitting.has(name));
      if (byKey && first) void rack?.focus(first.id);
    }
  }

  #turnAsSuggested(cell: string): void {
    const { suggested } = this.#source();
    const ways = this.laying.ways(cell);
    if (!ways.some(({ action }) => action === suggested)) return;
    while (this.laying.shown && this.laying.shown.action !== suggested) this.laying.turn();
  }

  #tellOf(came: "laid" | "waiting" | "unfit"): void {
    const { waiting } = this.laying;
    if (came === "unfit") sound("no");
    if (came === "waiting" && waiting) announce(say("page.waits", { text: this.#source().tell(waiting) }));
  }

  #fitting(cell: string): Set<string> {
    return new Set(
      this.#source()
        .legal.filter(isLay)
        .filter((move) => move.cell === cell)
        .map((move) => move.piece),
    );
  }

  #spots(cells: readonly string[]): Spot[] {
    return this.#source().spots.filter(({ id }) => cells.includes(id));
  }

  /** The neighbour of a piece in the rack: where the focus goes when the piece leaves. */
  #beside(hand: Hand, id: string): string | undefined {
    const index = hand.indexOf(id);
    return (hand.pieces[index + 1] ?? hand.pieces[index - 1])?.id;
  }
}
