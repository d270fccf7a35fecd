/** Where in the page we are. Everything stands behind the #, which browsers never send to a server. */
class Route {
  parts = $state.raw<string[]>(read());

  constructor() {
    addEventListener("hashchange", () => {
      this.parts = read();
      scrollTo(0, 0);
    });
  }

  get screen(): string {
    return this.parts[0] ?? "";
  }
}

function read(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
}

export const route = new Route();
export const link = (...parts: string[]): string => `#/${parts.map(encodeURIComponent).join("/")}`;
export const go = (...parts: string[]): void => void (location.hash = link(...parts));
