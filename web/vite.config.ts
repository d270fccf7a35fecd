import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The page is served by the Python server; what is built here lands inside its package.
export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../src/tesserae/server/static/app",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // For work on the page: `tesserae serve`, and beside it `vite`, which shows changes at once.
  server: { proxy: Object.fromEntries(["/api", "/verify", "/static"].map((path) => [path, { target: process.env.TESSERAE ?? "http://127.0.0.1:8642", ws: true }])) },
  test: { include: ["src/**/*.test.ts"] },
});
