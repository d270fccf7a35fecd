/** Whoever plays by keys never has to look for the focus: when what had it goes away, it comes to the own pieces, to the board, or at least to the screen. */
const NEXT = ["[data-piece][tabindex='0']", "[data-spot][tabindex='0']", "main"];

/** To be attached to what stays while things come and go inside. */
export function keepsFocus(node: HTMLElement): () => void {
  let last: Element | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const came = ({ target }: FocusEvent): void => {
    clearTimeout(timer);
    last = target as Element;
  };
  /** Whoever has gone elsewhere is not called back; what is about to be removed says the same, but is gone a moment later. */
  const left = (): void => {
    timer = setTimeout(() => {
      if (last?.isConnected) last = null;
    });
  };
  const observer = new MutationObserver(() => {
    if (last === null || last.isConnected || document.activeElement !== document.body) return;
    last = null;
    const next = NEXT.map((selector) => node.querySelector<HTMLElement>(selector)).find(Boolean);
    next?.focus({ preventScroll: true });
  });
  node.addEventListener("focusin", came);
  node.addEventListener("focusout", left);
  observer.observe(node, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    node.removeEventListener("focusin", came);
    node.removeEventListener("focusout", left);
  };
}
