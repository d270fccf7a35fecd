"""The operations of a game, dispatched on the type of its record.

A game is a record type and a module of plain functions named like the operations below. Generic code calls
`legal(state, ...)` and gets the right one: chosen while compiling, or looked up when Python runs uncompiled.
Rules need no decorator, but a function that another rule calls is marked `inner`.
"""

from collections.abc import Callable
from functools import wraps
from inspect import isfunction
from types import ModuleType
from typing import Annotated, Any, ParamSpec, TypeAlias, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from tesserae.kernel.cache import check_sources
from tesserae.kernel.compiling import INNER_OPTIONS, inner
from tesserae.kernel.generator import Words, below
from tesserae.kernel.record import WORD_BYTES, hash_words

P = ParamSpec("P")
R = TypeVar("R")

Actions: TypeAlias = npt.NDArray[np.int32]
ActionRows: TypeAlias = Annotated[npt.NDArray[np.int32], "2-D"]
Order: TypeAlias = npt.NDArray[np.int32]
States: TypeAlias = npt.NDArray[np.record]

OVER = -1
"""What `mover` says when the game has ended."""
CHANCE = -2
"""What `mover` says when the game waits for a `deal`."""

_required: list[str] = []
_rules_of_dtype: dict[np.dtype[Any], dict[str, Any]] = {}
_rules_of_type: dict[Any, dict[str, Any]] = {}


def register(dtype: np.dtype[Any], rules: ModuleType) -> None:
    """Say which module holds the rules over this record type, and check that it can."""
    if dtype.itemsize % WORD_BYTES:
        raise ValueError(f"a record of {dtype.itemsize} bytes: pad it to whole words of {WORD_BYTES} bytes")
    if taken := [name for name in dtype.names or () if hasattr(np.record, name)]:
        raise ValueError(f"fields named {taken}: a record has attributes of that name already")
    if dtype in _rules_of_dtype:
        raise ValueError(f"the record type of {rules.__name__} has rules already: let it differ in a field name")
    defined = _own_functions(rules)
    if missing := [name for name in _required if name not in defined]:
        raise ValueError(f"{rules.__name__} lacks the operations {missing}")
    check_sources()
    _rules_of_dtype[dtype] = _rules_of_type[numba.from_dtype(dtype)] = defined


def extend(dtype: np.dtype[Any], more: ModuleType) -> None:
    """Add the operations of another module to those of a registered record type."""
    added = _own_functions(more)
    if twice := sorted(added.keys() & _rules_of_dtype[dtype].keys()):
        raise ValueError(f"{more.__name__} defines {twice} again")
    _rules_of_dtype[dtype].update(added)


def _own_functions(module: ModuleType) -> dict[str, Any]:
    return {name: f for name, f in vars(module).items() if isfunction(f) and f.__module__ == module.__name__}


def operation(default: Callable[P, R]) -> Callable[P, R]:
    """Declare an operation; the body serves the games whose rules do not define it themselves."""
    name = default.__name__

    @wraps(default)
    def dispatch(*args: P.args, **kwargs: P.kwargs) -> R:
        rules = _rules_of_dtype[cast("np.record", args[0]).dtype]
        return cast("R", rules.get(name, default)(*args, **kwargs))

    @overload(dispatch, strict=False, jit_options=INNER_OPTIONS)  # type: ignore[untyped-decorator]
    def compile_for(state: Any, *_args: Any) -> Any:
        return _rules_of_type[state].get(name, default) if state in _rules_of_type else None

    return dispatch


def required(declared: Callable[P, R]) -> Callable[P, R]:
    """Declare an operation that every game must define."""
    _required.append(declared.__name__)
    return operation(declared)


# --- chance ------------------------------------------------------------------------------------------------


@operation
def chance(state: np.record, bounds: Order) -> int:
    """Write what the next deal needs, one bound a number, and return how many numbers that is.

    Number i of the order is uniform from 0 to bounds[i] - 1: six for a die, n, n-1, ..., 1 for shuffling n
    tiles (each number picks among those left), the number of players for a lot.
    """
    return 0


@operation
def deal(state: np.record, order: Order) -> None:
    """Take in everything chance decides until the next deal: the one door for it."""


# --- play --------------------------------------------------------------------------------------------------


@required
def mover(state: np.record) -> int:
    """Name the seat to move, or OVER, or CHANCE."""
    raise NotImplementedError


@required
def space(state: np.record) -> int:
    """Count the action numbers: every action is at least 0 and below this."""
    raise NotImplementedError


@operation
def most_legal(state: np.record) -> int:
    """Give a number that the legal actions of one position never exceed."""
    return space(state)


@required
def legal(state: np.record, actions: Actions) -> int:
    """Write the legal actions in rising order and return their number; none when nobody is to move."""
    raise NotImplementedError


@required
def is_legal(state: np.record, action: int) -> bool:
    """Say whether this number is a legal action now, whatever the number."""
    raise NotImplementedError


@required
def apply(state: np.record, action: int) -> None:
    """Make a legal action; what an illegal one does is undefined."""
    raise NotImplementedError


@operation
def choose(state: np.record, generator: Words, actions: Actions) -> int:
    """Draw one of the legal actions, all equally likely; `actions` is room to work in."""
    return actions[below(generator, legal(state, actions))]  # type: ignore[no-any-return]


@operation
def worth(state: np.record, action: int) -> int:
    """Say what an action scores by itself, whatever may come of it; 0 where only the result counts."""
    return 0


# --- repetition --------------------------------------------------------------------------------------------


@operation
def reversible(state: np.record) -> int:
    """Count the moves since the last one that can never be undone; 0 in games that only go forward."""
    return 0


@operation
def repeat(state: np.record, times: int) -> None:
    """Hear that this position has now occurred so many times (two or more)."""


@operation
def position_words(state: np.record) -> int:
    """Count the leading words of the record that make up the position, without clocks and counters.

    0, the default: positions never recur, and nobody needs to remember them.
    """
    return 0


@inner
def position_key(state: np.record) -> np.uint64:
    """Hash the position: equal for positions the rules treat alike."""
    return hash_words(state, position_words(state))


# --- result ------------------------------------------------------------------------------------------------


@required
def points(state: np.record, seat: int) -> int:
    """Give the score of a seat so far."""
    raise NotImplementedError


@required
def winners(state: np.record) -> int:
    """Give the winning seats as a bit set: 0 while the game runs and for a draw."""
    raise NotImplementedError


@required
def ending(state: np.record) -> int:
    """Give the number of the reason the game ended for, from the game's list; 0 while it runs."""
    raise NotImplementedError


@operation
def resign(state: np.record, seat: int) -> None:
    """End a running game because this seat gives up."""
    raise NotImplementedError


@operation
def agree_draw(state: np.record) -> None:
    """End a running game because all agreed to a draw."""
    raise NotImplementedError


# --- secrecy -----------------------------------------------------------------------------------------------


@operation
def mask(state: np.record, seat: int) -> None:
    """Blank, in place, everything this seat may not know (seat -1: a spectator): the one door for secrecy."""


@operation
def determinize(state: np.record, seat: int, generator: Words) -> None:
    """Fill, in place, what was blanked for this seat, uniformly among all that it may be."""
