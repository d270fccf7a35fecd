/** The little of Markdown that the rule book uses, as plain data for a component to show: no HTML, nothing to trust. */
export type Inline = { text: string; strong: boolean };
export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; spans: Inline[] }
  | { kind: "list"; items: Inline[][] }
  | { kind: "table"; head: string[]; rows: Inline[][][] }
  | { kind: "figure"; name: string; caption: string };

export function readMarkdown(source: string): Block[] {
  return source
    .trim()
    .split(/\n{2,}/)
    .map(readBlock);
}

function readBlock(block: string): Block {
  const lines = block.split("\n");
  const first = lines[0] ?? "";
  const heading = /^(#+) (.*)$/.exec(first);
  if (heading) return { kind: "heading", level: heading[1]?.length ?? 1, text: heading[2] ?? "" };
  const figure = /^!\[(.*)\]\((.*)\)$/.exec(first);
  if (figure) return { kind: "figure", caption: figure[1] ?? "", name: figure[2] ?? "" };
  if (first.startsWith("|")) {
    const rows = lines.filter((line) => !/^\|[-:| ]+\|$/.test(line)).map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
    return { kind: "table", head: rows[0] ?? [], rows: rows.slice(1).map((row) => row.map(readInline)) };
  }
  if (first.startsWith("- ")) {
    return { kind: "list", items: block.split(/\n(?=- )/).map((item) => readInline(item.slice(2).replace(/\n\s*/g, " "))) };
  }
  return { kind: "paragraph", spans: readInline(lines.join(" ")) };
}

function readInline(text: string): Inline[] {
  return text
    .split(/\*\*(.+?)\*\*/)
    .map((part, number) => ({ text: part, strong: number % 2 === 1 }))
    .filter((span) => span.text);
}
