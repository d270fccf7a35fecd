/** Everything this browser is at one table: a seat, several (one screen for all), or a spectator. */
import type { TableView } from "../protocol";
import { randomHex } from "./api";
import { TableConnection } from "./connection.svelte";
import { hidesHands, type MatchView } from "./match";
import { withShownNames } from "./playernames";
import type { Rights } from "./mine";

export class Sitting {
  readonly connections: TableConnection[];
  /** The seat whose hidden tiles the people at this screen have agreed to show. */
  #shownSeat = $state<number | null>(null);
  #readied = new Set<TableConnection>();

  constructor(rights: Rights) {
    const tokens = Object.values(rights.seats);
    this.connections = (tokens.length ? tokens : [rights.watch]).map((token) => new TableConnection(rights.table, token, rights.owner));
    $effect(() => {
      for (const connection of this.connections) this.#getReady(connection);
    });
  }

  /** The connection of the seat to move if it is one of ours, else of the seat shown last. */
  current = $derived.by((): TableConnection => {
    const mover = this.connections.find((one) => one.table !== null && one.table.seat === matchOf(one.table)?.mover);
    return mover ?? this.#withSeat(this.#shownSeat) ?? (this.connections[0] as TableConnection);
  });
  table = $derived(this.current.table);
  match = $derived(matchOf(this.table));
  /** Whether the next player has to be asked before his tiles are shown. */
  mustPass = $derived.by(
    () => this.connections.length > 1 && this.table?.phase === "playing" && this.match !== null && hidesHands(this.match) && this.#shownSeat !== this.table.seat,
  );

  /** Show the tiles of the seat to move: whoever sits there has the screen now. */
  takeScreen(): void {
    this.#shownSeat = this.table?.seat ?? null;
  }

  close(): void {
    for (const connection of this.connections) connection.close();
  }

  #withSeat(seat: number | null): TableConnection | undefined {
    return this.connections.find((one) => one.table?.seat === seat);
  }

  /** Whoever sits down is ready, and adds his share to the seed of the deals. */
  #getReady(connection: TableConnection): void {
    const { table } = connection;
    if (!table || table.phase !== "waiting" || table.seat === null || this.#readied.has(connection)) return;
    this.#readied.add(connection);
    if (!table.seats[table.seat]?.is_ready) void connection.do({ do: "ready", share: randomHex(32) }).catch(() => this.#readied.delete(connection));
  }
}

export function matchOf(table: TableView | null): MatchView | null {
  const match = (table?.match ?? null) as MatchView | null;
  return match && withShownNames(match, (name, seat) => table?.seats[seat]?.level === name);
}
