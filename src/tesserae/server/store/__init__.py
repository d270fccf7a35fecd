"""Where the logs of the tables are kept: SQLite beside the server, or PostgreSQL for several of them.

`jobs` is everything that is ever asked of a database, in SQL that both understand; `store` runs jobs in a thread
of its own, many in one transaction; `sqlite` and `postgres` are what differs, `migrations` how databases grow up.
"""

from tesserae.server.store.jobs import Claim, Elsewhere, Lost, Row, TableRow
from tesserae.server.store.store import Store, StoreTrouble, open_store

__all__ = ["Claim", "Elsewhere", "Lost", "Row", "Store", "StoreTrouble", "TableRow", "open_store"]
