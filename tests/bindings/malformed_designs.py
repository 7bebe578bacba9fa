"""Malformed designs, each with what its refusal must name; run through Python and the command line.

``MALFORMED``, ``MODELS`` and ``NUMBERS`` hold (id, files, main file, field or line); ``SAYS`` holds what the error of
an id must say it expected and got. A file name with a slash makes a folder. An empty field means that the file as such
cannot be read. ``MODELS`` are found when the lengths of an effort model are decided, all others when they are read.
"""

import json

from elenctic.documents import MAX_BYTES

Case = tuple[str, dict[str, bytes], str, str | int]

_FIRST = ("delta", "gamma", "horizon", "attempts", "length")


def toml(tail: str = "", **words: str | None) -> bytes:
    """Return a good design in TOML, with the given words replaced (None: left out) and a tail added."""
    good: dict[str, str | None] = {"delta": '"0.05"', "gamma": '"0.10"', "horizon": "3", "false_pass": '"1/2"'}
    good |= {"execution": '"0.95"', "response": '"0.99"', **words}
    lines = {name: f"{name} = {text}\n" for name, text in good.items() if text is not None}
    targets = "".join(line for name, line in lines.items() if name in _FIRST)
    bounds = "".join(line for name, line in lines.items() if name not in _FIRST)
    return f"[targets]\n{targets}[bounds]\n{bounds}{tail}".encode()


def jsonic(tail: str = "", **words: str | None) -> bytes:
    """Return the same in JSON."""
    good: dict[str, str | None] = {"delta": '"0.05"', "gamma": '"0.10"', "horizon": "3", "false_pass": '"1/2"'}
    good |= {"execution": '"0.95"', "response": '"0.99"', **words}
    pairs = {name: f'"{name}": {text}' for name, text in good.items() if text is not None}
    targets = ", ".join(pair for name, pair in pairs.items() if name in _FIRST)
    bounds = ", ".join(pair for name, pair in pairs.items() if name not in _FIRST)
    return f'{{"targets": {{{targets}}},\n"bounds": {{{bounds}}}{tail}}}'.encode()


def effort(tail: str = "", **words: str | None) -> bytes:
    """Return a good effort design in TOML, with the given words replaced (None: left out) and a tail added."""
    model: dict[str, str | None] = {"budget": '"60"', "expertise": '"10"', "reliability": '"0.9 + 0.01*exp(-e)"'}
    model |= {"scale": '"1 + log(1+xi)"', "load": '"0.01*i"', "allocation": None}
    lines = {name: words.pop(name, text) for name, text in model.items()}
    section = "".join(f"{name} = {text}\n" for name, text in lines.items() if text is not None)
    return toml(f"[effort]\n{section}{tail}", **{"execution": None, **words})


def one_shot(**words: str | None) -> str:
    """Return a good global check of such a design, with the given words replaced (None: left out)."""
    good: dict[str, str | None] = {"effort": "60", "load": '"0.2"', "false_pass": "0", "response": "1", **words}
    return "[global]\n" + "".join(f"{name} = {text}\n" for name, text in good.items() if text is not None)


_GIVEN = {"effort": None, "load": None, "execution": "1"}
_NAMED = toml(false_pass=None, execution=None, response=None, csv='"bounds.csv"')
_HEAD = b"false_pass,execution,response\n"
_ROW = b"1/2,0.95,0.99\n"
_GOOD = _HEAD + 3 * _ROW

_Row = tuple[str, bytes, str | int, str, str]
_HOURS = ("effort.reliability", "at most 10000000 steps in all", "rounds")

