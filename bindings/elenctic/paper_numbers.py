"""The theoretical numbers of the paper as they stand printed there, and those that belong beside them."""

from __future__ import annotations

from enum import Enum, unique
from typing import NamedTuple


@unique
class Relation(Enum):
    """Hold what the paper says of a number and its own: ROUNDED to the digits printed, EQUAL, or AT_MOST."""

    ROUNDED = "rounded"
    EQUAL = "equal"
    AT_MOST = "at-most"


class Number(NamedTuple):
    """Hold one number of the paper, or one that it does not print.

    :param id: its name, group and symbol
    :param what: what it is, in words
    :param paper: as printed, in plain decimals, "p/q", "{3..11}", or "yes" and "no" for a statement; None where the
        paper prints none
    :param relation: how the printed one is to be read
    :param note: what a reader should know beside it
    """

    id: str
    what: str
    paper: str | None = None
    relation: Relation = Relation.ROUNDED
    note: str = ""


class Group(NamedTuple):
    """Hold the numbers of one item of the paper.

    :param item: where they stand in the paper
    :param inputs: what they are computed from
    :param assumes: which of these inputs are assumed
    :param numbers: in the order of the paper
    """

    item: str
    inputs: str
    assumes: str
    numbers: tuple[Number, ...]


def equal(id: str, what: str, paper: str, note: str = "") -> Number:
    """Return a number that the paper gives exactly, a set, or a statement."""
    return Number(id, what, paper, Relation.EQUAL, note)


def at_most(id: str, what: str, paper: str, note: str = "") -> Number:
    """Return a number of which the paper gives an upper bound."""
    return Number(id, what, paper, Relation.AT_MOST, note)


def beside(id: str, what: str, note: str = "") -> Number:
    """Return a number that the paper does not print."""
    return Number(id, what, None, Relation.EQUAL, note)


MODEL = "f, b, r and the loads of (18): a model, no evidence"
LEFT_END = "the paper's sets are additive (19); by the exact products the left end is 2 at every budget"

APPENDIX_B = Group(
    "Appendix B",
    "T = 14, q = 0.20, delta = 0.10, gamma = 0.20, a = 1, xi = 10, e = E/n",
    MODEL,
    (
        Number("appb.r_10", "scale r(10)", "3.39789527"),
        Number("appb.b_10", "reliability without effort, b(10)", "0.93469951"),
        Number("appb.f_0_10", "the same as f(0, 10)", "0.93469951"),
        equal("appb.budgets", "review budgets E = 20, 25, ..., 180", "33"),
        equal("appb.nonempty", "additive sets (19) never empty", "yes"),
        equal("appb.contiguous", "additive sets without a hole", "yes"),
        equal("appb.set_20", "additive set at E = 20", "{4}"),
        equal("appb.set_60", "additive set at E = 60", "{3..6}"),
        equal("appb.set_180", "additive set at E = 180", "{3..10}"),
        beside("appb.product_20", "exact product set at E = 20", LEFT_END),
        beside("appb.product_60", "exact product set at E = 60"),
        beside("appb.product_180", "exact product set at E = 180"),
        beside("appb.product_left", "left end of every exact product set"),
        beside("appb.product_whole", "product sets without a hole, nested"),
    ),
)

FIGURE_3 = Group(
    "Figure 3",
    "as Appendix B",
    MODEL,
    (equal("fig3.nested", "a larger budget keeps all lengths", "yes"),),
)

FIGURE_2 = Group(
    "Figure 2",
    "T = 14, q = 0.20, delta = 0.10, gamma = 0.20, a = 1, c = 0.985 - 0.001*(i-1)",
    "q, c and a",
    (
        equal("fig2.additive", "additive sufficient region (16)", "{3..11}"),
        beside(
            "fig2.product", "exact product region (14)", "the figure shows the additive region; products give 2 too"
        ),
        beside("fig2.K", "first crossing by the exact product"),
        beside("fig2.R_2", "R_2, at most 0.10"),
        beside("fig2.C_11", "C_11, at least 0.80"),
        beside("fig2.C_12", "C_12, below 0.80"),
    ),
)

TABLE_1 = Group(
    "Table 1",
    "E = 120, delta = 0.05, gamma = 0.10, xi = 10, global load 0.20; five rounds of effort 24",
    f"{MODEL}; the global load; a = 0.99",
    (
        Number("tab1.R_os", "global false-accept bound", "0.061875"),
        Number("tab1.C_os", "global true-accept bound", "0.938125"),
        equal("tab1.global", "global design certified", "no"),
        Number("tab1.R_5", "local false-accept bound", "0.032602"),
        Number("tab1.C_5", "local true-accept bound", "0.911219"),
        equal("tab1.local", "local design of length 5 certified", "yes"),
    ),
)

SECTION_5 = Group(
    "Section 5.2",
    "as Table 1; global load 0.10 where it is named",
    f"{MODEL}; both global loads; a = 0.99",
    (
        equal("s5.effort", "effort of each local round", "24"),
        Number("s5.sum", "additive sum, below log 20", "2.478731"),
        equal("s5.additive", "length 5 certified by (16)", "no"),
        Number("s5.R_os", "R_os at a global load of 0.10", "0.033856"),
        Number("s5.C_os", "C_os at a global load of 0.10", "0.966144"),
        equal("s5.global", "global certified, load 0.10", "yes"),
        beside(
            "s5.load_os",
            "largest load of (22): R_os <= 0.05",
            "R_os <= 0.05 is decided at both neighbours, one unit of the 12th decimal apart",
        ),
        beside("s5.saved_load", "global load less local ones, (20)"),
        beside("s5.needed_load", "what it must exceed by (20)"),
        beside("s5.greater", "product of local c above c_os, (20)"),
        beside("s5.load_0", "largest common local load of (23)", "the largest load here is 0.014"),
    ),
)

