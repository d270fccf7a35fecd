/** A result of a deal of the day in words. */
import { timeText, type Result } from "./bests";
import { say } from "./words.svelte";

export function resultText(result: Result): string {
  if (result.solved === null) return say("page.points", { count: result.points });
  return result.solved ? say("page.bests.solved", { time: timeText(result.seconds) }) : say("page.bests.unsolved");
}
