/** The games of the page: each is a folder here, found by the name the server gives it. */
import type { Component } from "svelte";
import type { GameModule } from "./types";

const boards = import.meta.glob<GameModule>("./*/index.ts");
const thumbs = import.meta.glob<{ default: Component }>("./*/Thumb.svelte", { eager: true });

export function loadGame(name: string): Promise<GameModule> {
  const load = boards[`./${name}/index.ts`];
  if (!load) throw new Error(`no board for ${name}`);
  return load();
}

/** The small picture for the first screen. */
export function thumbOf(name: string): Component | undefined {
  return thumbs[`./${name}/Thumb.svelte`]?.default;
}
