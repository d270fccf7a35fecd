/** What players are called. */
import type { MatchView } from "./match";
import { say, words } from "./words.svelte";

export const computerOf = (level: string): string => say("page.computer", { level: say(`level.${level}`) });

/** A computer without a name of its own has the name of its level: say so, in the reader's language. */
export function withShownNames(match: MatchView, isComputer: (name: string, seat: number) => boolean = (name) => words.has(`level.${name}`)): MatchView {
  return { ...match, names: match.names.map((name, seat) => (isComputer(name, seat) ? computerOf(name) : name)) };
}
