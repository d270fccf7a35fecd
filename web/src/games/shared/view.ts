/** What part of a table is seen: a point at the top left and how many pixels a unit has. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface View {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** See the whole box in the middle, but nothing larger than `largest` pixels a unit. */
export function fitted(box: Box, size: Size, largest: number): View {
  const scale = Math.min(largest, size.width / box.width, size.height / box.height);
  return centred({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, scale, size);
}

/** See the whole box beside something that covers the top right corner of the screen: below it or left of it, wherever it gets larger; all over where it is not covered anyway. */
export function fittedBeside(box: Box, size: Size, largest: number, corner: Size): View {
  const all = fitted(box, size, largest);
  const top = (box.y - all.y) * all.scale;
  const right = (box.x + box.width - all.x) * all.scale;
  if (top >= corner.height || right <= size.width - corner.width) return all;
  const below = fitted(box, { width: size.width, height: Math.max(1, size.height - corner.height) }, largest);
  const left = fitted(box, { width: Math.max(1, size.width - corner.width), height: size.height }, largest);
  return left.scale > below.scale ? left : { ...below, y: below.y - corner.height / below.scale };
}

function centred(middle: Point, scale: number, size: Size): View {
  return { x: middle.x - size.width / scale / 2, y: middle.y - size.height / scale / 2, scale };
}

/** Larger or smaller by a factor; the point stays where it is on the screen. */
export function zoomed(view: View, factor: number, at: Point): View {
  return { x: at.x - (at.x - view.x) / factor, y: at.y - (at.y - view.y) / factor, scale: view.scale * factor };
}

/** Keep the scale between two bounds and the middle of the view on the box, so that nobody gets lost. */
export function bounded(view: View, box: Box, size: Size, smallest: number, largest: number): View {
  const middle = { x: view.x + size.width / view.scale / 2, y: view.y + size.height / view.scale / 2 };
  const scale = Math.min(largest, Math.max(smallest, view.scale));
  const inside = {
    x: Math.min(box.x + box.width, Math.max(box.x, middle.x)),
    y: Math.min(box.y + box.height, Math.max(box.y, middle.y)),
  };
  return centred(inside, scale, size);
}

/** Move the view just so far that a point is at least `margin` pixels inside. */
export function revealing(view: View, point: Point, margin: number, size: Size): View {
  const inside = (from: number, at: number, length: number): number => {
    const rim = Math.min(margin, length / 2) / view.scale;
    return Math.min(at - rim, Math.max(at + rim - length / view.scale, from));
  };
  return { ...view, x: inside(view.x, point.x, size.width), y: inside(view.y, point.y, size.height) };
}

/** The smallest box around some points, with a rim. */
export function boxAround(points: readonly Point[], rim: number): Box {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, top] = points.length ? [Math.min(...xs), Math.min(...ys)] : [0, 0];
  const [right, bottom] = points.length ? [Math.max(...xs), Math.max(...ys)] : [0, 0];
  return { x: left - rim, y: top - rim, width: right - left + 2 * rim, height: bottom - top + 2 * rim };
}

/** The nearest of some spots to a point, if one is within reach. */
export function snapped<Spot extends Point>(spots: readonly Spot[], point: Point, reach: number): Spot | null {
  let best: Spot | null = null;
  let least = reach;
  for (const spot of spots) {
    const far = Math.hypot(spot.x - point.x, spot.y - point.y);
    if (far <= least) [best, least] = [spot, far];
  }
  return best;
}
