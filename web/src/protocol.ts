// Written by `python -m tesserae.server.typescript` from src/tesserae/server/protocol.py: change that, not this.

export const VERSION = 1;
export const MOST_FRAME_BYTES = 16384;
export const MOST_BODY_BYTES = 65536;
export const MOST_RECORD_BYTES = 262144;
export const MOST_REPLAY_LINES = 2000;
export const MOST_ACTION = 2147483647;
export const MOST_NUMBER = 9007199254740991;

export type Happening = "lose" | "bot" | "skip";

export type Language = "en" | "de" | "fr" | "it" | "nl" | "es";

export type WishName = "undo" | "draw" | "pause" | "replace" | "rematch";

export type Reaction = "hello" | "good_luck" | "well_played" | "thanks" | "wow" | "oops" | "sorry" | "hurry" | "bye";

/** How time is counted: not at all, for a turn, for a player with an increment a turn, or in days a turn. */
export interface ClockRule {
  kind?: "days" | "none" | "player" | "turn";
  /** Seconds, or days. */
  amount?: number;
  /** Seconds that a player gets for each turn; for `player` alone. */
  increment?: number;
}

/** The first message: by which right the client is here. A seat's token, or the spectators' one. */
export interface Hello {
  do: "hello";
  token: string;
  /** The owner's token, if he is the owner. */
  owner?: string;
  version?: number;
  /** In which refusals are said. */
  language?: Language;
}

/** The answer to a ping, at once: the house measures how long a message takes. */
export interface Pong {
  do: "pong";
  number: number;
}

/** Ready to begin; `share` is what this player adds to the seed, best 32 random bytes in hexadecimal digits. */
export interface Ready {
  do: "ready";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  share?: string;
}

/** Make a move, by its number or in notation. */
export interface Play {
  do: "play";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  move: number | string;
}

/** Ask for something; what needs nobody's consent happens at once. */
export interface Ask {
  do: "ask";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  wish: WishName;
  /** To replace: the seat of the player who is away. */
  about?: number | null;
  /** To replace: by a bot of this level, or by nobody. */
  level?: string;
}

/** Agree to what somebody asked for, or not; whoever asked takes it back by not agreeing. */
export interface Answer {
  do: "answer";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  wish: WishName;
  agrees: boolean;
}

/** Go on after a pause. */
export interface Resume {
  do: "resume";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
}

/** Give up. */
export interface Resign {
  do: "resign";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
}

/** Leave the table; before the start the seat is free again, afterwards it is kept. */
export interface Leave {
  do: "leave";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
}

/** Take one's own seat again. */
export interface Return {
  do: "return";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
}

/** Say something to everybody, or to the partners alone. */
export interface Say {
  do: "say";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  text: string;
  to_team?: boolean;
}

/** Nod, smile, sigh. */
export interface React {
  do: "react";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  reaction: Reaction;
}

/** The owner, before the start: give a seat to a bot, or without a level open it. */
export interface Staff {
  do: "staff";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  seat: number;
  level?: string;
}

/** The owner: let spectators in, or send them away. */
export interface Watch {
  do: "watch";
  id: string;
  /** Of the last table the client has seen. */
  seq: number;
  allowed: boolean;
}

/** What is best now? For the player to move, where the table allows hints. */
export interface GiveHint {
  do: "hint";
  id: string;
}

/** What is every move worth by the tables? As a hint, and only where the game is solved. */
export interface GiveAnswers {
  do: "answers";
  id: string;
}

/** What went wrong? For a finished match. */
export interface GiveReview {
  do: "review";
  id: string;
}

/** All that happened so far, as everybody may know it, and the score sheet. */
export interface GiveHistory {
  do: "history";
  id: string;
}

/** A sentence: its key and values for a page with catalogues, and its text for everybody else. */
export interface Reason {
  key: string;
  values: Record<string, unknown>;
  text: string;
}

/** A seat as everybody sees it. */
export interface SeatView {
  name: string;
  kind: "bot" | "open" | "person";
  /** Of a bot. */
  level: string;
  is_ready: boolean;
  /** Whether the person's page is connected. */
  is_present: boolean;
  /** Whether the person has left; the seat is kept for him. */
  is_away: boolean;
  /** Who plays for him: a level, "" for nobody; null if nobody needs to. */
  stand_in: string | null;
}

/** The clock as of now. */
export interface ClockView {
  rule: Required<ClockRule>;
  /** Milliseconds for each seat, at the moment `now`. */
  left: number[];
  /** The seat whose clock runs. */
  running: number | null;
  /** The time of the house, milliseconds since 1970. */
  now: number;
}

