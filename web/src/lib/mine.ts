/** The tables this browser has a right to, and the rights: kept here alone, the server knows only their digests. */
import type { TableCreated } from "../protocol";

const KEPT = "tesserae.tables";
const MOST = 100;

export interface Rights {
  table: string;
  game: string;
  /** Tokens by seat number. */
  seats: Record<string, string>;
  owner: string;
  watch: string;
  at: number;
  /** When its board was first looked at. */
  seen?: number;
}

function all(): Rights[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

function keep(rights: Rights): void {
  const others = all().filter((one) => one.table !== rights.table);
  localStorage.setItem(KEPT, JSON.stringify([rights, ...others].slice(0, MOST)));
}

export const mine = {
  all,
  of: (table: string): Rights | undefined => all().find((one) => one.table === table),
  created(made: TableCreated, game: string): void {
    keep({ table: made.table, game, seats: made.seats, owner: made.owner, watch: made.watch, at: Date.now() });
  },
  /** Keep the right to a seat, beside those that are there already. */
  seated(table: string, game: string, seat: number, token: string): void {
    const before = mine.of(table) ?? { table, game, seats: {}, owner: "", watch: "", at: 0 };
    keep({ ...before, seats: { ...before.seats, [seat]: token }, at: Date.now() });
  },
  watching(table: string, game: string, token: string): void {
    const before = mine.of(table) ?? { table, game, seats: {}, owner: "", watch: "", at: 0 };
    keep({ ...before, watch: token, at: Date.now() });
  },
  /** Remember when the board of a table was first looked at. */
  looked(table: string): void {
    const before = mine.of(table);
    if (before && before.seen === undefined) keep({ ...before, seen: Date.now() });
  },
  /** A rematch opens with the same tokens; everybody has moved on by one of so many seats. */
  follow(rights: Rights, table: string, count: number): void {
    const seats = Object.fromEntries(Object.entries(rights.seats).map(([seat, token]) => [(Number(seat) + count - 1) % count, token]));
    const { seen: _, ...others } = rights;
    if (!mine.of(table)) keep({ ...others, table, seats, at: Date.now() });
  },
  forget(table: string): void {
    localStorage.setItem(KEPT, JSON.stringify(all().filter((one) => one.table !== table)));
  },
};
