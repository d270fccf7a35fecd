/** The games of the page: each is a folder here, found by the name the server gives it. */
import type { Component } from "svelte";
import type { GameModule } from "./types";

const boards = import.meta.glob<GameModule>("./*/index.ts");
const thumbs = import.meta.glob<{ default: Component }>("./*/Thumb.svelte", { eager: true });

const loaded = new Map<string, GameModule>();

/** A board that is there already is given at once, so that it is drawn with everything else; any other comes later. */
export function loadGame(name: string): GameModule | Promise<GameModule> {
  const load = boards[`./${name}/index.ts`];
  if (!load) throw new Error(`no board for ${name}`);
  return (
    loaded.get(name) ??
    load().then((module) => {
      loaded.set(name, module);
      return module;
    })
  );
}

/** The small picture for the first screen. */
export function thumbOf(name: string): Component | undefined {
  return thumbs[`./${name}/Thumb.svelte`]?.default;
}
