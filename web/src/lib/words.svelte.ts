/** Sentences in the language of the reader: the server's own catalogues, so that nothing is said twice. */
import type { Language } from "../protocol";
import type { Sentence } from "./match";

export const LANGUAGES: Record<Language, string> = {
  de: "Deutsch",
  en: "English",
  es: "Español",
  fr: "Français",
  it: "Italiano",
  nl: "Nederlands",
};
const KEPT = "tesserae.language";
type Values = Record<string, unknown>;

class Words {
  language = $state<Language>(preferred());
  catalogue = $state.raw<Record<string, string>>({});
  #plural = $derived(new Intl.PluralRules(this.language));
  #number = $derived(new Intl.NumberFormat(this.language));

  async choose(language: Language): Promise<void> {
    const response = await fetch(`/api/words/${language}`);
    if (!response.ok) throw new Error(`no words in ${language}`);
    this.catalogue = await response.json();
    this.language = language;
    localStorage.setItem(KEPT, language);
    document.documentElement.lang = language;
  }

  /** Say a sentence; a count among its values chooses the form for that number. */
  say(key: string, values: Values = {}): string {
    const form = "count" in values ? `${key}.${this.#plural.select(Number(values.count))}` : key;
    const text = this.catalogue[form] ?? this.catalogue[`${key}.other`] ?? this.catalogue[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name: string) => this.#spoken(values[name]));
  }

  sentence(told: Sentence): string {
    return this.say(told.key, told.values);
  }

  has(key: string): boolean {
    return key in this.catalogue || `${key}.other` in this.catalogue;
  }

  number(value: number): string {
    return this.#number.format(value);
  }

  /** A day such as 2026-11-18, as people write it. */
  date(day: string): string {
    return new Intl.DateTimeFormat(this.language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
  }

  #spoken(value: unknown): string {
    if (typeof value === "number") return this.number(value);
    if (typeof value === "object" && value !== null && "key" in value) return this.sentence(value as Sentence);
    return String(value ?? "");
  }
}

function preferred(): Language {
  const wanted = [localStorage.getItem(KEPT) ?? "", ...navigator.languages].map((code) => code.slice(0, 2));
  return (wanted.find((code) => code in LANGUAGES) as Language | undefined) ?? "en";
}

export const words = new Words();
export const say = (key: string, values?: Values): string => words.say(key, values);
