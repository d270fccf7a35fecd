/** Telling somebody who looks elsewhere that it is his turn. */
import { settings } from "./settings.svelte";

export const canNotify = (): boolean => "Notification" in window && "serviceWorker" in navigator;

/** Ask the browser for leave; whoever refuses is not asked again. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === "granted";
}

/** Phones show notifications of a service worker alone, so it is always the one who shows them. */
export async function notify(body: string, tag: string): Promise<void> {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification("Tesserae", { body, tag, icon: "/icon.svg", data: { url: location.href } });
}
