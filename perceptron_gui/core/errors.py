"""The ways a request can be wrong. Messages are written for the user, one line each."""


class InputError(ValueError):
    """Something the user gave cannot be used; the message says what, where and what to do."""


class DataError(InputError):
    """The points or labels cannot be used."""


class RuleError(InputError):
    """An option of the rule cannot be used."""


class UsageError(InputError):
    """The words of the command line are off."""