_TOML: list[_Row] = [
    ("a delta of 0", toml(delta="0"), "targets.delta", "above 0 and below 1", "0"),
    ("a delta of 1", toml(delta="1"), "targets.delta", "above 0 and below 1", "1"),
    ("a delta above 1", toml(delta='"1.5"'), "targets.delta", "above 0 and below 1", '"1.5"'),
    ("a negative delta", toml(delta='"-1/20"'), "targets.delta", "above 0 and below 1", '"-1/20"'),
    ("a delta that is nan", toml(delta="nan"), "targets.delta", "finite number", "nan"),
    ("a delta that is inf", toml(delta="inf"), "targets.delta", "finite number", "inf"),
    ("a delta that is -inf as text", toml(delta='"-inf"'), "targets.delta", "finite number", '"-inf"'),
    ("a delta that is true", toml(delta="true"), "targets.delta", "one number", "true"),
    ("a delta that is a date", toml(delta="2020-01-02"), "targets.delta", "one number", "2020-01-02"),
    ("a delta that is a time", toml(delta="07:32:00"), "targets.delta", "one number", "07:32:00"),
    ("a delta that is a list", toml(delta='["0.05"]'), "targets.delta", "one number", "a list of 1"),
    ("a delta that is a table", toml(delta="{ a = 1 }"), "targets.delta", "one number", "a table"),
    ("a delta with an underscore", toml(delta="0.000_1"), "targets.delta", "underscores", "0.000_1"),
    ("a delta in percent", toml(delta='"5%"'), "targets.delta", "proportion", '"5%"'),
    ("a delta out of a double's range", toml(delta="1e400"), "targets.delta", "above 0 and below 1", "1e400"),
    ("a delta of a billion decimals", toml(delta="1e-1000000000"), "targets.delta", "digits", "1e-1000000000"),
    ("a gamma of 0", toml(gamma='"0"'), "targets.gamma", "above 0 and below 1", '"0"'),
    ("a gamma of 1", toml(gamma='"1"'), "targets.gamma", "above 0 and below 1", '"1"'),
    ("a design without delta", toml(delta=None), "targets.delta", "no default", "nothing"),
    ("a design without horizon", toml(horizon=None), "targets.horizon", "no default", "nothing"),
    ("gamma without response", toml(response=None), "bounds.response", "only together", "nothing"),
    ("response without gamma", toml(gamma=None), "targets.gamma", "only together", "nothing"),
    ("a horizon of 0", toml(horizon="0"), "targets.horizon", "from 1 to", "0"),
    ("a negative horizon", toml(horizon="-3"), "targets.horizon", "from 1 to", "-3"),
    ("a horizon with an exponent", toml(horizon="1e3"), "targets.horizon", "whole number", "1e3"),
    ("a horizon with a point", toml(horizon="3.0"), "targets.horizon", "whole number", "3.0"),
    ("a horizon of an empty text", toml(horizon='""'), "targets.horizon", "whole number", '""'),
    ("a horizon in Arabic digits", toml(horizon='"٣"'), "targets.horizon", "whole number", "u0663"),
    ("a horizon that is true", toml(horizon="true"), "targets.horizon", "whole number", "true"),
    ("a horizon above the limit", toml(horizon="10000001"), "targets.horizon", "to 10000000", "10000001"),
    ("a horizon of 5000 digits", toml(horizon="9" * 5000), 4, "at most 4000 digits", "longer"),
    ("a horizon of 9000 hex digits", toml(horizon="0x" + "f" * 9000), "targets.horizon", "whole", "36000 bits"),
    ("no attempts", toml(attempts="0"), "targets.attempts", "from 1 to", "0"),
    ("a fraction of attempts", toml(attempts='"1/2"'), "targets.attempts", "whole number", '"1/2"'),
    ("a length of 0", toml(length="0"), "targets.length", "from 1 to 3", "0"),
    ("a length beyond the horizon", toml(length="4"), "targets.length", "from 1 to 3", "4"),
    (
        "a misspelt target",
        toml(dleta='"0.05"').replace(b"delta", b"dleta", 1),
        "targets.dleta",
        "keys delta",
        "mean delta",
    ),
    ("an unknown bound", toml(expertise="1"), "bounds.expertise", "keys false_pass", '"expertise"'),
    ("a bound by its symbol", toml(q="1"), "bounds.q", "keys false_pass", "did you mean false_pass"),
    ("a misspelt section", toml("[reason]\n"), "reason", "sections targets", "did you mean reasons"),
    ("a target outside its section", b"delta = 1\n" + toml(), "delta", "in its section", "outside"),
    ("a symbol outside its section", b"T = 3\n" + toml(), "T", "horizon in its section", '"T"'),
    ("a section of a later version", toml("[parameters]\n"), "parameters", "not read [parameters] yet", "[parameters]"),
    ("the question of a later version", toml("[question]\n"), "question", "not read [question] yet", "[question]"),
    ("a later schema", b'schema = "elenctic.design/2"\n' + toml(), "schema", "elenctic.design/1", "elenctic.design/2"),
    ("another file's schema", b'schema = "elenctic.transcript/1"\n' + toml(), "schema", "design/1", "transcript/1"),
    ("a schema that is a number", b"schema = 1\n" + toml(), "schema", "elenctic.design/1", "1"),
    ("a section that is a number", b"targets = 3\n", "targets", "a table", "3"),
    ("a section that is a list of tables", b"[[targets]]\ndelta = 1\n", "targets", "a table", "a list of 1"),
    ("a false-pass bound of 1", toml(false_pass='"1"'), "bounds.false_pass", "below 1", '"1" in every round'),
    ("a false-pass bound above 1", toml(false_pass='"1.01"'), "bounds.false_pass", "below 1", '"1.01"'),
    ("a negative false-pass bound", toml(false_pass='"-0.1"'), "bounds.false_pass", "from 0", '"-0.1"'),
    ("an execution bound of 0", toml(execution='"0"'), "bounds.execution", "above 0", '"0" in every round'),
    ("an execution bound above 1", toml(execution='"1.1"'), "bounds.execution", "at most 1", '"1.1"'),
    ("a negative execution bound", toml(execution='"-0.5"'), "bounds.execution", "above 0", '"-0.5"'),
    ("a response bound of 0", toml(response='"0"'), "bounds.response", "above 0", '"0"'),
    (
        "an implemented bound of 0",
        toml(false_pass='"0"', execution='"1"'),
        "bounds.false_pass",
        "above 0",
        "q = 0 and c = 1 in round 1",
    ),
    (
        "an implemented bound of 0 in one round",
        toml(false_pass='["1/2", 0, "1/2"]', execution='"1"'),
        "bounds.false_pass[2]",
        "above 0",
        "q = 0 and c = 1 in round 2",
    ),
    (
        "a bound of 1 in one round",
        toml(false_pass='["1/2", "1/2", 1]'),
        "bounds.false_pass[3]",
        "below 1",
        "1 in round 3",
    ),
    (
        "an execution bound of 0 in one round",
        toml(execution='["1", 0, 1]'),
        "bounds.execution[2]",
        "above 0",
        "round 2",
    ),
    ("a design without false_pass", toml(false_pass=None), "bounds.false_pass", "no default", "nothing"),
    ("a design without execution", toml(execution=None), "bounds.execution", "no default", "nothing"),
    ("too few entries", toml(execution='["1", "1"]'), "bounds.execution", "3 entries", "2"),
    ("too many entries", toml(execution='["1", "1", "1", "1"]'), "bounds.execution", "3 entries", "4"),
    ("no entries", toml(response="[]"), "bounds.response", "3 entries", "0"),
    (
        "a list in a list",
        toml(execution='[["1"], "1", "1"]'),
        "bounds.execution[1]",
        "one number",
        "a list of 1 in round 1",
    ),
    ("an expression in a list", toml(execution='["1", "1-0.1*i", "1"]'), "bounds.execution[2]", "number", "round 2"),
    ("a bound of 1/0", toml(execution='"1/0"'), "bounds.execution", "denominator other than 0", '"1/0"'),
    ("a bound with two slashes", toml(false_pass='"1/2/3"'), "bounds.false_pass", "a number such as", '"1/2/3"'),
    ("an adaptive execution bound", toml(execution='"adaptive"'), "bounds.execution", "a number such as", '"adaptive"'),
    ("a division by 0 in round 2", toml(execution='"1/(2-i)"'), "bounds.execution", "divisor other than 0", "i = 2"),
    ("an expression above 1", toml(execution='"0.5*i"'), "bounds.execution", "at most 1", "1.5 in round 3"),
    ("an expression below 0", toml(false_pass='"0.5 - 0.3*(i-1)"'), "bounds.false_pass", "from 0", "-0.1 in round 3"),
    ("an expression with log", toml(execution='"1 - log(i)"'), "bounds.execution", "rational", "log"),
    ("an expression that is Python", toml(execution='"__import__(1)"'), "bounds.execution", "", "__import__"),
    ("an unknown name", toml(execution='"1 - 0.1*j"'), "bounds.execution", "names", '"j"'),
    ("an unclosed parenthesis", toml(execution='"(1 - 0.1*i"'), "bounds.execution", '")"', "the end"),
    ("a misspelt kind", toml(kind='"diagnostics"'), "bounds.kind", '"diagnostic"', "did you mean diagnostic"),
    (
        "clarifications only",
        toml(kind='"clarification"'),
        "bounds.kind",
        "at least one diagnostic",
        "clarifications only",
    ),
    (
        "clarifications only, as a list",
        toml(kind='["clarification", "clarification", "clarification"]'),
        "bounds.kind",
        "at least one diagnostic",
        "clarifications only",
    ),
    ("too few kinds", toml(kind='["diagnostic"]'), "bounds.kind", "3 entries", "1"),
    (
        "a kind that is a number",
        toml(kind='["diagnostic", 1, "diagnostic"]'),
        "bounds.kind[2]",
        "diagnostic",
        "1 in round 2",
    ),
    (
        "anchored and false_pass together",
        toml('[anchored]\nmass = "0.2"\ndetection = "0.5"\n'),
        "bounds.false_pass",
        "one of the two",
        "false_pass and [anchored]",
    ),
    (
        "an anchored mass of 0",
        toml('[anchored]\nmass = "0"\ndetection = "0.5"\n', false_pass=None),
        "anchored.mass",
        "above 0",
        '"0" in every round',
    ),
    (
        "an anchored detection above 1",
        toml('[anchored]\nmass = "0.2"\ndetection = "2"\n', false_pass=None),
        "anchored.detection",
        "at most 1",
        '"2"',
    ),
    (
        "anchored without detection",
        toml('[anchored]\nmass = "0.2"\n', false_pass=None),
        "anchored.detection",
        "no default",
        "nothing",
    ),
    (
        "an anchored implemented bound of 0",
        toml("[anchored]\nmass = 1\ndetection = 1\n", false_pass=None, execution="1"),
        "anchored.detection",
        "above 0",
        "q = 0 and c = 1 in round 1",
    ),
    ("a reason that is a number", toml("[reasons]\nexecution = 1\n"), "reasons.execution", "a text", "1"),
    ("a reason for a target", toml('[reasons]\ndelta = "x"\n'), "reasons.delta", "keys false_pass", '"delta"'),
    ("a reason with an escape", toml('[reasons]\nexecution = "\\u001b[2J"\n'), "reasons.execution", "control", "x1b"),
    ("a doubled key", toml().replace(b'gamma = "0.10"', b'delta = "0.10"'), 3, "each key once", 'delta = "0.10"'),
    ("a doubled section", toml("[bounds]\n"), 9, "each key once", "[bounds]"),
    ("an unclosed text", toml(delta='"0.05'), 2, "TOML", "delta"),
    ("a bare word", b"delta\n" + toml(), 1, "TOML", '"delta"'),
    ("a decimal comma", toml(delta="0,05"), 2, "TOML", "0,05"),
    ("a bare percentage", toml(delta="5%"), 2, "TOML", "5%"),
    ("deep nesting", toml(delta="[" * 100_000), 1, "tables that hold scalars and lists", "levels of nesting"),
    (
        "bytes that are not UTF-8",
        toml('[reasons]\nexecution = "\xff"\n').replace("ÿ".encode(), b"\xff"),
        10,
        "UTF-8",
        "0xff",
    ),
    ("UTF-16", toml().decode().encode("utf-16"), 1, "UTF-8 text", "UTF-16 text"),
    ("a NUL byte", toml("\0"), 9, "without NUL", "NUL"),
    ("an empty file", b"", 1, "a design", "an empty file"),
    ("a file of spaces", b" \n\t\n", 1, "a design", "an empty file"),
    ("a byte-order mark only", b"\xef\xbb\xbf", 1, "a design", "an empty file"),
    ("a comment only", b"# nothing\n", "targets.horizon", "no default", "nothing"),
    ("more than the size limit", b"#" * (MAX_BYTES + 1), 1, f"at most {MAX_BYTES} bytes", "more"),
    (
        "a csv that is a number",
        toml(csv="1", false_pass=None, execution=None, response=None),
        "bounds.csv",
        "name",
        "1",
    ),
    (
        "a csv without a name",
        toml(csv='""', false_pass=None, execution=None, response=None),
        "bounds.csv",
        "name",
        '""',
    ),
    (
        "a csv that is not there",
        toml(csv='"none.csv"', false_pass=None, execution=None, response=None),
        "bounds.csv",
        "readable file",
        "No such file",
    ),
    (
        "a csv with a NUL in its name",
        toml(csv='"a\\u0000b"', false_pass=None, execution=None, response=None),
        "bounds.csv",
        "readable file",
        "null byte",
    ),
    (
        "a csv that is a folder",
        toml(csv='"."', false_pass=None, execution=None, response=None),
        "bounds.csv",
        "readable file",
        "Is a directory",
    ),
]

