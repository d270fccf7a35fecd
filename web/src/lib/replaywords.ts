/** The steps of a match in words. */
import type { MistakeView } from "../protocol";
import { gameSays } from "./games";
import type { MatchView } from "./match";
import { accountText, played, spoken } from "./narration";
import type { Step } from "./replay";
import { say, words } from "./words.svelte";

/** What happened, as a sentence or a few. */
export function stepText(step: Step, match: MatchView): string {
  return [headline(step, match), accountText(step.account, match), ...step.remarks.map((remark) => words.sentence(remark))].filter(Boolean).join(" ");
}

function headline(step: Step, match: MatchView): string {
  const name = match.names[step.seat ?? 0];
  if (step.kind === "move") return played(name ?? "", step.text);
  if (step.kind === "deed") return say(`page.replay.deed.${step.text}`, { name });
  return step.kind === "start" ? say("page.replay.start") : step.remarks.length ? "" : say("page.replay.dealt");
}

/** What a step is called in a list. */
export function stepName(step: Step, match: MatchView): string {
  return step.kind === "move" ? spoken(step.text) : stepText({ ...step, account: [] }, match);
}

/** "+52 · bridge": what a step brought its player, and what for if it is worth telling. */
export function pointsText(step: Step, game: string): string {
  const own = step.account.filter((entry) => entry.seat === step.seat);
  if (!own.length) return "";
  const sum = own.reduce((total, entry) => total + entry.points, 0);
  const reasons = own.filter(({ what }) => what !== "tile" && what !== "laid").map(({ what }) => gameSays(game, `account.${what}`));
  return [`${sum > 0 ? "+" : ""}${words.number(sum)}`, ...reasons].join(" · ");
}

export function mistakeText(mistake: MistakeView, match: MatchView): string {
  const text = say("review.mistake", {
    number: mistake.number,
    name: match.names[mistake.seat],
    played: spoken(mistake.played.text),
    low: Math.round(100 * mistake.played.chance),
    high: Math.round(100 * mistake.better.chance),
    reason: words.sentence(mistake.reason),
  });
  return text.replaceAll(/(\d) %/g, "$1\u00a0%");
}
