/** Perfect answers: where a game is solved, what each move is worth to who makes it. They come from the server, the best first. */
import type { AnswerView } from "../protocol";

/** "+7", "=", "−4": told apart by the sign, not by colour. */
export function answerMark({ value, plies }: AnswerView): string {
  return value === "win" ? `+${plies}` : value === "loss" ? `−${plies}` : "=";
}

/** The answers that nothing is better than. */
export function bestAnswers(answers: readonly AnswerView[]): AnswerView[] {
  return answers.filter(({ value, plies }) => value === answers[0]?.value && plies === answers[0]?.plies);
}