/** Something that was asked for. */
export interface WishView {
  wish: WishName;
  /** Who asked. */
  seat: number;
  about: number | null;
  level: string;
  agreed: number[];
  /** The seats that still have to agree. */
  needed: number[];
}

/** Where the deals come from; the secret is told when the match is over. */
export interface FairnessView {
  commitment: string;
  /** What each seat has added. */
  shares: (string | null)[];
  secret: string | null;
  /** The day whose public deal this is, such as 2026-11-18: then there is nothing of the above. Or nothing. */
  daily: string;
  /** How many deals were made so far; where chance has no part there is nothing to check. */
  deals: number;
}

/** The whole table as this client may see it; sent first of all, and after everything that happens. */
export interface TableView {
  type: "table";
  table: string;
  seq: number;
  game: string;
  options: Record<string, unknown>;
  phase: "over" | "playing" | "waiting";
  /** The client's own; null for a spectator. */
  seat: number | null;
  is_owner: boolean;
  seats: SeatView[];
  /** The view of the match, see the pages of the games; null before the start. */
  match: Record<string, unknown> | null;
  /** Whether this client may take back: not, at once, or with everybody's consent. */
  undo: "" | "ask" | "now";
  clock: ClockView | null;
  on_timeout: Happening;
  /** The seat whose time has run out in this turn. */
  overdue: number | null;
  is_paused: boolean;
  wishes: WishView[];
  fairness: FairnessView;
  is_public: boolean;
  is_watchable: boolean;
  has_chat: boolean;
  has_team_chat: boolean;
  has_hints: boolean;
  /** The table of the rematch. */
  successor: string;
}

/** A command was carried out and is kept for good; so it is said again if it comes again. */
export interface Done {
  type: "done";
  id: string;
  seq: number;
}

/** A command or question was refused, or the message was none; nothing has changed. */
export interface Refusal {
  type: "refused";
  id: string | null;
  reason: Reason;
  /** The table has changed meanwhile; it follows. */
  is_stale: boolean;
}

/** A line of chat or a reaction. */
export interface TalkLine {
  seq: number;
  at: number;
  seat: number;
  text: string;
  to_team: boolean;
  reaction: string;
}

/** What was said: after the first table all of it, later each line as it comes. */
export interface Talk {
  type: "talk";
  lines: TalkLine[];
}

/** What a legal move is worth. */
export interface MoveValueView {
  action: number;
  text: string;
  chance: number;
  points: number | null;
  decided_in: number | null;
  line: string[];
}

/** What is best, in a sentence, and what every move is worth, the best first. */
export interface Hint {
  type: "hint";
  id: string;
  reason: Reason;
  moves: MoveValueView[];
}

/** What a legal move is worth to its player when everybody plays perfectly. */
export interface AnswerView {
  action: number;
  text: string;
  value: "draw" | "loss" | "win";
  /** Moves of both sides until the end, this one included; null for a draw. */
  plies: number | null;
}

/** The answer of the tables for every legal move, the best first. */
export interface Answers {
  type: "answers";
  id: string;
  moves: AnswerView[];
}

/** A move that cost much. */
export interface MistakeView {
  number: number;
  seat: number;
  played: MoveValueView;
  better: MoveValueView;
  reason: Reason;
}

/** The moves of a finished match that cost most. */
export interface Review {
  type: "review";
  id: string;
  mistakes: MistakeView[];
}

/** A row of the score sheet. */
export interface SheetRow {
  round: number;
  seat: number | null;
  moves: string[];
  account: Record<string, unknown>[];
  totals: number[];
}

/** All moves, deals and deeds so far, and the score sheet. */
export interface History {
  type: "history";
  id: string;
  seq: number;
  events: Record<string, unknown>[];
  sheet: SheetRow[];
}

/** To be answered at once by `pong` with the same number. */
export interface Ping {
  type: "ping";
  number: number;
}

/** How a seat is filled: by a person with a name, by a bot with a level, or not yet. */
export interface NewSeat {
  name?: string;
  level?: string;
}

/** What a table is to be like. Seats that are not told are open. */
export interface NewTable {
  game: string;
  options?: Record<string, string | number | null>;
  seats?: NewSeat[];
  clock?: ClockRule;
  on_timeout?: Happening;
  /** Listed in the lobby while seats are open. */
  public?: boolean;
  watchable?: boolean;
  chat?: boolean;
  team_chat?: boolean;
  hints?: boolean;
  /** How long a bot may think about a move. */
  bot_ms?: number;
  /** For one player: the day whose public deal is wanted, such as 2026-11-18; its options are the usual ones. */
  daily?: string;
}

/** A new table and the rights to it: told once, kept by the client. */
export interface TableCreated {
  table: string;
  owner: string;
  watch: string;
  /** The tokens of the seats that were given names, by seat number. */
  seats: Record<string, string>;
  commitment: string;
}

