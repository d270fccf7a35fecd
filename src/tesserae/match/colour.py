"""Pictures in colour, for whoever shows them through Rich."""

from rich.text import Text

from tesserae.games.game import STYLES, Picture

_ASCII = str.maketrans("╭╮╰╯├┤┬┴┼─│·↑↓←→░▓×●", "+++++++++-|.^v<>:#xo")


def coloured(picture: Picture, *, ascii_only: bool = False) -> Text:
    """Join the spans of a picture, in letters that every terminal knows if need be."""
    return Text.assemble(
        *((text.translate(_ASCII) if ascii_only else text, STYLES[style]) for text, style in picture)
    )
