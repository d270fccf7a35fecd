/** How this browser wants it: kept here, told to nobody. */
const KEPT = "tesserae.settings";

const DEFAULTS = {
  theme: "system" as "system" | "light" | "dark",
  motion: true,
  sound: true,
  /** Whether places where something may go are shown. */
  places: true,
  /** Whether places that nothing can ever fill are marked. */
  dead: false,
  /** Whether every move is shown with what it is worth, where a game is solved. */
  answers: false,
  notify: false,
  name: "",
};
export type Settings = typeof DEFAULTS;

function kept(): Settings {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEPT) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings = $state<Settings>(kept());

/** Keep every change, and let the page look accordingly. To be called once, while the page is made. */
export function followSettings(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let changes = $state(0);
  const changed = (): void => void changes++;
  dark.addEventListener("change", changed);
  still.addEventListener("change", changed);
  $effect(() => {
    void changes;
    localStorage.setItem(KEPT, JSON.stringify(settings));
    const isDark = settings.theme === "dark" || (settings.theme === "system" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    document.documentElement.dataset.motion = settings.motion && !still.matches ? "on" : "off";
  });
}

/** Whether things may move now. */
export function moves(): boolean {
  return document.documentElement.dataset.motion !== "off";
}
