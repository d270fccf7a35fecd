/** Which lessons were solved in this browser: kept here, told to nobody. */
const KEPT = "tesserae.lessons";

function all(storage: Storage): Record<string, string[]> {
  try {
    return JSON.parse(storage.getItem(KEPT) ?? "{}");
  } catch {
    return {};
  }
}

/** The names of the solved lessons of a game. */
export function solvedLessons(game: string, storage = localStorage): string[] {
  return all(storage)[game] ?? [];
}

export function keepSolved(game: string, lesson: string, storage = localStorage): void {
  const solved = new Set([...solvedLessons(game, storage), lesson]);
  storage.setItem(KEPT, JSON.stringify({ ...all(storage), [game]: [...solved] }));
}
