"""The exit codes, the same for every verb."""

from textwrap import fill

EXIT_YES, EXIT_NO, EXIT_BAD_INPUT, EXIT_OPEN, EXIT_INTERNAL = range(5)

YES = {
    "check": "certified",
    "bounds": "every row bounded",
    "reproduce": "all numbers agree",
    "init": "written or listed",
    "prove": "proved",
    "claims": "listed",
    "cite": "quoted; of a design, certified",
}
"""What 0 says, verb by verb."""

NO = {
    "prove": "refuted, or a file is not the one of the index",
    "claims": "never",
    "cite": "not certified (of a design only)",
    "init": "never",
}
"""What 1 says where it says more than no."""

UNDECIDED = {
    "prove": "open: an engine gave no answer, never read as proved",
    "claims": "never",
    "cite": "undecided (of a design only)",
    "init": "never",
}
"""What 3 says where it says more than undecided."""


def exit_codes(verb: str = "") -> str:
    """Return the exit codes in words.

    :param verb: one of YES; left out, all of them in general
    Never raises.
    Source: design rule "three exits are never mixed up"; no claim.
    """
    said = YES.get(verb) or "yes: " + ", ".join(f"{what} ({name})" for name, what in YES.items() if name != "cite")
    codes = {
        EXIT_YES: said,
        EXIT_NO: NO.get(verb, "well formed, and the answer is no"),
        EXIT_BAD_INPUT: "usage or malformed input",
        EXIT_OPEN: UNDECIDED.get(verb, "undecided or stopped, never read as yes"),
        EXIT_INTERNAL: "internal error, or a missing part; the line that mends it is printed",
    }
    lines = [
        fill(f"  {code}  {what}", 84, subsequent_indent="     ") for code, what in codes.items() if what != "never"
    ]
    return "\n".join(["exit codes:", *lines])
