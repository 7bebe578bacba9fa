"""A study planner's ten minutes: from a starter design to a finished, replayed review.

Run it with ``python spec/examples/stories/plan_a_review.py``; it writes in a temporary folder only.
"""

import os
import tempfile
from pathlib import Path

from elenctic import Design, Review, Verdict, check
from elenctic.starting import write_starter


def main() -> None:
    os.chdir(tempfile.mkdtemp())

    print("1. Start from the matrix-product design and ask whether it is certified.\n")
    path = write_starter("matrix-product")
    result = check(Design.load(path))
    print(result, "\n")
    assert result.certified
    assert result.region == [(5, 5)]

    print("2. The execution bound that can be defended is 0.98 only. Still certified?\n")
    tired = path.read_text("utf-8").replace('execution = "0.99"', 'execution = "0.98"')
    Path("tired.toml").write_text(tired, "utf-8")
    refused = check(Design.load("tired.toml"))
    print(refused, "\n")
    assert not refused.certified

    print("3. It names the single changes that would certify it. Take the one in gamma.\n")
    relaxed = check(Design.load("tired.toml", gamma="0.15"))
    print(relaxed, "\n")
    assert relaxed.certified

    print("4. Run the review. A clarification uses up a round and moves nothing; five passes accept.\n")
    review = Review(Design.load("tired.toml", gamma="0.15"))
    review.clarify()
    print(review)
    while review.open:
        review.plan()
        review.conclude("pass")
        print(review)
    assert review.verdict is Verdict.ACCEPT
    assert review.round == 6

    print("\n5. Keep the transcript. Anyone can replay it; nobody has to trust the stored verdict.\n")
    replayed = Review.from_json(review.to_json())
    print(replayed)
    assert replayed.verdict is Verdict.ACCEPT

    print("\n6. A failed check ends a review for good, and says what that means.\n")
    failing = Review(Design.load("tired.toml", gamma="0.15"))
    failing.plan()
    failing.conclude("fail")
    print(failing)
    assert failing.verdict is Verdict.REJECT


if __name__ == "__main__":
    main()
