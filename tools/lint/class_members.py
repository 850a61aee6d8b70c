"""How many data members C++ classes have, counting those of the types declared inside them."""

import re

CLASS = re.compile(r"\b(?:class|struct)\s+(?:alignas\([^)]*\)\s*)?([\w:]+)(?:\s+final)?\s*(?::[^;{(]*)?\{")
LABEL = re.compile(r"\b(?:public|private|protected)\s*:(?!:)")
NO_MEMBER = re.compile(r"(?:using|friend|static|typedef|template|enum|class|struct|explicit|virtual|constexpr static)\b|$")
NESTED = re.compile(r"\b(?:class|struct|union)\b[^=;(]*$")
ARGUMENTS = re.compile(r"<[^<>]*>")


def classes(code):
    """(name, line, members) of all classes in code without comments and literals."""
    for found in CLASS.finditer(code):
        end = _closing(code, found.end() - 1)
        yield found[1], code.count("\n", 0, found.start()) + 1, _count(code[found.end():end])


def _closing(code, start):
    """The place of the brace that closes the one at `start`."""
    depth = 0
    for place in range(start, len(code)):
        depth += {"{": 1, "}": -1}.get(code[place], 0)
        if depth == 0:
            return place
    return len(code)


def _count(body):
    members, statement, place = 0, "", 0
    while place < len(body):
        if body[place] == ";":
            members += _declared(statement)
            statement = ""
        elif body[place] != "{":
            statement += body[place]
        else:
            end = _closing(body, place)
            if NESTED.search(LABEL.sub("", statement)):
                members += _count(body[place + 1:end])
                statement = ""
            elif not body[end + 1:].lstrip().startswith((";", ",", ":")) or ")" in statement.split("=")[0]:
                statement = ""  # the body of a function
            place = end
        place += 1
    return members


def _declared(statement):
    """How many data members a declaration without its braces makes."""
    text = LABEL.sub("", re.sub(r"\[\[[^\]]*\]\]", "", statement)).strip()
    if NO_MEMBER.match(text):
        return 0
    head = text.split("=")[0]
    if "operator" in head or ("(" in head and not re.search(r"\(\s*\*\s*\w+\s*\)", head)):
        return 0
    while ARGUMENTS.search(head):
        head = ARGUMENTS.sub("", head)
    return 1 if "(" in head else 1 + head.count(",")
