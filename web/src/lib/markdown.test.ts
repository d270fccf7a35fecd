import { describe, expect, it } from "vitest";
import { readMarkdown } from "./markdown";

describe("the rule book", () => {
  it("is read block by block", () => {
    expect(readMarkdown("# Title\n\nSome **bold** words\nin two lines.\n\n- one\n- two\n  goes on\n\n![A bridge](bridge)")).toEqual([
      { kind: "heading", level: 1, text: "Title" },
      { kind: "paragraph", spans: [{ text: "Some ", strong: false }, { text: "bold", strong: true }, { text: " words in two lines.", strong: false }] },
      { kind: "list", items: [[{ text: "one", strong: false }], [{ text: "two goes on", strong: false }]] },
      { kind: "figure", caption: "A bridge", name: "bridge" },
    ]);
  });

  it("knows tables", () => {
    expect(readMarkdown("| a | b |\n|---|---|\n| 1 | **2** |")).toEqual([
      { kind: "table", head: ["a", "b"], rows: [[[{ text: "1", strong: false }], [{ text: "2", strong: true }]]] },
    ]);
  });

  it("takes no HTML for anything but text", () => {
    expect(readMarkdown("<script>alert(1)</script>")).toEqual([{ kind: "paragraph", spans: [{ text: "<script>alert(1)</script>", strong: false }] }]);
  });
});
