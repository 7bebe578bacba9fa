"""The exit codes, the same for every verb."""

EXIT_YES, EXIT_NO, EXIT_BAD_INPUT, EXIT_OPEN, EXIT_INTERNAL = range(5)

EXIT_CODES = """exit codes:
  0  certified (check), every row bounded (bounds), all numbers agree (reproduce),
     written or listed (init), proved (prove), listed or quoted (claims, cite)
  1  well formed, and the answer is no
  2  usage or malformed input
  3  undecided or stopped, never read as yes
  4  internal error, or a missing part; the line that mends it is printed"""
