"""The kernel's errors: bad data, or an event that is not allowed now. A verdict is never an error."""


class KernelError(Exception):
    """Refuse an event and leave the review as it was.

    :param expected: what would have been allowed, in words
    :param got: what came, as text
    """

    def __init__(self, expected: str, got: str) -> None:
        super().__init__(f"expected {expected}, got {got}")
        self.expected = expected
        self.got = got


class InputError(KernelError):
    """Refuse data of the wrong type or out of its range.

    :param field: the name of the argument
    """

    def __init__(self, field: str, expected: str, got: str) -> None:
        super().__init__(expected, got)
        self.field = field

    def __str__(self) -> str:
        return f"{self.field}: expected {self.expected}, got {self.got}"


class OrderError(KernelError):
    """Refuse an event that the order of events does not allow now."""
