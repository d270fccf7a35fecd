"""Draws the pictures of the README from real matches: `.venv/bin/python docs/pictures.py`."""

import random
from html import escape
from pathlib import Path

import tesserae
from tesserae.games.game import Picture

COLOURS = {
    "": "#b8ab96",
    "frame": "#75664f",
    "label": "#9c8d76",
    "first": "#f0d9b5",
    "second": "#e8896b",
    "line": "#9fd08a",
}
TABLE = "#2b2520"
LETTER, LINE, MARGIN = 9.03, 19, 18
FONT = "15px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def svg(picture: Picture, title: str) -> str:
    """Set the spans of a picture in type, each in its colour."""
    lines: list[list[tuple[str, str]]] = [[]]
    for text, style in picture:
        first, *others = text.split("\n")
        lines[-1].append((first, style))
        lines += [[(other, style)] for other in others]
    width = MARGIN * 2 + LETTER * max(sum(len(text) for text, _ in line) for line in lines)
    height = MARGIN * 2 + LINE * len(lines)
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:.0f}" height="{height}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" rx="12" fill="{TABLE}"/>',
        f'<g style="font: {FONT}; white-space: pre">',
    ]
    for number, line in enumerate(lines):
        column = 0
        for text, style in line:
            if text.strip():
                place = f'x="{MARGIN + column * LETTER:.1f}" y="{MARGIN + (number + 0.8) * LINE:.1f}"'
                length = f'textLength="{len(text) * LETTER:.1f}" xml:space="preserve"'
                drawn.append(f'<text {place} {length} fill="{COLOURS[style]}">{escape(text)}</text>')
            column += len(text)
    return "\n".join([*drawn, "</g>", "</svg>", ""])


if __name__ == "__main__":
    match = tesserae.game("quixo", players=4).new()
    chance = random.Random(2)
    for _ in range(26):
        match.play(chance.choice(match.legal()))
    target = Path(__file__).with_name("quixo.svg")
    target.write_text(svg(match.picture(), "Four-player Quixo in the terminal"), encoding="utf-8")
    print(match)
