import { describe, expect, it } from "vitest";
import type { AnswerView } from "../protocol";
import { answerMark, bestAnswers } from "./answers";

const answer = (text: string, value: AnswerView["value"], plies: number | null): AnswerView => ({ action: 0, text, value, plies });

describe("perfect answers", () => {
  it("are told apart by their sign", () => {
    expect([answer("a1>c1", "win", 7), answer("a1>a3", "draw", null), answer("b1>a1", "loss", 2)].map(answerMark)).toEqual(["+7", "=", "−2"]);
  });

  it("name those that nothing is better than", () => {
    const won = [answer("a1>c1", "win", 3), answer("a1>a3", "win", 3), answer("b1>a1", "win", 5), answer("b1>c1", "draw", null)];
    expect(bestAnswers(won).map(({ text }) => text)).toEqual(["a1>c1", "a1>a3"]);
    expect(bestAnswers(won.slice(3))).toHaveLength(1);
    expect(bestAnswers([])).toEqual([]);
  });
});