_EFFORT: list[_Row] = [
    *(
        (f"a model without {word}", effort("", **{word: None}), f"effort.{word}", "no default", "nothing")
        for word in ("budget", "reliability", "scale", "load")
    ),
    ("xi without expertise", effort(expertise=None), "effort.expertise", "because the model uses xi", "nothing"),
    ("a negative budget", effort(budget='"-1"'), "effort.budget", "at least 0", '"-1"'),
    ("a budget of nan", effort(budget='"nan"'), "effort.budget", "finite number", '"nan"'),
    ("a bare budget of nan", effort(budget="nan"), "effort.budget", "finite number", "nan"),
    ("a budget of inf", effort(budget="inf"), "effort.budget", "finite number", "inf"),
    ("a budget that is true", effort(budget="true"), "effort.budget", "one number", "true"),
    ("a budget that is a list", effort(budget='["60"]'), "effort.budget", "one number", "a list of 1"),
    ("a budget that is an expression", effort(budget='"60*2"'), "effort.budget", "number", '"60*2"'),
    ("a budget of a billion digits", effort(budget="1e1000000000"), "effort.budget", "digits", "1e1000000000"),
    ("a negative expertise", effort(expertise='"-1/3"'), "effort.expertise", "at least 0", '"-1/3"'),
    ("an expertise in words", effort(expertise='"expert"'), "effort.expertise", "number", '"expert"'),
    ("a reliability that is a list", effort(reliability='["0.9"]'), "effort.reliability", "as text", "a list of 1"),
    ("a reliability that is true", effort(reliability="true"), "effort.reliability", "as text", "true"),
    ("a reliability that is nan", effort(reliability="nan"), "effort.reliability", "finite number", "nan"),
    ("an empty reliability", effort(reliability='""'), "effort.reliability", "1 to 10000 characters", '""'),
    ("a reliability that is Python", effort(reliability='"__import__(1)"'), "effort.reliability", "", "__import__"),
    ("a reliability in an unknown name", effort(reliability='"1-exp(-E)"'), "effort.reliability", "names", '"E"'),
    ("a reliability of a tower", effort(reliability='"2^e"'), "effort.reliability", "constant as exponent", "column 2"),
    ("an unclosed reliability", effort(reliability='"1-exp(-e"'), "effort.reliability", '")"', "the end"),
    ("a reliability divided by 0", effort(reliability='"1/0"'), "effort.reliability", "other than 0", "0"),
    ("i in the scale", effort(scale='"1 + i"'), "effort.scale", "names xi", '"i"'),
    ("e in the scale", effort(scale='"1 + e"'), "effort.scale", "names xi", '"e"'),
    ("xi in the load", effort(load='"xi"'), "effort.load", "names i, n", '"xi"'),
    ("a load that is a table", effort(load='{ i = "1" }'), "effort.load", "as text", "a table"),
    ("log of 0 in the load", effort(load='"log(0)"'), "effort.load", "above 0", "log of 0"),
    ("an unknown word of the model", effort("effort = 1\n"), "effort.effort", "keys budget", '"effort"'),
    ("a misspelt word of the model", effort("expertize = 1\n"), "effort.expertize", "keys", "did you mean expertise"),
    ("a model that is no table", b"effort = 3\n" + toml(), "effort", "a table", "3"),
    ("an unknown allocation", effort(allocation='"equally"'), "effort.allocation", '"equal" or a list', '"equally"'),
    ("an allocation that is a number", effort(allocation="20"), "effort.allocation", '"equal" or a list', "20"),
    ("an empty effort model", toml("[effort]\n"), "effort", "budget", "an empty table"),
    ("an empty global check", toml("[global]\n"), "global", "effort", "an empty table"),
    ("an empty anchored mixture", toml("[anchored]\n"), "anchored", "mass", "an empty table"),
    ("an empty allocation", effort(allocation="[]"), "effort.allocation", '"equal" or a list', "a list of 0"),
    ("too short an allocation", effort(allocation='["1", "2"]'), "effort.allocation", "3 efforts", "2"),
    ("too long an allocation", effort(allocation="[1, 2, 3, 4]"), "effort.allocation", "3 efforts", "4"),
    (
        "an allocation with a negative effort",
        effort(allocation="[1, -2, 3]"),
        "effort.allocation[2]",
        "at least 0",
        "-2",
    ),
    ("an allocation with a word", effort(allocation='[1, "two", 3]'), "effort.allocation[2]", "number", '"two"'),
    ("an allocation over budget at once", effort(allocation="[61, 1, 1]"), "effort.allocation", "at most 60", "61"),
    ("a list of an allocation over budget", effort(allocation="[[60], [30, 31]]"), "effort.allocation[2]", "60", "61"),
    ("a list of an allocation beyond T", effort(allocation="[[1, 1, 1, 1]]"), "effort.allocation[1]", "1 to 3", "of 4"),
    ("an empty list in an allocation", effort(allocation="[[1], []]"), "effort.allocation[2]", "1 to 3", "a list of 0"),
    ("two lists of one length", effort(allocation="[[1], [2]]"), "effort.allocation[2]", "one list for each", "second"),
    ("a number among lists", effort(allocation="[[1], 2]"), "effort.allocation[2]", "a list of 1 to 3", "2"),
    ("a list among numbers", effort(allocation="[1, [2], 3]"), "effort.allocation[2]", "one number", "a list of 1"),
    ("a horizon of 1001 with a model", effort(horizon="1001"), "targets.horizon", "at most 1000 rounds", "1001"),
    ("execution beside a model", effort(execution='"0.9"'), "bounds.execution", "one of the two", "and [effort]"),
    ("adaptive q with a model", effort(false_pass='"adaptive"'), "bounds.false_pass", "fixed before", '"adaptive"'),
    ("a model of too many steps", effort(reliability=f'"0*exp(e{"+i*e" * 2400})"', horizon="200"), *_HOURS),
    ("a reason that is no word of it", effort("[reasons]\nload = 'x'\n"), "reasons.load", "keys false_pass", '"load"'),
]

