/** Perfect answers in words. */
import type { AnswerView } from "../protocol";
import { bestAnswers } from "./answers";
import { gameNamed } from "./games";
import { say } from "./words.svelte";

const MOST_NAMED = 4;

/** Whether there is a perfect answer for every move of such a game. */
export function isSolved(game: string, options: Record<string, unknown>): boolean {
  return gameNamed(game)?.solved.some((wanted) => Object.entries(wanted).every(([name, value]) => options[name] === value)) ?? false;
}

/** "wins in 7 moves" */
export function answerText({ value, plies }: AnswerView): string {
  return value === "draw" ? say("page.answer.draw") : say(`page.answer.${value}`, { count: plies });
}

/** "Perfect play wins in 7 moves: a1>c1, a3>c3", with no more moves than one can listen to. */
export function bestText(answers: readonly AnswerView[]): string {
  const best = bestAnswers(answers);
  if (!best[0]) return "";
  const moves = best.slice(0, MOST_NAMED).map(({ text }) => text);
  return say("page.answers.best", { result: answerText(best[0]), moves: [...moves, ...(best.length > MOST_NAMED ? ["…"] : [])].join(", ") });
}
