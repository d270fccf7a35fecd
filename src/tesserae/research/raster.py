"""A drawing for a terminal as a picture of pixels: letters by a font, lines and areas by hand.

Every letter has a box of WIDTH by HEIGHT; frames and slanted sides are drawn from edge to edge of it, so that
boards look as they do in a terminal, without a font that knows such letters.
"""

import numpy as np
import numpy.typing as npt

from tesserae.games.game import Picture
from tesserae.research.missing import missing_extra

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    raise missing_extra("Pillow", "render") from missing

WIDTH, HEIGHT = 10, 20
MARGIN = 10
BACKGROUND = (18, 22, 28)
PLAIN = (214, 218, 224)
COLOURS = {
    "frame": (112, 122, 136),
    "label": (140, 148, 160),
    "first": (242, 96, 92),
    "second": (84, 204, 222),
    "line": (120, 230, 130),
    "number": (245, 246, 248),
    "tile": (222, 184, 88),
    "last": (120, 220, 120),
    "one": (240, 208, 84),
    "two": (242, 96, 92),
    "three": (98, 148, 248),
    "blue": (98, 158, 248),
    "orange": (248, 160, 72),
}
STROKES = {
    "─": "lr",
    "│": "ud",
    "├": "udr",
    "┤": "udl",
    "┬": "lrd",
    "┴": "lru",
    "┼": "lrud",
    "╭": "rd",
    "╮": "ld",
    "╯": "lu",
    "╰": "ru",
}
"""The edges of its box that a letter of a frame joins to the middle."""
ENDS = {"l": (0, HEIGHT // 2), "r": (WIDTH, HEIGHT // 2), "u": (WIDTH // 2, 0), "d": (WIDTH // 2, HEIGHT)}
ARROWS = {"←": "rl", "→": "lr", "↑": "du", "↓": "ud"}
"""From which edge an arrow comes, and where it points."""
SHADES = {"░": 0.25, "▓": 0.6}

Colour = tuple[int, int, int]


def raster(picture: Picture) -> npt.NDArray[np.uint8]:
    """Draw a picture; returns rows of pixels with three colours each."""
    lines = "".join(text for text, _ in picture).split("\n")
    size = (max(map(len, lines)) * WIDTH + 2 * MARGIN, len(lines) * HEIGHT + 2 * MARGIN)
    image = Image.new("RGB", size, BACKGROUND)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(HEIGHT * 0.7)
    row = column = 0
    for text, style in picture:
        for letter in text:
            if letter == "\n":
                row, column = row + 1, 0
                continue
            at = (MARGIN + column * WIDTH, MARGIN + row * HEIGHT)
            _draw_letter(draw, font, letter, at, COLOURS.get(style, PLAIN))
            column += 1
    return np.asarray(image)


def _draw_letter(
    draw: "ImageDraw.ImageDraw",
    font: "ImageFont.ImageFont | ImageFont.FreeTypeFont",
    letter: str,
    at: tuple[int, int],
    colour: Colour,
) -> None:
    left, top = at
    middle = (left + WIDTH // 2, top + HEIGHT // 2)
    if letter in STROKES:
        for edge in STROKES[letter]:
            draw.line([middle, (left + ENDS[edge][0], top + ENDS[edge][1])], colour)
    elif letter in SHADES:
        draw.rectangle([left, top, left + WIDTH - 1, top + HEIGHT - 1], _mixed(colour, SHADES[letter]))
    elif letter in "/\\":
        ends = (left, left + WIDTH)
        draw.line([(ends[letter == "/"], top), (ends[letter == "\\"], top + HEIGHT)], colour, 2)
    elif letter in ARROWS:
        tail, head = ((left + ENDS[edge][0], top + ENDS[edge][1]) for edge in ARROWS[letter])
        draw.line([tail, head], colour, 2)
        draw.ellipse(_around(head, 3), colour)
    elif letter in "·●":
        draw.ellipse(_around(middle, 1.5 if letter == "·" else 4), colour)
    elif letter == "×":
        x, y = middle
        draw.line([(x - 3, y - 3), (x + 3, y + 3)], colour)
        draw.line([(x - 3, y + 3), (x + 3, y - 3)], colour)
    elif letter != " ":
        draw.text(middle, letter, colour, font, anchor="mm")


def _around(point: tuple[int, int], radius: float) -> list[float]:
    x, y = point
    return [x - radius, y - radius, x + radius, y + radius]


def _mixed(colour: Colour, share: float) -> Colour:
    red, green, blue = (
        round(share * part + (1 - share) * back) for part, back in zip(colour, BACKGROUND, strict=True)
    )
    return red, green, blue
