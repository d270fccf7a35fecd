/** What a screen reader is told: one polite line for what happened, said even if it is the same as before. */
class Announcer {
  text = $state("");
  #odd = false;

  say(text: string): void {
    this.#odd = !this.#odd;
    this.text = text + (this.#odd ? "\u00a0" : "");
  }
}

export const announcer = new Announcer();
export const announce = (text: string): void => announcer.say(text);
