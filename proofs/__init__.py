"""Show the kernel's invariants: run as ``python -m proofs`` from the checkout. Nothing here is imported by users."""
