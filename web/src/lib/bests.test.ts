import { beforeEach, describe, expect, it, vi } from "vitest";
import { bestOf, bests, timeText, type Result } from "./bests";

const solo = (table: string, points: number): Result => ({ table, date: "2026-11-18", game: "tripple", points, solved: null, seconds: 60 });
const puzzle = (table: string, seconds: number, solved = true): Result => ({ table, date: "2026-11-18", game: "puzzelino", points: 32, solved, seconds });

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

describe("my results", () => {
  it("are kept once for each table, the latest first", () => {
    bests.keep(solo("a", 10));
    bests.keep(solo("b", 20));
    bests.keep(solo("a", 99));
    expect(bests.all().map(({ table, points }) => [table, points])).toEqual([["b", 20], ["a", 10]]);
    bests.clear();
    expect(bests.all()).toEqual([]);
  });

  it("survive nonsense in the browser", () => {
    localStorage.setItem("tesserae.bests", "{");
    expect(bests.all()).toEqual([]);
  });

  it("have a best one: most points, or the quickest solution", () => {
    expect(bestOf([solo("a", 10), solo("b", 20), solo("c", 20)])?.table).toBe("b");
    expect(bestOf([puzzle("a", 90), puzzle("b", 10, false), puzzle("c", 45)])?.table).toBe("c");
    expect(bestOf([puzzle("b", 10, false)])).toBe(undefined);
    expect(bestOf([])).toBe(undefined);
  });

  it("tell the time", () => {
    expect([7, 247.9, 3750].map(timeText)).toEqual(["0:07", "4:07", "1:02:30"]);
  });
});
