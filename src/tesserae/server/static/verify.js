/* Checks the record of a match in the browser: nothing that is entered here is sent anywhere.
 *
 * The same as `tesserae verify`, but for the replay of the moves: the commitment and the seed are computed from the
 * line `Fair:` as tesserae/match/fairness.py computes them. What is wrong is a Problem with a field, what was found is
 * a list of verdicts; both are keys and values of sentences, so that another language can be chosen at any time.
 */

const COMMITMENT_LABEL = "tesserae commitment 1 ";
const SEED_LABEL = "tesserae seed 1 ";
const COMMITMENT_DIGITS = 64;
const LONGEST_RECORD = 20_000_000;
const COMMAND = "tesserae verify";
const MARKS = { passed: "✓", failed: "✗", open: "•" };
const FIELDS = ["record", "commitment", "share"];
const CODE = new Set(["table", "commitment", "seed", "share", "command"]);

const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;
const HEADER = /^([A-Za-z]+)\s*:\s*(.*)$/;
const FAIR = /^table=(\S+) secret=([0-9a-f]{64}) seeds=(\S*)$/;
const HEX = /^(?:[0-9a-f]{2})*$/;

const byId = (id) => document.getElementById(id);
let words = {};
let language = "en";
let problems = []; // what hinders the check
let result = null; // what it has found
let edits = 0;

/** Something in a field that hinders the check. */
class Problem extends Error {
  constructor(field, key, values = {}) {
    super(key);
    Object.assign(this, { field, key, values });
  }
}

// --- the record ----------------------------------------------------------------------------------------------------

/** Read the headers of a record as tesserae/match/record.py does. */
function readHeaders(text) {
  const headers = new Map();
  for (const raw of text.replace(/^\ufeff/, "").split(LINE_END)) {
    const line = raw.split("#")[0].trim();
    if (!line) continue;
    const found = HEADER.exec(line);
    if (!found) break;
    const name = found[1][0].toUpperCase() + found[1].slice(1).toLowerCase();
    if (headers.has(name) && name !== "Deal") throw new Problem("record", "twice", { header: name });
    headers.set(name, found[2]);
  }
  return headers;
}

function readRecord(text) {
  if (!text.trim()) throw new Problem("record", "nothing");
  if (text.length > LONGEST_RECORD) throw tooLong(text.length);
  const headers = readHeaders(text);
  if (!headers.has("Game")) throw new Problem("record", "no_game");
  if (!headers.has("Fair")) throw new Problem("record", "no_fair");
  return {
    ...readFairness(headers.get("Fair")),
    seed: readSeed(headers.get("Seed") ?? ""),
    names: headers.has("Players") ? headers.get("Players").split(",").map((name) => name.trim()) : null,
  };
}

function readFairness(text) {
  const found = FAIR.exec(text);
  const shares = found && found[3].split(",").map((share) => (share === "-" ? null : share.toLowerCase()));
  if (!found || !shares.every((share) => share === null || HEX.test(share))) {
    throw new Problem("record", "fair", { text: text.slice(0, 80) });
  }
  return { table: found[1], secret: found[2], shares };
}

/** Give the bytes of a seed in hexadecimal digits; a table knows no other kind of seed. */
function readSeed(text) {
  return text.startsWith("hex:") ? compact(text.slice("hex:".length)) : null;
}

function readCommitment(text) {
  const digits = compact(text);
  if (digits && !(HEX.test(digits) && digits.length === COMMITMENT_DIGITS)) {
    throw new Problem("commitment", "bad_commitment", { text: quoted(text), count: COMMITMENT_DIGITS });
  }
  return digits;
}

function readOwnShares(text) {
  const shares = text.toLowerCase().split(/[\s,]+/).filter(Boolean);
  for (const share of shares) {
    if (!HEX.test(share)) throw new Problem("share", "bad_share", { text: quoted(share) });
  }
  return shares;
}

const compact = (text) => text.replace(/\s+/g, "").toLowerCase();
const quoted = (text) => `'${text.slice(0, 80)}'`;
const tooLong = (length) => new Problem("record", "too_long", { length, limit: LONGEST_RECORD });

// --- fairness ------------------------------------------------------------------------------------------------------

const toBytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const encode = (text) => new TextEncoder().encode(text);

async function commitmentOf({ table, secret }) {
  const label = encode(`${COMMITMENT_LABEL}${table} `);
  const key = toBytes(secret);
  const message = new Uint8Array(label.length + key.length);
  message.set(label);
  message.set(key, label.length);
  return toHex(await crypto.subtle.digest("SHA-256", message));
}

async function seedOf({ table, secret, shares }) {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", toBytes(secret), hmac, false, ["sign"]);
  const message = `${SEED_LABEL}${table} ${shares.map((share) => share ?? "-").join(" ")}`;
  return toHex(await crypto.subtle.sign("HMAC", key, encode(message)));
}

/** Compare everything that can be compared. */
async function verify(record, shown, ownShares) {
  const [commitment, seed] = await Promise.all([commitmentOf(record), seedOf(record)]);
  const checks = [];
  const add = (passed, good, bad, values = {}) =>
    checks.push({ mark: passed ? "passed" : "failed", key: passed ? good : bad, values });
  add(record.seed === seed, "seed_follows", "seed_differs");
  if (record.names) {
    const numbers = { given: record.shares.length, count: record.names.length };
    add(numbers.given === numbers.count, "shares_fit", "shares_differ", numbers);
  }
  if (shown) add(shown === commitment, "commitment_fits", "commitment_differs");
  else checks.push({ mark: "open", key: "compare", values: {} });
  for (const share of ownShares) add(record.shares.includes(share), "own_share", "no_own_share", { share });
  if (!ownShares.length) checks.push({ mark: "open", key: "compare_share", values: {} });
  return { record, commitment, seed, checks };
}

