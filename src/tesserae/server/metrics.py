"""What the house counts, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()
TABLES = Gauge("tesserae_tables", "Tables in memory", registry=REGISTRY)
GUESTS = Gauge("tesserae_guests", "Connections to tables of this process", registry=REGISTRY)
SOCKETS = Gauge("tesserae_sockets", "Open WebSockets of this process", registry=REGISTRY)
COMMANDS = Counter("tesserae_commands", "Commands by what became of them", ["kind", "result"], registry=REGISTRY)
EVENTS = Counter("tesserae_events", "Events appended to the logs of tables", registry=REGISTRY)
APPEND_SECONDS = Histogram(
    "tesserae_append_seconds",
    "Until an event was kept for good",
    registry=REGISTRY,
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
THINK_SECONDS = Histogram("tesserae_think_seconds", "Bots' thoughts about a move", registry=REGISTRY)
DAMAGED = Counter("tesserae_damaged_tables", "Tables that could not be taken up again", registry=REGISTRY)
FAILURES = Counter("tesserae_failures", "Errors that were nobody's fault but ours", ["where"], registry=REGISTRY)
LIMITED = Counter("tesserae_limited", "Requests that had to wait or come back later", ["what"], registry=REGISTRY)
