"""A rule from outside with an option of its own: what is added to each file, and after which line.

The manual's page `extending` shows these lines.
"""

from __future__ import annotations

ADDED = {
    "core/rules/options.py": {
        "RULES: dict[str, RuleInfo] = {\n": """\
    "lazy": RuleInfo(
        "Lazy perceptron", "Lazy", "less", ("order", "eta", "sloth"),
        why_no_bound="Nobody has proved that a lazy perceptron converges.",
    ),
""",
    },
    "core/rules/rule.py": {
        "    # fmt: on\n": """\
    sloth: Fraction = option(
        Fraction(2), Number(above=True), "how little it does",
        group="Algorithm", legend="sloth = {}", effect="Shorter steps.",
    )
""",
    },
    "core/rules/methods.py": {
        "from collections.abc import Callable\n": """\
from dataclasses import replace
""",
        "METHODS: dict[str, Method] = {\n": """\
    "lazy": Method(
        lambda setting: _points(
            replace(setting, rule=replace(setting.rule, eta=setting.rule.eta / setting.rule.sloth))
        ),
        _last,
    ),
""",
    },
}
