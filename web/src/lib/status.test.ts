import { describe, expect, it } from "vitest";
import type { LegalMove } from "./match";
import { drawsLeft, statusKeys } from "./status";

const lay = { action: 1, text: "0-0-1 @ r0c0", worth: 0, cell: "r0c0" } as LegalMove;
const draw = { action: 2, text: "draw", worth: 0 } as LegalMove;
const pass = { action: 3, text: "pass", worth: 0 } as LegalMove;

describe("the status line", () => {
  it("names only what is possible", () => {
    const first = (board: object, ...legal: LegalMove[]): string | undefined => statusKeys({ board, legal }).find((key) => !key.includes("undefined"));
    expect(first({}, lay, draw)).toBe("page.status.lay_draw");
    expect(first({}, pass)).toBe("page.status.pass");
    expect(first({ mode: "race", lays: 1 }, lay)).toBe("page.status.race.lay");
    expect(statusKeys({ board: { mode: "race", lays: 1 }, legal: [lay] })[1]).toBe("page.status.more_lay");
    expect(first({ start_die: "1-3" }, lay)).toBe("page.status.start");
  });

  it("counts the draws that are left", () => {
    expect(drawsLeft({ draws: 1, pool: 30 })).toBe(2);
    expect(drawsLeft({ draws: 0, bag: 1 })).toBe(1);
    expect(drawsLeft({})).toBe(0);
  });
});