/** Take a seat, or any that is free. */
export interface TakeSeat {
  name: string;
  seat?: number | null;
  /** Of the client's own choosing, at least 32 random letters: asked again with it, it is the same seat. */
  token?: string;
}

/** A seat and the right to it. */
export interface SeatTaken {
  table: string;
  seat: number;
  token: string;
}

/** A seat in a list of tables. */
export interface PlaceView {
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
}

/** What can be told of a table to anybody who knows of it. */
export interface TableSummary {
  table: string;
  game: string;
  options: Record<string, unknown>;
  phase: "over" | "playing" | "waiting";
  seats: PlaceView[];
  clock: Required<ClockRule>;
  mover: number | null;
  winners: number[];
  is_public: boolean;
  is_watchable: boolean;
  updated: number;
}

/** The public tables that wait for players, the latest first. */
export interface Lobby {
  tables: TableSummary[];
}

/** The tables a browser remembers. */
export interface Mine {
  tables: string[];
}

/** An option of a game. */
export interface OptionView {
  name: string;
  default: unknown;
  /** The values, where there are few. */
  allowed: unknown[] | null;
  lowest: number | null;
  highest: number | null;
  may_be_none: boolean;
  /** What it allows, in words. */
  says: string;
  /** With which values of other options it matters; nothing if always. */
  only: Record<string, unknown[]>;
}

/** A game that can be played here. */
export interface GameView {
  name: string;
  title: string;
  /** What the keys of its sentences begin with. */
  words: string;
  version: number;
  options: OptionView[];
  can_resign: boolean;
  can_agree_draw: boolean;
  can_skip: boolean;
  /** Whether points are counted, or only who wins. */
  has_points: boolean;
  levels: string[];
  /** The options with which there is a perfect answer for every move. */
  solved: Record<string, unknown>[];
}

/** The games of the house. */
export interface Games {
  games: GameView[];
  protocol: number;
}

/** What one can play alone today. */
export interface DailyDeal {
  game: string;
  options: Record<string, unknown>;
}

/** The deals of the day, the same for everybody. */
export interface Daily {
  /** In UTC. */
  date: string;
  deals: DailyDeal[];
}

/** A match after something has happened, with everything open: nobody plays it any more. */
export interface ReplayFrame {
  /** What: a move, a deed, or deals in a row; nothing at the start of a game without deals. */
  events: Record<string, unknown>[];
  /** As in a table, but with all hands. */
  match: Record<string, unknown>;
}

/** A match to look at again, step by step. */
export interface Replay {
  game: string;
  /** Whether points are counted, or only who wins. */
  has_points: boolean;
  is_over: boolean;
  frames: ReplayFrame[];
}

/** A move that cost much, and how to draw what was better. */
export interface ReplayMistake {
  mistake: MistakeView;
  /** The better move as `legal` had it. */
  better: Record<string, unknown>;
}

/** What the moves of a match were worth. */
export interface ReplayReview {
  /** Of the first player's side to win, before each move and at the end; empty where more than two sides play. */
  chances: number[];
  /** The worst first. */
  mistakes: ReplayMistake[];
}

/** What perfect players would say to a match. */
export interface ReplayAnswers {
  /** Before each move and at the end: every legal move, the best first; nothing where none is known. */
  positions: AnswerView[][];
}

/** What a move in a lesson leads to. */
export interface OutcomeView {
  action: number;
  /** Whether it is what the lesson asks for. */
  solves: boolean;
  /** The match after it, as the learner sees it. */
  match: Record<string, unknown>;
}

/** A position with a task for the player to move. */
export interface LessonView {
  /** What the keys of its sentences have in the middle: WORDS.lesson.NAME.task. */
  name: string;
  /** What those sentences need to know. */
  values: Record<string, unknown>;
  /** The match where it begins, as the learner sees it. */
  match: Record<string, unknown>;
  /** For every legal move. */
  outcomes: OutcomeView[];
}

/** The lessons of a game. */
export interface Lessons {
  game: string;
  lessons: LessonView[];
}

/** Why a request was refused. */
export interface Problem {
  reason: Reason;
}

export type AnyCommand = Ready | Play | Ask | Answer | Resume | Resign | Leave | Return | Say | React | Staff | Watch;

export type AnyQuery = GiveHint | GiveAnswers | GiveReview | GiveHistory;

export type AnyClientMessage = Hello | Pong | Ready | Play | Ask | Answer | Resume | Resign | Leave | Return | Say | React | Staff | Watch | GiveHint | GiveAnswers | GiveReview | GiveHistory;

export type AnyServerMessage = TableView | Done | Refusal | Talk | Hint | Answers | Review | History | Ping;
