"""Write the page of properties: each claim in plain English, the file that proves it, the file that is shipped.

The page hangs on the ledger and on where the proofs lie; a test holds it against what stands in ``spec/properties.md``.
"""

from pathlib import Path
from typing import Any

from . import freeze
from .ledger import ledger

PAGE = Path(__file__).parents[1] / "spec/properties.md"
HEAD = """# Properties, in plain English

Every claim of [claims.toml](claims.toml), with the file that proves it and the SMT-LIB script that is shipped, so that
`elenctic cite ID` and `elenctic prove ID` work without a checkout. Written by `python -m proofs.properties`.
Hypotheses, and what each claim does not cover, stand in the ledger and in the citation; read
[caveats.md](caveats.md) before you quote one.
"""
SECTIONS = (
    ("proved", "Proved", "by Z3 on every path of the kernel's own Python code, and by a second engine"),
    ("computed", "Computed", "exact arithmetic on your bounds; as good as the hypotheses"),
    ("assumed", "Assumed", "yours to supply, or taken from mathematics; nothing here checks them"),
)


def page() -> str:
    """Return the page."""
    claims, files = ledger(), {name: f"{at.module}.py" for name, at in freeze.starts().items()}
    superseded = {claim["supersedes"]: claim["id"] for claim in claims if "supersedes" in claim}
    parts = [HEAD]
    for kind, title, meaning in SECTIONS:
        rows = [claim for claim in claims if claim["class"] == kind and claim["id"] not in superseded]
        parts.append(f"## {title}\n\n{len(rows)} claims: {meaning}.\n\n{_table(rows, files)}")
    old = [f"- {before}, by {after}" for before, after in superseded.items()]
    parts.append("## Superseded\n\nThey still cite, with why they were replaced.\n\n" + "\n".join(old) + "\n")
    return "\n".join(parts)


def _table(claims: list[dict[str, Any]], files: dict[str, str]) -> str:
    if not any(claim["id"] in files for claim in claims):
        lines = ["| claim | in plain English | source |", "|---|---|---|"]
        lines += [f"| {claim['id']} | {_plain(claim['statement'])} | {_plain(claim['source'])} |" for claim in claims]
        return "\n".join(lines) + "\n"
    lines = ["| claim | in plain English | source | proof | shipped |", "|---|---|---|---|---|"]
    for claim in claims:
        name = claim["id"]
        proof = f"[{files[name]}](../proofs/{files[name]})"
        shipped = f"[{name}.smt2](../bindings/elenctic/invariants/{name}.smt2)"
        lines.append(f"| {name} | {_plain(claim['statement'])} | {_plain(claim['source'])} | {proof} | {shipped} |")
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