_GLOBAL: list[_Row] = [
    *(
        (f"a global check without {word}", effort(one_shot(**{word: None})), f"global.{word}", "no default", "nothing")
        for word in ("effort", "load", "false_pass", "response")
    ),
    ("a global execution and a model", effort(one_shot(execution="1")), "global.execution", "effort", "[effort] gives"),
    ("a global effort above the budget", effort(one_shot(effort="61")), "global.effort", "budget, 60", "61"),
    ("a negative global effort", effort(one_shot(effort="-1")), "global.effort", "at least 0", "-1"),
    ("a negative global load", effort(one_shot(load='"-0.1"')), "global.load", "at least 0", '"-0.1"'),
    ("a global load of nan", effort(one_shot(load="nan")), "global.load", "finite number", "nan"),
    ("a global load that is an expression", effort(one_shot(load='"0.1*i"')), "global.load", "number", '"0.1*i"'),
    ("a global false_pass of 1", effort(one_shot(false_pass="1")), "global.false_pass", "to below 1", "1"),
    ("a global response of 0", effort(one_shot(response="0")), "global.response", "above 0", "0"),
    ("a global response above 1", effort(one_shot(response='"1.1"')), "global.response", "at most 1", '"1.1"'),
    (
        "an adaptive global check",
        effort(one_shot(false_pass='"adaptive"')),
        "global.false_pass",
        "number",
        '"adaptive"',
    ),
    ("a global list", effort(one_shot(false_pass="[0]")), "global.false_pass", "one number", "a list of 1"),
    (
        "an unknown word of a global check",
        effort(one_shot(attempts="2")),
        "global.attempts",
        "keys effort",
        '"attempts"',
    ),
    ("a global effort without a model", toml(one_shot()), "global.effort", "execution", "no [effort] model is there"),
    (
        "a global load without a model",
        toml(one_shot(effort=None, execution="1")),
        "global.load",
        "execution",
        "no [eff",
    ),
    ("a global execution of 0", toml(one_shot(**{**_GIVEN, "execution": "0"})), "global.execution", "above 0", "0"),
    ("a global check of nothing", toml("[global]\nresponse = 1\n"), "global.execution", "no default", "nothing"),
    ("a global check that is no table", b"global = 3\n" + toml(), "global", "a table", "3"),
]

