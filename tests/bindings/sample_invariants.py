"""A small index of invariants, made by hand: three claims of the ledger, two of them with an SMT-LIB file."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elenctic.invariant_index import sha256_of, swhid_of

HEAD = (
    "(set-info :smt-lib-version 2.6)\n(set-info :source |hand-made sample|)\n(set-info :category crafted)\n"
    "(set-option :global-declarations true)\n(set-logic ALL)\n"
    "(declare-fun x () Real)\n(declare-fun y () Real)\n(declare-fun n () Int)\n"
)
QUERIES = (
    "(assert (< (* x x) 0.0))",
    "(assert (and (<= 0.0 x) (<= x 1.0) (<= 0.0 y) (<= y 1.0) (> (* x y) x)))",
    "(assert (and (< 0 n) (< n 1)))",
)
SAT = "(assert (and (<= 0.0 x) (< (* x y) x)))"


def script(queries: tuple[str, ...] = QUERIES) -> bytes:
    asked = [f"{query}\n(set-info :status unsat)\n(check-sat)\n(reset-assertions)\n" for query in queries]
    return f"{HEAD}{''.join(asked)}(exit)\n".encode()


FILES: Mapping[str, bytes | None] = {
    "REGION-INTERVAL.1": script(),
    "VALUE-TIGHT.1": script(QUERIES[:1]),
    "FLOOR-PRODUCT.1": None,
}


def entry(name: str, data: bytes | None, queries: int) -> dict[str, Any]:
    return {
        "id": name,
        "statement_sha256": "0" * 64,
        "file": None if data is None else f"{name}.smt2",
        "sha256": None if data is None else sha256_of(data),
        "swhid": None if data is None else swhid_of(data),
        "queries": queries,
        "goals": 1,
        "branches": max(queries - 1, 0),
        "certified": queries // 2,
        "outcomes": {"z3": "PROVED", "cvc5": "PROVED", "identity": "OPEN"},
        "reasons": {"identity": "the other queries have no certificate"},
        "witnesses": {
            "satisfying": 5,
            "reachable": ["an interval", "empty"],
            "tight": ["R_3 = delta"],
            "failing": ["C_n > 1 - gamma"],
        },
        "hypotheses": [
            {"part": "membership", "hypothesis": "1 <= n", "found": "needed"},
            {"part": "membership", "hypothesis": "0 < gamma", "found": "removable"},
            {"part": "order", "hypothesis": "k < n", "found": "undecided"},
        ],
        "mutants": 19,
    }


def index() -> dict[str, Any]:
    queries = {name: (data or b"").count(b"(check-sat)") for name, data in FILES.items()}
    return {
        "schema": "elenctic.invariants/1",
        "spec_version": 1,
        "kernel": "1" * 64,
        "versions": {"z3-solver": "5.4.1.0", "cvc5": "1.4.2", "crosshair-tool": "0.0.113", "icontract": "2.7.3"},
        "claims": [entry(name, data, queries[name]) for name, data in FILES.items()],
    }


def write(folder: Path, changed: Mapping[str, Any] | None = None) -> Path:
    """Write the sample into a folder, with fields of the index changed."""
    folder.mkdir(exist_ok=True)
    for name, data in FILES.items():
        if data is not None:
            (folder / f"{name}.smt2").write_bytes(data)
    (folder / "invariants.json").write_text(json.dumps({**index(), **(changed or {})}), "utf-8")
    return folder


def rewrite(folder: Path, name: str, data: bytes, **fields: object) -> None:
    """Replace a file and let the index follow, as one would who alters both; other fields as told."""
    (folder / f"{name}.smt2").write_bytes(data)
    value = json.loads((folder / "invariants.json").read_text("utf-8"))
    for each in value["claims"]:
        if each["id"] == name:
            each.update({"sha256": sha256_of(data), "swhid": swhid_of(data), **fields})
    (folder / "invariants.json").write_text(json.dumps(value), "utf-8")
