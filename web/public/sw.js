// Keeps the shell of the page, so that it opens without a network; tables and words always come from the server first.
const SHELL = "tesserae-shell-2";
const BUILD = "/manifest.json";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(["/", "/icon.svg", "/manifest.webmanifest"])));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !isKept(request.url)) return;
  event.respondWith(isForEver(request.url) ? fromCache(request) : fromNetwork(request));
});

/** What a page has loaded before we were there is kept as well; what no page of this build can ask for is not. */
self.addEventListener("message", (event) => {
  event.waitUntil(keep(event.data.loaded ?? []));
});

/** It is somebody's turn, and he wants to see his table. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.url));
});

function isKept(url) {
  const { pathname, origin } = new URL(url);
  return origin === location.origin && (pathname === "/" || pathname === "/api/games" || pathname.startsWith("/api/words/") || isForEver(url));
}

/** What has a digest in its name never changes. */
function isForEver(url) {
  return new URL(url).pathname.startsWith("/assets/");
}

async function fromCache(request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function fromNetwork(request) {
  const cache = await caches.open(SHELL);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (problem) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw problem;
  }
}

async function keep(urls) {
  const cache = await caches.open(SHELL);
  const missing = [];
  for (const url of urls.filter(isKept)) if (!(await cache.match(url))) missing.push(url);
  await cache.addAll(missing);
  const build = await fetch(BUILD);
  if (!build.ok) return;
  const files = new Set(Object.values(await build.json()).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets].map((path) => `/${path}`)));
  for (const { url } of await cache.keys()) if (isForEver(url) && !files.has(new URL(url).pathname)) await cache.delete(url);
}

async function show(url) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => page.url === url);
  return open ? open.focus() : self.clients.openWindow(url);
}
