"""The rows of a table in compiled code, without the counting of references that a slice costs.

A slice keeps its table alive by an atomic counter, twice for every row and every function it is given to; in a
loop over many small games that took half of the time. A row from here is borrowed: the table must outlive it.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array


def row(table: npt.NDArray[Any], index: int) -> npt.NDArray[Any]:
    """Borrow the row with this number of a table whose rows lie one behind the other."""
    found: npt.NDArray[np.generic] = table[index]
    return found


@intrinsic  # type: ignore[untyped-decorator]
def _borrow(_context: Any, table: Any, index: Any) -> Any:
    found = types.Array(table.dtype, 1, "C")

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = make_array(signature.args[0])(context, builder, arguments[0])
        shape = cgutils.unpack_tuple(builder, whole.shape, 2)
        strides = cgutils.unpack_tuple(builder, whole.strides, 2)
        offset = builder.mul(arguments[1], shape[1])
        result = make_array(found)(context, builder)
        populate_array(
            result,
            data=builder.gep(whole.data, [offset]),
            shape=[shape[1]],
            strides=[strides[1]],
            itemsize=whole.itemsize,
            meminfo=None,
        )
        return result._getvalue()

    return found(table, index), codegen


@overload(row, strict=False)  # type: ignore[untyped-decorator]
def _compile_row(table: Any, index: Any) -> Any:
    if isinstance(table, types.Array) and table.ndim == 2 and table.layout == "C":
        return lambda table, index: _borrow(table, np.int64(index))
    return None