_MODELS: list[_Row] = [
    ("an f of 2", effort(reliability="2"), "effort.reliability", "from 0 to 1", "2"),
    ("an f just above 1", effort(reliability='"1 + 1e-9"'), "effort.reliability", "from 0 to 1", "1.000000001"),
    ("an f above 1 at one length", effort(reliability='"e/30"'), "effort.reliability", "from 0 to 1", "2 at e = 60"),
    ("an f below 0", effort(reliability='"-exp(-e)"'), "effort.reliability", "from 0 to 1", "less than -"),
    ("an f of log(e) at 0", effort(reliability='"log(e)"', budget="0"), "effort.reliability", "above 0", "log of 0"),
    ("an f divided by 0", effort(reliability='"1/(e-30)"'), "effort.reliability", "other than 0", "0 at e = 30"),
    ("an f of a root of -1", effort(reliability='"(0-e)^(1/2)"'), "effort.reliability", "base of at least 0", "e = 60"),
    ("an f that outgrows all", effort(reliability='"exp(exp(e))"'), "effort.reliability", "bits", "longer"),
    ("a scale of 0", effort(scale="0"), "effort.scale", "above 0", "0"),
    ("a scale of 0 there", effort(scale='"xi - 10"'), "effort.scale", "above 0", "0 at xi = 10"),
    ("a negative scale", effort(scale='"log(xi)-3"'), "effort.scale", "above 0", "less than -0.69"),
    ("a negative load", effort(load='"0.1 - 0.1*i"'), "effort.load", "at least 0", "-0.1 at i = 2"),
    ("a negative load at one length", effort(load='"2-n"'), "effort.load", "at least 0", "-1 at n = 3"),
    ("a load divided by 0", effort(load='"1 + 1/(i-2)"'), "effort.load", "other than 0", "0 at i = 2"),
    (
        "q = 0 and c = 1 by a model",
        effort(reliability="1", load="0", false_pass="0"),
        "bounds.false_pass",
        "above 0",
        "in round 1 of length 1",
    ),
    (
        "mass and detection of 1 and c = 1 by a model",
        effort("[anchored]\nmass = 1\ndetection = 1\n", reliability="1", load="0", false_pass=None),
        "anchored.detection",
        "above 0",
        "in round 1 of length 1",
    ),
    (
        "a global check beyond the model",
        effort(one_shot(effort="0"), reliability='"1/e"'),
        "effort.reliability",
        "0",
        "e = 0",
    ),
]

