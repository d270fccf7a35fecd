/** Setting up tables. */
import { api, randomHex } from "../lib/api";
import { mine } from "../lib/mine";
import type { NewTable } from "../protocol";

/** How strong the computer is unless somebody chooses: a friendly opponent. */
export const USUAL_LEVEL = "casual";

/** Set a table up, keep the rights to it, and give its id. */
export async function setUp(wanted: NewTable): Promise<string> {
  const made = await api.create(wanted);
  mine.created(made, wanted.game);
  return made.table;
}

export function startAgainstBot(game: string, name: string, level = USUAL_LEVEL): Promise<string> {
  return setUp({ game, seats: [{ name }, { level }] });
}

/** Sit down at somebody's table; asked twice for, it is the same seat. */
export async function sitDown(table: string, game: string, name: string, seat: number | null): Promise<void> {
  const taken = await api.takeSeat(table, { name, seat, token: randomHex(24) });
  mine.seated(table, game, taken.seat, taken.token);
}
