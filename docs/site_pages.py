"""What the documentation site makes of the pages; mkdocs calls it while it builds (see mkdocs.yml).

The pages are written for whoever reads them in the repository. The README becomes the first page and CHANGELOG.md
the last; links between them and the pages are turned with them. Links to sources, which a site has not, become
plain text.
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs/"
AT_THE_ROOT = {"README.md": "index.md", "CHANGELOG.md": "changelog.md"}
"""Pages that lie beside the folder `docs`, and what they are called in the site."""

_FENCE = re.compile(r"^(```.*?^```)$", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
_EXAMPLE = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Take in the pages that lie at the root."""
    for source, page in AT_THE_ROOT.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links of a page, and show its examples as a reader types them."""
    here = page.file.src_uri
    lies_at = next((source for source, name in AT_THE_ROOT.items() if name == here), DOCS + here)
    parts = _FENCE.split(markdown)
    parts[::2] = [turned_links(text, lies_at, here) for text in parts[::2]]
    return readable_examples("".join(parts))


def turned_links(text: str, lies_at: str, here: str) -> str:
    """Let the links of a page that lies there in the repository lead to where things are in the site."""

    def turned(link: re.Match[str]) -> str:
        mark, words, target, anchor = link.groups(default="")
        if ":" in target:
            return link[0]
        place = normpath(str(PurePosixPath(lies_at).parent / target))
        if place not in AT_THE_ROOT and not place.startswith(DOCS):
            return str(words)
        up = "../" * here.count("/")
        return f"{mark}[{words}]({up}{AT_THE_ROOT.get(place, place.removeprefix(DOCS))}{anchor})"

    return _LINK.sub(turned, text)


def readable_examples(text: str) -> str:
    """Mark examples as sessions, for their colours, and leave out what only a test needs."""
    return _EXAMPLE.sub("```pycon\n", text).replace("<BLANKLINE>\n", "\n")
