/** What was reached in the deals of the day: kept in this browser alone, the latest first. */
const KEPT = "tesserae.bests";
const MOST = 500;

export interface Result {
  table: string;
  /** The day of the deal, such as 2026-11-18. */
  date: string;
  game: string;
  points: number;
  /** Whether a puzzle was solved; null where points are counted. */
  solved: boolean | null;
  seconds: number;
}

function all(): Result[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}

export const bests = {
  all,
  /** Keep a result, once for each table. */
  keep(result: Result): void {
    const before = all();
    if (before.some(({ table }) => table === result.table)) return;
    localStorage.setItem(KEPT, JSON.stringify([result, ...before].slice(0, MOST)));
  },
  clear: (): void => localStorage.removeItem(KEPT),
};

/** A puzzle is best solved quickly, anything else with many points. An unsolved puzzle is nothing to be proud of. */
export function bestOf(results: readonly Result[]): Result | undefined {
  return results.filter(({ solved }) => solved !== false).reduce<Result | undefined>((best, one) => (best === undefined || isBetter(one, best) ? one : best), undefined);
}

function isBetter(one: Result, other: Result): boolean {
  return one.solved === null ? one.points > other.points : one.seconds < other.seconds;
}

/** Minutes and seconds, and hours if there are any: 4:07, 1:02:30. */
export function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : String(part))).join(":");
}
