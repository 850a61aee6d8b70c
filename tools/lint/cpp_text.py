"""C++ source text with what is not code blanked out, so that patterns find code only."""

import re

# Raw strings first, since they may hold anything; quotes are matched only to skip what stands between them.
NOT_CODE = re.compile(
    r"""R"(?P<tag>[^()\s\\]{0,16})\(.*?\)(?P=tag)"   # raw string
      | "(?:\\.|[^"\\\n])*"                           # string
      | (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'           # character, but not the separator of 1'000
      | //[^\n]*                                      # comment to the end of the line
      | /\*.*?\*/                                     # comment
    """,
    re.DOTALL | re.VERBOSE)


def without_comments_and_strings(text):
    """The same lines and columns, with spaces where comments and literals were; include paths stay."""
    return NOT_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