/** Say in one word what came out: one failure spoils it, and what was not compared leaves it open. */
function verdictOf({ checks }) {
  const marks = checks.map((check) => check.mark);
  return ["failed", "open"].find((mark) => marks.includes(mark)) ?? "passed";
}

// --- the page ------------------------------------------------------------------------------------------------------

/** Put a sentence into an element; digits and names of things to type stand out. */
function tell(element, key, values = {}) {
  const parts = words[language][key].split(/\{(\w+)\}/);
  element.replaceChildren(
    ...parts.map((part, index) => {
      if (index % 2 === 0) return part;
      if (!CODE.has(part)) return String(values[part]);
      return Object.assign(document.createElement("code"), { textContent: values[part] });
    }),
  );
  return element;
}

const told = (tag, key, values) => tell(document.createElement(tag), key, values);

function show() {
  document.documentElement.lang = language;
  document.title = words[language].title;
  for (const element of document.querySelectorAll("[data-text]")) tell(element, element.dataset.text);
  tell(byId("no-crypto"), "no_crypto", { command: COMMAND });
  showProblems();
  showResult();
}

function showProblems() {
  for (const field of FIELDS) {
    const problem = problems.find((one) => one.field === field);
    byId(field).setAttribute("aria-invalid", String(Boolean(problem)));
    if (problem) tell(byId(`${field}-problem`), problem.key, problem.values);
    else byId(`${field}-problem`).replaceChildren();
  }
}

function showResult() {
  byId("result").dataset.verdict = result ? verdictOf(result) : "";
  for (const id of ["verdict", "checks", "facts", "meaning"]) byId(id).replaceChildren();
  if (!result) return;
  const verdict = verdictOf(result);
  tell(byId("verdict"), { passed: "passed", failed: "failed", open: "passed_so_far" }[verdict]);
  byId("checks").append(...result.checks.map(checkItem));
  byId("facts").append(...facts(result));
  const meaning = verdict === "failed" ? [] : [told("p", "proves"), told("p", "proves_not")];
  byId("meaning").append(...meaning, told("p", "rules", { command: COMMAND }));
}

function checkItem({ mark, key, values }) {
  const item = document.createElement("li");
  item.dataset.mark = mark;
  const sign = Object.assign(document.createElement("span"), { className: "mark", textContent: MARKS[mark] });
  sign.setAttribute("aria-hidden", "true");
  item.append(sign, told("span", key, values));
  return item;
}

function facts({ record, commitment, seed }) {
  const shares = record.shares.map((share, seat) =>
    told("p", "share", { name: record.names?.[seat] ?? seat, share: share || "-" }),
  );
  const table = told("p", "table", { table: record.table });
  return [table, told("p", "commitment", { commitment }), told("p", "seed", { seed }), ...shares];
}

/** Forget what was found: something was changed since. */
function forget() {
  edits += 1;
  if (!result && !problems.length) return;
  result = null;
  problems = [];
  showProblems();
  showResult();
}

async function check(event) {
  event.preventDefault();
  forget();
  const read = { record: readRecord, commitment: readCommitment, share: readOwnShares };
  const given = {};
  for (const field of FIELDS) {
    try {
      given[field] = read[field](byId(field).value);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      problems.push(problem);
    }
  }
  if (problems.length) {
    showProblems();
    byId(problems[0].field).focus();
    return;
  }
  const before = edits;
  const found = await verify(given.record, given.commitment, given.share);
  if (edits !== before) return;
  result = found;
  showResult();
  byId("verdict").scrollIntoView({ block: "nearest" });
}

async function openFile(file) {
  if (!file) return;
  forget();
  if (file.size > LONGEST_RECORD) {
    problems.push(tooLong(file.size));
    showProblems();
    return;
  }
  byId("record").value = await file.text();
}

function chooseLanguage(code) {
  language = code;
  show();
}

function offerLanguages() {
  const select = byId("language");
  for (const [code, { language: name }] of Object.entries(words)) {
    select.append(Object.assign(new Option(name, code), { lang: code }));
  }
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  select.value = wanted.find((code) => code in words) ?? "en";
  select.addEventListener("change", () => chooseLanguage(select.value));
  return select.value;
}

function listen() {
  byId("form").addEventListener("submit", check);
  byId("form").addEventListener("input", forget);
  byId("file").addEventListener("change", async ({ target }) => {
    await openFile(target.files[0]);
    target.value = ""; // the same file can be opened again
  });
  byId("record").addEventListener("dragover", (event) => event.preventDefault());
  byId("record").addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    openFile(event.dataTransfer.files[0]);
  });
}

async function start() {
  words = await (await fetch(new URL("verify.json", import.meta.url))).json();
  chooseLanguage(offerLanguages());
  listen();
  const canCompute = Boolean(globalThis.crypto?.subtle);
  byId("no-crypto").hidden = canCompute;
  byId("check").disabled = !canCompute;
  byId("page").hidden = false;
}

start().catch(() => {
  document.body.append("This page could not be loaded as a whole: load it again.");
});