_JSON: list[_Row] = [
    ("a JSON delta that is NaN", jsonic(delta="NaN"), "targets.delta", "finite number", "NaN"),
    ("a JSON bound that is NaN", jsonic(false_pass="NaN"), "bounds.false_pass", "finite number", "NaN"),
    ("a JSON bound that is -Infinity", jsonic(execution="-Infinity"), "bounds.execution", "finite", "-Infinity"),
    ("a JSON delta of 1e400", jsonic(delta="1e400"), "targets.delta", "above 0 and below 1", "1e400"),
    ("a JSON bound that is true", jsonic(false_pass="true"), "bounds.false_pass", "one number", "true"),
    ("a JSON bound that is null", jsonic(execution="null"), "bounds.execution", "one number", "null"),
    ("a JSON bound that is a table", jsonic(execution="{}"), "bounds.execution", "one number", "a table"),
    ("a JSON horizon of 5000 digits", jsonic(horizon="9" * 5000), "targets.horizon", "whole number", "5002 characters"),
    ("a JSON horizon of 3.0", jsonic(horizon="3.0"), "targets.horizon", "whole number", "3.0"),
    ("a doubled JSON key", jsonic(delta='"0.05", "delta": "0.06"'), "targets.delta", "each key once", "twice"),
    ("a doubled JSON section", jsonic(', "bounds": {}'), "bounds", "each key once", "twice"),
    (
        "a doubled JSON key in a bound",
        jsonic(execution='{"a": 1, "a": 2}'),
        "bounds.execution",
        "one number",
        "a table",
    ),
    ("a JSON list", b"[1, 2]", 1, "a JSON object", "a list of 2"),
    ("a JSON number", b"3", 1, "a JSON object", "3"),
    ("a JSON text", b'"delta"', 1, "a JSON object", '"delta"'),
    ("a JSON trailing comma", jsonic(","), 2, "JSON", "column"),
    ("a JSON comment", b"// a\n" + jsonic(), 1, "JSON", "column 1"),
    ("two JSON objects", jsonic() + b"\n{}", 3, "JSON", "column 1"),
    ("an unclosed JSON object", jsonic()[:-1], 2, "JSON", "column"),
    ("deep JSON", b'{"targets": ' + b"[" * 100_000, 1, "tables that hold scalars and lists", "levels of nesting"),
    ("an unknown JSON key", jsonic(', "parameters": {}'), "parameters", "not read [parameters] yet", "[parameters]"),
    ("a JSON key with a line break", jsonic(', "a\\nb": 1'), "a\\nb", "sections targets", "a\\nb"),
    ("JSON with keys outside sections", b'{"delta": "1/20", "T": 3, "q": NaN}', "delta", "in its section", "outside"),
    ("JSON that is not UTF-8", jsonic(', "\xff": 1').replace("ÿ".encode(), b"\xff"), 2, "UTF-8", "0xff"),
    ("JSON with a NUL", jsonic("\0"), 2, "without NUL", "NUL"),
    ("empty JSON", b"", 1, "a design", "an empty file"),
    (
        "a JSON list with a boolean",
        jsonic(execution='["1", true, "1"]'),
        "bounds.execution[2]",
        "number",
        "true in round 2",
    ),
]

