import { describe, expect, it, vi } from "vitest";
import type { LegalMove } from "../../lib/match";
import { LayingBoard } from "./board.svelte";
import { Hand } from "./hand.svelte";

vi.mock("../../lib/words.svelte", () => ({ say: (key: string) => key }));
vi.mock("../../lib/sound", () => ({ sound: () => {} }));

const move = (action: number, piece: string, cell: string, ...shows: number[]): LegalMove => ({ action, piece, cell, shows, text: "", worth: 0 });
const LEGAL = [move(1, "0-2", "c4", 0, 0, 2, 2), move(2, "0-2", "c4", 2, 0, 0, 2), move(3, "0-2", "d3", 2, 2, 0, 0), move(4, "1-3", "d3", 3, 1, 1, 3)];

function board(suggested: number | null = null) {
  const hand = new Hand(["0-2", "1-3", "2-3"]);
  const played: number[] = [];
  const focused: (string | undefined)[] = [];
  const at = new LayingBoard(() => ({
    hand,
    legal: LEGAL,
    play: (action) => played.push(action),
    spots: [
      { id: "c4", x: 0, y: 0 },
      { id: "d3", x: 100, y: 100 },
    ],
    table: undefined,
    rack: { focus: async (id) => void focused.push(id) },
    reach: 50,
    suggested,
    nameOf: (piece) => piece,
    tell: ({ cell }) => cell,
  }));
  const [first, second, third] = hand.pieces as [(typeof hand.pieces)[0], (typeof hand.pieces)[0], (typeof hand.pieces)[0]];
  return { at, played, focused, first, second, third };
}

describe("playing at a board", () => {
  it("lays a piece and then its place", () => {
    const { at, played, second } = board();
    at.choose(second);
    expect([...at.open]).toEqual(["d3"]);
    at.press("d3");
    expect(played).toEqual([4]);
  });

  it("waits where a piece may lie in several ways, turns it, and lays it at the second press", () => {
    const { at, played, first } = board();
    at.choose(first);
    at.press("c4");
    expect(played).toEqual([]);
    at.turn();
    expect(at.laying.waiting?.action).toBe(2);
    at.press("c4");
    expect(played).toEqual([2]);
  });

  it("turns a piece first as the hint has it", () => {
    const { at, first } = board(2);
    at.choose(first);
    at.press("c4");
    expect(at.laying.waiting?.action).toBe(2);
  });

  it("takes a place first, marks what fits there, and lays what is chosen then", () => {
    const { at, played, second } = board();
    at.press("d3");
    expect(at.wanted).toBe("d3");
    expect([...at.layable]).toEqual(["0-2", "1-3"]);
    at.choose(second);
    expect(played).toEqual([4]);
    expect(at.wanted).toBe(null);
  });

  it("lets go of a place when it is pressed again, and of a piece that fits nowhere", () => {
    const { at, third } = board();
    at.press("c4");
    at.press("c4");
    expect(at.wanted).toBe(null);
    at.choose(third);
    expect(at.laying.chosen).toBe(null);
  });

  it("leads the focus to the next piece when one was laid by keys", () => {
    const { at, focused, second, third } = board();
    at.choose(second, true);
    at.press("d3", true);
    expect(focused).toEqual([third.id]);
  });

  it("has one spot in the order of Tab", () => {
    const { at } = board();
    expect([at.tabindex("c4"), at.tabindex("d3")]).toEqual([0, -1]);
    at.focused("d3");
    expect([at.tabindex("c4"), at.tabindex("d3")]).toEqual([-1, 0]);
  });
});
