import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (!target) throw new Error("there is no place for the page");
mount(App, { target });
if ("serviceWorker" in navigator && import.meta.env.PROD) void keepShell();

/** Let the page open without a network from its first visit on: what is loaded already is kept too. */
async function keepShell(): Promise<void> {
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ loaded: performance.getEntriesByType("resource").map(({ name }) => name) });
}
