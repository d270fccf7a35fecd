"""Draws the pictures of the README from real matches: `.venv/bin/python docs/pictures.py`."""

import random
from html import escape
from pathlib import Path

import tesserae
from tesserae.games.game import Picture
from tesserae.match import Match
from tesserae.solve.puzzelino.hints import next_step

COLOURS = {
    "": "#b8ab96",
    "frame": "#75664f",
    "label": "#9c8d76",
    "first": "#f0d9b5",
    "second": "#e8896b",
    "line": "#9fd08a",
    "number": "#f7efe2",
    "tile": "#8a6d3b",
    "last": "#9fd08a",
    "one": "#f0c94a",
    "two": "#e0604c",
    "three": "#6aa5e0",
    "blue": "#6aa5e0",
    "orange": "#f0a04b",
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


def quixo() -> Match:
    """Play some random moves of four-player Quixo."""
    match = tesserae.game("quixo", players=4).new()
    chance = random.Random(2)
    for _ in range(26):
        match.play(chance.choice(match.legal()))
    return match


def triominos() -> Match:
    """Play a round of Triominos far enough to show hexagons: everybody takes the most points, or draws."""
    match = tesserae.game("triominos", players=3).new(seed=202)
    chance = random.Random(202)
    for _ in range(60):
        lays = [action for action in match.legal() if match.worth(action) > 0]
        best = max(lays, key=lambda action: (match.worth(action), chance.random())) if lays else match.legal()[0]
        match.play(best)
    return match


def riomino() -> Match:
    """Play a game of RioMino without a board to its end."""
    match = tesserae.game("riomino").new(seed=3)
    chance = random.Random(1)
    while not match.over:
        match.play(chance.choice(match.legal()))
    return match


def puzzelino() -> Match:
    """Begin a tray puzzle, with a few pieces laid as they must lie."""
    match = tesserae.game("puzzelino", puzzle=60).new()
    for _ in range(6):
        step = next_step(match.game.puzzle, [move.action for move in match.moves])  # type: ignore[attr-defined]
        match.play(step.values["move"])
    return match


if __name__ == "__main__":
    for match, title in (
        (quixo(), "Four-player Quixo in the terminal"),
        (triominos(), "Triominos in the terminal"),
        (riomino(), "RioMino without a board in the terminal"),
        (puzzelino(), "A tray puzzle of Puzzelino in the terminal"),
    ):
        target = Path(__file__).with_name(f"{match.game.name}.svg")
        target.write_text(svg(match.picture(), title), encoding="utf-8")
        print(match)
