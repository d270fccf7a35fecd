import { describe, expect, it } from "vitest";
import { keepSolved, solvedLessons } from "./lessons";

function storage(kept: Record<string, string> = {}): Storage {
  return { getItem: (key: string) => kept[key] ?? null, setItem: (key: string, value: string) => void (kept[key] = value) } as Storage;
}

describe("solved lessons", () => {
  it("are remembered by game, once each", () => {
    const shelf = storage();
    keepSolved("quixo", "line", shelf);
    keepSolved("quixo", "push", shelf);
    keepSolved("quixo", "line", shelf);
    keepSolved("riomino", "win", shelf);
    expect(solvedLessons("quixo", shelf)).toEqual(["line", "push"]);
    expect(solvedLessons("riomino", shelf)).toEqual(["win"]);
    expect(solvedLessons("puzzelino", shelf)).toEqual([]);
  });

  it("begin afresh where what was kept cannot be read", () => {
    expect(solvedLessons("quixo", storage({ "tesserae.lessons": "{" }))).toEqual([]);
  });
});
