"""A study planner's ten minutes: from counted pilot trials to bounds, lengths, an effort split and the global check.

Run it with ``python spec/examples/stories/from_pilot_to_lengths.py``; it writes in a temporary folder only.
"""

import os
import tempfile
from pathlib import Path

from elenctic import Design, Review, Verdict, check, pilot_bounds
from elenctic.cli import main as elenctic
from elenctic.starting import write_starter

PILOT = "bound,misses,trials\nexecution,0,400\nresponse,1,600\n"


def main() -> None:
    os.chdir(tempfile.mkdtemp())

    print("1. How many trials without a miss do the bounds take? Before the pilot, not after.\n")
    print(pilot_bounds(need={"execution": "0.99", "response": "0.99"}), "\n")

    print("2. The pilot is run and counted. Which bounds hold, all at once, with 95 % confidence?\n")
    Path("pilot.csv").write_text(PILOT, "utf-8")
    shown = pilot_bounds("pilot.csv")
    print(shown, "\n")
    assert [row.lower.decimal for row in shown.rows] == ["0.990820", "0.990749"]

    print("3. Paste them into a design and ask which lengths they certify.\n")
    result = check(Design.load(write_starter("pilot")))
    print(result, "\n")
    assert result.region == [(5, 5)]

    print("4. Effort is short. With an effort model every length has its own allocation, and the answer is a set.\n")
    design = Design.load(write_starter("global"))
    compared = check(design)
    print(compared, "\n")
    assert compared.region == [(5, 5)]
    assert compared.global_check is not None
    assert compared.global_check.certified is False

    print("5. The advantage lies in the assumed loads alone: at a global load of 0.10 both are certified.\n")
    lighter = Path("global.toml").read_text("utf-8").replace('load = "0.20"', 'load = "0.10"')
    Path("lighter.toml").write_text(lighter, "utf-8")
    both = check(Design.load("lighter.toml"))
    print(both, "\n")
    assert both.certified
    assert both.global_check is not None
    assert both.global_check.certified

    print("6. Run the certified length: its execution bounds are written out, rounded down.\n")
    review = Review(design.at_length(5))
    while review.open:
        review.plan()
        review.conclude("pass")
    print(review, "\n")
    assert review.verdict is Verdict.ACCEPT

    print("7. Every theoretical number of the paper, beside the recomputed one.\n")
    assert elenctic(["reproduce"]) == 0


if __name__ == "__main__":
    main()
