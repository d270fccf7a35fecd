import { describe, expect, it } from "vitest";
import { cellNamed, cornerPlaces } from "../../games/dominoes/geometry";
import { placeOf, pointsUp } from "../../games/puzzelino/geometry";
import { SCENES as DICE } from "./dice";
import { SCENES as PIECES, type Laid } from "./pieces";
import { SCENES as QUIXO } from "./quixo";
import { SCENES as TILES } from "./tiles";

/** What meets somewhere must be the same, but in pictures of what is wrong. */
function meets(pairs: [where: string, what: unknown][]): boolean {
  const known = new Map<string, unknown>();
  return pairs.every(([where, what]) => {
    if (!known.has(where)) known.set(where, what);
    return known.get(where) === what;
  });
}

/** The sides of a piece by the points of the lattice they join. */
function sidesOf([cell, , sides]: Laid): [string, number][] {
  const [apex, second, third] = cornerPlaces(placeOf(cell)).map(String);
  const [left, right] = pointsUp(placeOf(cell)) ? [third, second] : [second, third];
  const flat = [left, right];
  const ends = pointsUp(placeOf(cell)) ? [flat, [left, apex], [right, apex]] : [flat, [right, apex], [left, apex]];
  return sides.map((shape, side) => [String(ends[side]?.toSorted()), shape]);
}

describe("the pictures of the rule book", () => {
  it.each(Object.entries(TILES))("%s: corners agree unless it is wrong", (_, { tiles, isRight = true }) => {
    const corners = tiles.flatMap(([cell, numbers]) => cornerPlaces(cellNamed(cell)).map((at, corner): [string, unknown] => [String(at), numbers[corner]]));
    expect(meets(corners)).toBe(isRight);
  });

  it.each(Object.entries(TILES))("%s: tiles exist, once each", (_, { tiles }) => {
    const names = tiles.map(([, numbers]) => [0, 1, 2].map((turn) => [...numbers.slice(turn), ...numbers.slice(0, turn)].join("-")).toSorted()[0] ?? "");
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name.split("-").toSorted().join("-")).toBe(name);
  });

  it.each(Object.entries(DICE).flatMap(([name, scenes]) => scenes.map((scene) => [name, scene] as const)))("%s: sides agree unless it is wrong", (_, { dice = [], isRight = true }) => {
    const sides = dice.flatMap(({ row, column, sides: [top, right, bottom, left] }): [string, unknown][] => [
      [`${row + 1} ${column} level`, top],
      [`${row} ${column} level`, bottom],
      [`${row} ${column + 1} upright`, right],
      [`${row} ${column} upright`, left],
    ]);
    expect(meets(sides)).toBe(isRight);
  });

  it.each(Object.entries(PIECES).flatMap(([name, scenes]) => scenes.map((scene) => [name, scene] as const)))("%s: shapes agree unless it is wrong", (_, { pieces, isRight = true }) => {
    expect(meets(pieces.flatMap(sidesOf))).toBe(isRight);
  });

  it("boards of Quixo have five rows of five", () => {
    for (const scene of Object.values(QUIXO).flat()) expect(scene.rows.map((row) => row.length)).toEqual([5, 5, 5, 5, 5]);
  });
});
