/** The score sheet as it is written on the pad of the box: a column for each player, a line for each time around. */
import type { SheetRow } from "../protocol";
import type { Entry } from "./match";

export interface PadCell {
  moves: string[];
  entries: Entry[];
  /** The player's points afterwards. */
  total: number;
}

export interface PadLine {
  /** Whether it tells what came without a turn: at the end of a round, or by a deal. */
  isAside: boolean;
  cells: (PadCell | null)[];
}

export interface PadRound {
  round: number;
  lines: PadLine[];
}

export function padOf(rows: readonly SheetRow[]): PadRound[] {
  const rounds: PadRound[] = [];
  for (const row of rows) {
    let round = rounds.at(-1);
    if (round?.round !== row.round) rounds.push((round = { round: row.round, lines: [] }));
    write(round, row);
  }
  return rounds;
}

function write({ lines }: PadRound, row: SheetRow): void {
  const account = row.account as unknown as Entry[];
  const cellOf = (seat: number, moves: string[]): PadCell => ({ moves, entries: account.filter((entry) => entry.seat === seat), total: row.totals[seat] ?? 0 });
  if (row.seat !== null) {
    let line = lines.at(-1);
    if (!line || line.isAside || line.cells[row.seat]) lines.push((line = empty(row, false)));
    line.cells[row.seat] = cellOf(row.seat, row.moves);
  }
  const others = new Set(account.map(({ seat }) => seat).filter((seat) => seat !== row.seat));
  if (!others.size) return;
  const line = empty(row, true);
  lines.push(line);
  for (const seat of others) line.cells[seat] = cellOf(seat, []);
}

function empty(row: SheetRow, isAside: boolean): PadLine {
  return { isAside, cells: row.totals.map(() => null) };
}
