import { describe, expect, it, vi } from "vitest";
import type { LegalMove } from "../../lib/match";
import { Hand } from "./hand.svelte";
import { Laying } from "./laying.svelte";
import { PieceDrag } from "./drag.svelte";

const move = (action: number, piece: string, cell: string, shows: number[]): LegalMove => ({ action, text: "", worth: 0, piece, cell, shows });
const LEGAL: LegalMove[] = [
  move(1, "a", "x", [0, 1]),
  move(2, "a", "y", [0, 1]),
  move(3, "a", "y", [1, 0]),
  move(4, "a", "y", [1, 0]),
  move(5, "b", "y", [2, 2]),
  { action: 9, text: "draw", worth: -5 },
];

function sitDown(names = ["a", "b", "a", "c"], legal = LEGAL) {
  const play = vi.fn();
  const hand = new Hand(names);
  return { play, hand, laying: new Laying(() => ({ legal, hand, play })) };
}

describe("laying a piece", () => {
  it("knows which pieces may go where", () => {
    const { laying, hand } = sitDown();
    expect([...laying.layable]).toEqual(["a", "b"]);
    expect(laying.cells).toEqual([]);
    laying.choose(hand.pieces[2]!.id);
    expect(laying.cells).toEqual(["x", "y"]);
    expect(laying.ways("y").map(({ action }) => action)).toEqual([2, 3]);
    laying.choose(hand.pieces[2]!.id);
    expect(laying.chosen).toBeNull();
  });

  it("lays at once where there is only one way", () => {
    const { laying, hand, play } = sitDown();
    laying.choose(hand.pieces[0]!.id);
    expect(laying.put("z")).toBe("unfit");
    expect(laying.put("x")).toBe("laid");
    expect(play).toHaveBeenCalledExactlyOnceWith(1);
    expect(laying.chosen).toBeNull();
  });

  it("shows a ghost that is turned and confirmed where there are several ways", () => {
    const { laying, hand, play } = sitDown();
    laying.choose(hand.pieces[0]!.id);
    laying.look("y");
    expect(laying.shown?.action).toBe(2);
    expect(laying.waiting).toBeNull();
    expect(laying.put("y")).toBe("waiting");
    laying.look("x");
    expect(laying.shown?.cell).toBe("y");
    expect(laying.turn()?.action).toBe(3);
    expect(laying.turn()?.action).toBe(2);
    expect(laying.turn(-1)?.action).toBe(3);
    expect(play).not.toHaveBeenCalled();
    expect(laying.put("y")).toBe("laid");
    expect(play).toHaveBeenCalledExactlyOnceWith(3);
  });

  it("lets go of the ghost first, then of the piece", () => {
    const { laying, hand } = sitDown();
    laying.choose(hand.pieces[0]!.id);
    laying.put("y");
    expect(laying.release()).toBe(true);
    expect([laying.waiting, laying.chosen?.name]).toEqual([null, "a"]);
    expect(laying.release()).toBe(true);
    expect(laying.release()).toBe(false);
  });

  it("has no places while it is not the player's turn, and keeps the piece in hand", () => {
    const { laying, hand } = sitDown(["a"], []);
    laying.choose(hand.pieces[0]!.id);
    expect([laying.chosen?.name, laying.cells]).toEqual(["a", []]);
    hand.hold([]);
    expect(laying.chosen).toBeNull();
  });
});

describe("a hand", () => {
  const names = (hand: Hand): string => hand.pieces.map(({ name }) => name).join(" ");

  it("keeps its order; new pieces come to the end", () => {
    const hand = new Hand(["a", "b", "c"]);
    hand.move(hand.pieces[2]!.id, 0);
    hand.hold(["a", "aa", "b", "c"]);
    expect(names(hand)).toBe("c a b aa");
    hand.hold(["aa", "b", "c"]);
    expect(names(hand)).toBe("c b aa");
  });

  it("tells equal pieces apart: the one that was laid goes", () => {
    const { laying, hand } = sitDown(["a", "b", "a", "c"]);
    const [first, , third] = hand.pieces;
    laying.choose(first!.id);
    laying.put("x");
    hand.hold(["a", "b", "c"]);
    expect(names(hand)).toBe("b a c");
    expect(hand.pieces[1]!.id).toBe(third!.id);
  });

  it("keeps a piece whose move was refused", () => {
    const { laying, hand } = sitDown(["a", "b"]);
    laying.choose(hand.pieces[0]!.id);
    laying.put("x");
    hand.hold(["a", "b"]);
    expect(names(hand)).toBe("a b");
  });
});

describe("dragging a piece", () => {
  const table = { toBoard: (x: number, y: number) => ({ x, y }), holds: (_: number, y: number) => y < 100 };
  const spots = () => [
    { id: "x", x: 10, y: 10 },
    { id: "y", x: 50, y: 10 },
  ];

  it("snaps to the nearest place and lays there; elsewhere it lets go", () => {
    const { laying, hand, play } = sitDown();
    const drag = new PieceDrag({ laying, table: () => table, spots, reach: 20 });
    drag.start(hand.pieces[0]!.id);
    drag.move(14, 300);
    expect(drag.isSnapped).toBe(false);
    drag.move(14, 12);
    expect([drag.isSnapped, laying.shown?.cell]).toEqual([true, "x"]);
    drag.drop();
    expect(play).toHaveBeenCalledExactlyOnceWith(1);
    drag.start(hand.pieces[0]!.id);
    drag.move(30, 40);
    drag.drop();
    expect([drag.id, laying.chosen]).toEqual([null, null]);
  });

  it("leaves a ghost where there are several ways", () => {
    const { laying, hand } = sitDown();
    const drag = new PieceDrag({ laying, table: () => table, spots, reach: 20 });
    drag.start(hand.pieces[0]!.id);
    drag.move(50, 10);
    drag.drop();
    expect(laying.waiting?.cell).toBe("y");
  });
});
