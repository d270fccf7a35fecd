/** What is asked over HTTP. A refusal is thrown with the sentence that the server says. */
import type { Daily, Games, Lessons, Lobby, NewTable, Replay, ReplayAnswers, ReplayReview, SeatTaken, TableCreated, TableSummary, TakeSeat } from "../protocol";
import { words } from "./words.svelte";

export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly key: string,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  const language = words.language;
  const init: RequestInit =
    body === undefined
      ? { headers: { "accept-language": language } }
      : typeof body === "string"
        ? { method: "POST", headers: { "accept-language": language, "content-type": "text/plain" }, body }
        : { method: "POST", headers: { "accept-language": language, "content-type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refused(words.say("page.offline"), 0, "page.offline");
  }
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const told = isJson ? await response.json() : await response.text();
  if (!response.ok) throw new Refused(told?.reason?.text ?? String(response.status), response.status, told?.reason?.key ?? "");
  return told as T;
}

export const api = {
  games: (): Promise<Games> => ask("/api/games"),
  lessons: (game: string): Promise<Lessons> => ask(`/api/lessons/${encodeURIComponent(game)}`),
  lobby: (): Promise<Lobby> => ask("/api/tables"),
  summary: (table: string): Promise<TableSummary> => ask(`/api/tables/${encodeURIComponent(table)}`),
  mine: (tables: string[]): Promise<Lobby> => ask("/api/mine", { tables }),
  create: (wanted: NewTable): Promise<TableCreated> => ask("/api/tables", wanted),
  takeSeat: (table: string, wanted: TakeSeat): Promise<SeatTaken> => ask(`/api/tables/${encodeURIComponent(table)}/seats`, wanted),
  record: (table: string): Promise<string> => ask(`/api/tables/${encodeURIComponent(table)}/record`),
  replay: (table: string): Promise<Replay> => ask(`/api/tables/${encodeURIComponent(table)}/replay`),
  review: (table: string): Promise<ReplayReview> => ask(`/api/tables/${encodeURIComponent(table)}/review`),
  replayRecord: (record: string): Promise<Replay> => ask("/api/replay", record),
  reviewRecord: (record: string): Promise<ReplayReview> => ask("/api/review", record),
  answers: (table: string): Promise<ReplayAnswers> => ask(`/api/tables/${encodeURIComponent(table)}/answers`),
  answersRecord: (record: string): Promise<ReplayAnswers> => ask("/api/answers", record),
  daily: (): Promise<Daily> => ask("/api/daily"),
};

/** Random letters that nobody guesses: for tokens, ids and shares of the seed. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