_CSV: list[_Row] = [
    ("too few rows", _HEAD + 2 * _ROW, 3, "3 rows", "2"),
    ("too many rows", _HEAD + 4 * _ROW, 5, "3 rows", "4"),
    ("a header only", _HEAD, 1, "one row a round", "without rows"),
    ("no header", 3 * _ROW, 1, "the columns round", '"1/2"'),
    ("a row that is too short", _HEAD + _ROW + b"1/2,0.95\n" + _ROW, 3, "3 cells", "2 cells"),
    ("a row that is too long", _HEAD + _ROW + b"1/2,0.95,0.99,1\n" + _ROW, 3, "3 cells", "4 cells"),
    ("a row of one cell", _HEAD + b"1/2\n" + 2 * _ROW, 2, "3 cells", "1 cell "),
    ("a doubled column", b"execution," + _HEAD + 3 * (b"1," + _ROW), 1, "each column once", '"execution"'),
    ("a column and its symbol", b"q," + _HEAD + 3 * (b"1/2," + _ROW), 1, "each column once", '"q" and "false_pass"'),
    ("an unknown column", b"expertise," + _HEAD + 3 * (b"1," + _ROW), 1, "the columns round", '"expertise"'),
    ("a misspelt column", _GOOD.replace(b"response", b"respons"), 1, "the columns round", "did you mean response"),
    ("a column without a name", _HEAD.strip() + b",\n" + 3 * b"1/2,1,1,\n", 1, "the columns round", '""'),
    ("a missing column", b"false_pass,response\n" + 3 * b"1/2,0.99\n", 1, "execution", "nothing"),
    ("rounds from 0", b"round," + _HEAD + b"0," + _ROW + b"1," + _ROW + b"2," + _ROW, 2, "round 1", '"0"'),
    ("a round twice", b"round," + _HEAD + b"1," + _ROW + b"2," + _ROW + b"2," + _ROW, 4, "round 3", '"2"'),
    ("rounds out of order", b"round," + _HEAD + b"1," + _ROW + b"3," + _ROW + b"2," + _ROW, 3, "round 2", '"3"'),
    ("a round in Arabic digits", b"round," + _HEAD + "١,".encode() + _ROW + b"2," + _ROW, 2, "round 1", "u0661"),
    ("semicolons", b"q;c;a\n0,5;1;1\n", 1, "the header", '"q;c;a"'),
    ("tabs", b"q\tc\ta\n0.5\t1\t1\n", 1, "the header", "q\\tc\\ta"),
    ("semicolons in the rows", b"q,c,a\n0.5;1;1\n", 2, "3 cells", "0.5;1;1"),
    ("an unquoted decimal comma", _HEAD + b"0,5,0.95,0.99\n" + 2 * _ROW, 2, "3 cells", "4 cells"),
    ("a quoted decimal comma", _HEAD + b'"0,5",0.95,0.99\n' + 2 * _ROW, 2, "decimal point", '"0,5" in round 1'),
    ("a percent sign", _HEAD + _ROW + b"50%,0.95,0.99\n" + _ROW, 3, "proportion", '"50%" in round 2'),
    ("an unclosed quote", _HEAD + _ROW + b'"1/2,0.95,0.99\n' + _ROW, 3, "CSV", "unclosed quote"),
    ("a stray quote", _HEAD + b'"1/2"x,0.95,0.99\n' + 2 * _ROW, 2, "CSV", "expected after"),
    ("a cell over two lines", _HEAD + b'"1/\n2",0.95,0.99\n' + 2 * _ROW, 2, "number", "round 1"),
    (
        "a fault below a cell over two lines",
        _HEAD + b'1/2,0.95,"0.99\n"\n1/2,x,0.99\n' + _ROW,
        4,
        "number such as",
        '"x" in round 2',
    ),
    ("an empty cell", _HEAD + _ROW + b"1/2,,0.99\n" + _ROW, 3, "above 0", "empty cell in round 2"),
    ("a cell of spaces", _HEAD + _ROW + b"  ,1,0.99\n" + _ROW, 3, "from 0", "empty cell in round 2"),
    ("a cell of Arabic digits", _HEAD + "٠.٥,0.95,0.99\n".encode() + 2 * _ROW, 2, "ASCII digits", "u0660"),
    ("a cell of full-width digits", _HEAD + "０.５,0.95,0.99\n".encode() + 2 * _ROW, 2, "ASCII digits", "uff10"),
    ("an expression in a cell", _HEAD + b"1/2,1-0.1*i,0.99\n" + 2 * _ROW, 2, "number", '"1-0.1*i"'),
    ("a cell of nan", _HEAD + b"1/2,nan,0.99\n" + 2 * _ROW, 2, "finite number", '"nan"'),
    ("a cell of a billion decimals", _HEAD + b"1e-1000000000,1,1\n" + 2 * _ROW, 2, "digits", "1e-1000000000"),
    ("a cell of 1/0", _HEAD + b"1/0,0.95,0.99\n" + 2 * _ROW, 2, "denominator", '"1/0"'),
    ("a cell of q = 1", _HEAD + _ROW + b"1,0.95,0.99\n" + _ROW, 3, "below 1", '"1" in round 2'),
    ("a cell of c = 0", _HEAD + _ROW + b"1/2,0,0.99\n" + _ROW, 3, "above 0", '"0" in round 2'),
    ("a row of q = 0 and c = 1", _HEAD + 2 * _ROW + b"0,1,0.99\n", 4, "above 0", "q = 0 and c = 1 in round 3"),
    ("a fault below blank rows", _HEAD + b"\n \n" + _ROW + b"\r\n" + b"1/2,2,0.99\n" + _ROW, 6, "at most 1", "round 2"),
    (
        "a misspelt kind in a cell",
        b"kind," + _HEAD + b"check," + _ROW + 2 * (b"diagnostic," + _ROW),
        2,
        "diag",
        '"check"',
    ),
    ("an empty kind", b"kind," + _HEAD + 2 * (b"diagnostic," + _ROW) + b"," + _ROW, 4, "diagnostic", '"" in round 3'),
    ("clarifications in all cells", b"kind," + _HEAD + 3 * (b"clarification," + _ROW), "kind", "diagnostic", "only"),
    ("a NUL in a table", _GOOD + b"\0", 5, "without NUL", "NUL"),
    ("a table of empty quotes", b'""\n', 1, "a table of bounds", "blank lines only"),
    ("an empty table", b"", 1, "a design", "an empty file"),
    ("a table that is not UTF-8", _HEAD + b"\xbd,1,1\n" + 2 * _ROW, 2, "UTF-8", "0xbd"),
    ("a table in UTF-16", _GOOD.decode().encode("utf-16"), 1, "UTF-8 text", "UTF-16 text"),
    ("a table of a spreadsheet program", b"PK\x03\x04\x00\x00", 1, "without NUL", "NUL"),
    ("a field beyond the reader's limit", _HEAD + b"1" * 200_000 + b",1,1\n", 2, "CSV", "field larger"),
]

