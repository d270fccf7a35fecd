/** One socket to one table: it comes back by itself, and a command acts once however often it had to be sent. */
import type { AnyCommand, AnyQuery, AnyServerMessage, Refusal, TableView, TalkLine } from "../protocol";
import { VERSION } from "../protocol";
import { randomHex } from "./api";
import { words } from "./words.svelte";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
export type Wanted = Without<AnyCommand | AnyQuery, "id" | "seq">;
type Answer = Exclude<AnyServerMessage, { type: "table" | "talk" | "ping" | "refused" }>;

/** Close codes after which there is no coming back: no such table, no right to it. */
const FINAL = new Set([1008, 4403, 4404]);
const QUESTIONS = new Set(["hint", "answers", "review", "history"]);
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;

export class RefusedCommand extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason.text);
  }
}

interface Pending {
  frame: string;
  isQuestion: boolean;
  done: (answer: Answer) => void;
  failed: (problem: Error) => void;
}

export class TableConnection {
  table = $state.raw<TableView | null>(null);
  talk = $state.raw<TalkLine[]>([]);
  state = $state<"connecting" | "open" | "lost" | "closed">("connecting");
  /** Why the table is closed to us for good. */
  problem = $state("");
  /** How many commands wait for their answer; questions change nothing, and hinder nobody. */
  waiting = $state(0);
  /** The server's clock less ours, in milliseconds. */
  clockOffset = 0;

  #socket: WebSocket | null = null;
  #pending = new Map<string, Pending>();
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    readonly id: string,
    private readonly token: string,
    private readonly owner = "",
  ) {
    this.#connect();
    addEventListener("online", this.#retryNow);
  }

  /** Ask for something; the promise is kept when the server has it for good. */
  async do(wanted: Wanted): Promise<Answer> {
    const id = randomHex(8);
    const isQuestion = QUESTIONS.has(wanted.do);
    const frame = JSON.stringify(isQuestion ? { ...wanted, id } : { ...wanted, id, seq: this.#seq() });
    return new Promise((done, failed) => {
      this.#pending.set(id, { frame, isQuestion, done, failed });
      this.#count();
      if (this.state === "open") this.#socket?.send(frame);
    });
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#retryNow);
    this.#socket?.close();
  }

  #seq(): number {
    return Math.max(this.table?.seq ?? 0, this.talk.at(-1)?.seq ?? 0);
  }

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ do: "hello", token: this.token, owner: this.owner, version: VERSION, language: words.language }));
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data) as AnyServerMessage);
    socket.onclose = (event) => this.#closed(event.code);
  }

  #hear(message: AnyServerMessage): void {
    switch (message.type) {
      case "ping":
        this.#socket?.send(JSON.stringify({ do: "pong", number: message.number }));
        return;
      case "table":
        this.#show(message);
        return;
      case "talk":
        this.talk = mergedTalk(this.talk, message.lines);
        return;
      case "refused":
        if (message.id === null) this.problem = message.reason.text;
        else this.#settle(message.id, (pending) => pending.failed(new RefusedCommand(message)));
        return;
      default:
        this.#settle(message.id, (pending) => pending.done(message));
    }
  }

  #show(table: TableView): void {
    const isFirst = this.state !== "open";
    this.table = table;
    if (table.clock) this.clockOffset = table.clock.now - Date.now();
    if (!isFirst) return;
    this.state = "open";
    this.problem = "";
    this.#failures = 0;
    for (const { frame } of this.#pending.values()) this.#socket?.send(frame);
  }

  #count(): void {
    this.waiting = [...this.#pending.values()].filter((pending) => !pending.isQuestion).length;
  }

  #settle(id: string, how: (pending: Pending) => void): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    this.#count();
    how(pending);
  }

  #closed(code: number): void {
    if (this.#ended) return;
    if (FINAL.has(code)) {
      this.state = "closed";
      return;
    }
    this.state = this.table === null ? "connecting" : "lost";
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures++);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2));
  }

  #retryNow = (): void => {
    if (this.state === "open" || this.#socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.#timer);
    this.#connect();
  };
}

/** After a reconnection everything said so far comes again: each line once, in its order. */
export function mergedTalk(before: TalkLine[], lines: TalkLine[]): TalkLine[] {
  const bySeq = new Map([...before, ...lines].map((line) => [line.seq, line]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}