WORDS = "one word a field element or bit, metadata not counted"

APPENDIX_E3 = Group(
    "Appendix E.3",
    "as Table 1; 20-by-20 matrices over the field of 101 elements, both checks run and counted",
    f"{MODEL}; the global load; a = 0.99. The counts assume ordinary dense arithmetic",
    (
        equal("e3.f_24", "f(24, 10)", "0.995"),
        equal("e3.f_120", "f(120, 10)", "0.995"),
        Number("e3.c_os", "execution bound of the global check", "0.938125"),
        Number("e3.R_4", "R_4, above 0.05", "0.064617"),
        equal("e3.crossing", "first crossing on an all-pass path", "5"),
        equal("e3.sound_os", "R_os <= 0.05", "no"),
        equal("e3.complete_os", "C_os >= 0.90", "yes"),
        equal("e3.global_mults", "field multiplications, global", "8000"),
        equal("e3.global_adds", "field additions, global", "7600"),
        beside("e3.global_compares", "comparisons, global"),
        at_most("e3.global_all", "operations, global", "20000"),
        equal("e3.local_mults", "field multiplications, five checks", "6000"),
        equal("e3.local_adds", "field additions, five checks", "5700"),
        beside("e3.local_compares", "comparisons, five checks"),
        at_most("e3.local_all", "operations, five checks", "20000"),
        at_most("e3.global_words", "words, global: A, B and C", "4096", WORDS),
        at_most("e3.global_shown", "the same and the product on display", "4096"),
        at_most(
            "e3.local_words", "words, five checks", "4096", "1200 and five times 20 asked, 60 replied, 60 displayed"
        ),
    ),
)

WORLDS = (
    "tried: every D = AB - C but 0, (p, d) = (2, 1..4), (3, 2..3), (5, 2), (7, 2), (101, 1). For d = 20 it is argued"
)

APPENDIX_E1 = Group(
    "Appendix E.1",
    "T = 10, delta = 0.05, gamma = 0.10, q = 1/2, a = c = 0.99, or 1 where ideal",
    "a and c; q = 1/2 is the paper's argument (FREIVALDS-HALF.1)",
    (
        at_most("e1.q", "worst pass of a false product", "1/2", WORLDS),
        equal("e1.products", "matrix-vector products of a check", "3"),
        equal("e1.ideal_R_5", "R_5, ideal: 2^-5", "1/32"),
        equal("e1.ideal_C_5", "C_5, ideal", "1"),
        equal("e1.ideal_sound", "2^-5 <= 0.05", "yes"),
        equal("e1.qbar", "implemented bound", "0.505"),
        Number("e1.R_5", "R_5 = 0.505^5", "0.032844"),
        Number("e1.C_5", "C_5 = 0.99^10", "0.904382"),
        equal("e1.threshold", "certificate threshold 1/delta", "20"),
        equal("e1.K", "first crossing", "5"),
        Number("e1.R_4", "R_4, above 0.05", "0.065038"),
        Number("e1.C_6", "C_6, below 0.90", "0.886385"),
        equal("e1.region", "effective region (26)", "{5}"),
        equal("e1.gain", "additive gain of a round", "0.495"),
        equal("e1.additive_first", "least n with 0.495 n >= log 20", "7"),
        Number("e1.C_7", "C_7 = 0.99^14, below 0.90", "0.868746"),
        equal("e1.additive", "additive sufficient region", "none"),
    ),
)

APPENDIX_E2 = Group(
    "Appendix E.2",
    "delta = 0.05, gamma = 0.20, anchored mass 0.2, detection 1/100, c = 0.9, a = 1",
    "c, a and the anchored mass; detection 1/100 is the paper's argument (UNIFORM-AUDIT.1)",
    (
        equal("e2.pairs", "pairs of ten sessions", "45"),
        equal("e2.J", "constraints: 10 and two a pair", "100"),
        equal("e2.q", "false-pass bound", "0.998"),
        equal("e2.qbar", "implemented bound", "0.9982"),
        equal("e2.rounds", "ceiling of log 20 / -log 0.9982", "1663"),
        beside("e2.quotient", "the same before the ceiling"),
        equal("e2.K", "first crossing within T = 1663", "1663"),
        equal("e2.K_needs", "no crossing within T = 1662", "yes"),
        equal("e2.false_20", "false acceptance at T = 20", "0"),
        equal("e2.true_20", "true acceptance at T = 20", "0"),
        Number("e2.C_1663", "C_1663 = 0.9^1663", "8.04e-77"),
        equal("e2.never", "no horizon meets both criteria", "yes"),
        equal("e2.detection", "detection a round, 0.9*0.2/100", "0.0018"),
        Number("e2.gain", "log gain of a pass, -log 0.9982", "0.001802"),
    ),
)

PAPER = (APPENDIX_B, FIGURE_3, FIGURE_2, TABLE_1, SECTION_5, APPENDIX_E3, APPENDIX_E1, APPENDIX_E2)
"""Every theoretical number, by item."""

NOT_COVERED = "Tables 2, 3 and 4 are empirical, counts of recorded runs, and are not recomputed here."