_FILES: list[tuple[Case, str, str]] = [
    (("a folder", {"design.toml/inside.txt": b""}, "design.toml", ""), "readable file", "Is a directory"),
    (("no such file", {}, "design.toml", ""), "readable file", "No such file"),
    (("a file below a file", {"a.toml": toml()}, "a.toml/design.toml", ""), "readable file", "Not a directory"),
    (("a TOML design called JSON", {"d.json": toml()}, "d.json", 1), "JSON", "column 2"),
    (("a JSON design called TOML", {"d.toml": jsonic()}, "d.toml", 1), "TOML", "targets"),
    (("a table without targets", {"bounds.csv": _GOOD}, "bounds.csv", "horizon"), "no default", "3 rows"),
    (
        (
            "bounds in a table and in keys",
            {"d.toml": toml(csv='"bounds.csv"', false_pass=None, response=None), "bounds.csv": _GOOD},
            "d.toml",
            "bounds.execution",
        ),
        "in the table or in keys",
        "execution and csv",
    ),
    (
        (
            "adaptive in a key and a column",
            {"d.toml": toml(csv='"b.csv"', false_pass='"adaptive"', execution=None, response=None), "b.csv": _GOOD},
            "d.toml",
            "bounds.false_pass",
        ),
        "in the table or in keys",
        "false_pass and csv",
    ),
    (
        (
            "anchored and a column of false_pass",
            {
                "d.toml": _NAMED + b"[anchored]\nmass = 1\ndetection = 1\n",
                "bounds.csv": _GOOD,
            },
            "d.toml",
            "false_pass",
        ),
        "one of the two",
        "false_pass and [anchored]",
    ),
]

_ALL: list[tuple[Case, str, str]] = [
    *(((name, {"d.toml": data}, "d.toml", where), want, got) for name, data, where, want, got in _TOML),
    *(((name, {"d.toml": data}, "d.toml", where), want, got) for name, data, where, want, got in _EFFORT + _GLOBAL),
    *(((name, {"d.json": data}, "d.json", where), want, got) for name, data, where, want, got in _JSON),
    *(
        ((name, {"d.toml": _NAMED, "bounds.csv": data}, "d.toml", where), want, got)
        for name, data, where, want, got in _CSV
    ),
    *_FILES,
]

MALFORMED: list[Case] = [case for case, _, _ in _ALL]
MODELS: list[Case] = [(name, {"d.toml": data}, "d.toml", where) for name, data, where, _, _ in _MODELS]
SAYS: dict[str, tuple[str, str]] = {case[0]: (expected, got) for case, expected, got in _ALL}
SAYS |= {name: (expected, got) for name, _, _, expected, got in _MODELS}

_NOT_NUMBERS = (
    *(
        "",
        " ",
        ".",
        "-",
        "+-1",
        "--1",
        "e5",
        "1e",
        "0..5",
        "0.5 0.5",
        "0.05(1)",
        "1/2/3",
        "1/0",
        "0/0",
        "1/-2",
        "1.5/2",
    ),
    *(
        "0.000_1",
        "1_0/2_0",
        "0x1p-1",
        "0x10",
        "1e-10000000",
        "1e-1000000000",
        "1e1000000000",
        "9" * 5000,
        "1/" + "9" * 5000,
    ),
    *(
        "nan",
        "NaN",
        "-nan",
        "inf",
        "-Infinity",
        "true",
        "None",
        "half",
        "50%",
        "0,5",
        "1,000",
        "0.5\u00a0",
        "0.5\u200b",
    ),
    *("٠.٥", "０.５", "½", "−0.5", "1⁄2", "1e400", "-0.1", "-1/20", "1.1", "1.0000000000000000000001", "2"),
)
_FIELDS = {"delta": "targets", "gamma": "targets", "false_pass": "bounds", "execution": "bounds", "response": "bounds"}


def _numbers() -> list[Case]:
    """Return each text that is no proportion, in each field, as TOML, JSON and CSV."""
    cases: list[Case] = []
    for text in _NOT_NUMBERS:
        quoted, short = json.dumps(text), text[:20]
        for word, section in _FIELDS.items():
            field, label = f"{section}.{word}", f"{word} of {short!a}"
            cases.append((f"{label} in TOML", {"d.toml": toml(**{word: quoted})}, "d.toml", field))
            cases.append((f"{label} in JSON", {"d.json": jsonic(**{word: quoted})}, "d.json", field))
        for column, word in enumerate(("false_pass", "execution", "response")):
            row = ["1/2", "0.95", "0.99"]
            row[column] = f'"{text}"'
            table = _HEAD + _ROW + ",".join(row).encode() + b"\n" + _ROW
            cases.append((f"{word} of {short!a} in CSV", {"d.toml": _NAMED, "bounds.csv": table}, "d.toml", 3))
    return cases


NUMBERS: list[Case] = _numbers()
