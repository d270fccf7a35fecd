/** How a match went, as lines over its steps: values, scales and paths. */
export interface Series {
  name: string;
  /** One value for each step; none where it is not known. */
  values: (number | null)[];
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The lowest and highest value to show, widened to round numbers, and the lines between them. */
export function ticks(low: number, high: number, most = 4): number[] {
  const span = Math.max(high - low, 1);
  const rough = span / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough);
  const first = Math.floor(low / step) * step;
  const found = [first];
  while ((found.at(-1) ?? 0) < high) found.push((found.at(-1) ?? 0) + step);
  return found;
}

export function acrossAt(step: number, steps: number, box: Box): number {
  return box.left + (steps > 1 ? (step / (steps - 1)) * box.width : 0);
}

export function heightAt(value: number, low: number, high: number, box: Box): number {
  return box.top + box.height * (1 - (value - low) / Math.max(high - low, 1e-9));
}

/** A line through all known values. */
export function pathOf(values: readonly (number | null)[], low: number, high: number, box: Box): string {
  const points = values.flatMap((value, step) =>
    value === null ? [] : [`${acrossAt(step, values.length, box).toFixed(1)} ${heightAt(value, low, high, box).toFixed(1)}`],
  );
  return points.length ? `M${points.join("L")}` : "";
}

/** The step that a point of the drawing belongs to. */
export function stepAt(x: number, steps: number, box: Box): number {
  const share = (x - box.left) / Math.max(box.width, 1);
  return Math.round(Math.min(1, Math.max(0, share)) * (steps - 1));
}

/** The steps at which something changed, with the first and the last: what is worth a row in a table. */
export function changes(series: readonly Series[], steps: number): number[] {
  const differs = (step: number): boolean => series.some(({ values }) => values[step] !== values[step - 1]);
  return Array.from({ length: steps }, (_, step) => step).filter((step) => step === 0 || step === steps - 1 || differs(step));
}
