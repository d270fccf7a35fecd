/** The games of the house: asked for once, when the page is loaded. */
import type { GameView } from "../protocol";
import { api } from "./api";
import { say, words } from "./words.svelte";

let all: GameView[] = [];

export async function loadGames(): Promise<void> {
  all = (await api.games()).games;
}

export const games = (): GameView[] => all;

export function gameNamed(name: string): GameView | undefined {
  return all.find((game) => game.name === name);
}

export const titleOf = (name: string): string => gameNamed(name)?.title ?? name;

/** The key of a sentence that a game brings itself. */
export const keyOf = (game: string, key: string): string => `${gameNamed(game)?.words ?? game}.${key}`;

export const gameSays = (game: string, key: string, values?: Record<string, unknown>): string => say(keyOf(game, key), values);
export const gameHas = (game: string, key: string): boolean => words.has(keyOf(game, key));
