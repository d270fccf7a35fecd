/** The hands of the seats at the table this page shows: their order is kept while the page is open, and over a reload. */
import { route } from "../../lib/route.svelte";
import { Hand } from "./hand.svelte";

const hands = new Map<string, Hand>();

/** The hand of a seat: the same one whenever its board is opened again. */
export function handAt(seat: number | null): Hand {
  const key = keyOf(seat);
  const hand = hands.get(key) ?? new Hand(kept(key));
  hands.set(key, hand);
  return hand;
}

/** Remember the order of a hand over a reload of the page. To be called in an effect. */
export function keepHand(seat: number | null): void {
  sessionStorage.setItem(keyOf(seat), JSON.stringify(handAt(seat).pieces.map(({ name }) => name)));
}

function keyOf(seat: number | null): string {
  return `tesserae.hand.${route.parts.join("/")}.${seat ?? "-"}`;
}

function kept(key: string): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "[]") as string[];
  } catch {
    return [];
  }
}
