"""What to say when a library is not there."""


def missing_extra(library: str, extra: str) -> ImportError:
    """Name the extra that brings a library."""
    return ImportError(f"{library} is not installed: pip install 'tesserae[{extra}]'")
