"""Measurements, each beside a peer or hand-written C in the same run; `tesserae bench` prints them."""
