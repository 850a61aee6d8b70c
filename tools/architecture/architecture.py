#!/usr/bin/env python3
"""Keeps docs/architecture.md true: its picture of layers and folders is made from the code, and its walks through the
code are followed from file to file.

    architecture.py [--write] [--root FOLDER]

Without --write it says what is not true any more and fails.
"""

import argparse
import pathlib
import re
import sys

PAGE = "docs/architecture.md"
BEGIN, END = "<!-- made by tools/architecture/architecture.py --write -->", "<!-- end of what is made -->"
CODE = {".hpp", ".cpp", ".inl", ".ts", ".tsx", ".css"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]""")
STEP = re.compile(r"^\d+\. \[`?([^\]`]+)`?\]\(([^)]+)\)(.*)$", re.MULTILINE)
NUMBER = re.compile(r"\d[\d ]*")
# How much sizes may differ from the page before it has to be made again.
TOLERANCE = 0.1
# How far from a file the next one of a walk may be: what it includes, and what that includes.
DEPTH = 2
# Steps that no include leads to: by a message, through an interface, or to one of the kinds of world.
INDIRECT = ("(message)", "(virtual)", "(one of three)")


class Tree:
    """The code, with what each file includes."""

    def __init__(self, root):
        self.root = root
        self.files = {}
        for folder in ("include", "src", "apps", "scenes/builders", "bench", "tests"):
            for path in sorted((root / folder).rglob("*")):
                name = path.relative_to(root).as_posix()
                if path.suffix in CODE and path.is_file() and not re.search(r"/(?:node_modules|dist|build)/", f"/{name}"):
                    self.files[name] = path.read_text(errors="replace")

    def includes(self, name):
        """The files of this project that one includes or imports."""
        found = []
        folder = pathlib.PurePosixPath(name).parent
        for target in INCLUDE.findall(self.files[name]):
            candidates = (f"include/{target}", f"src/{target}", target, (folder / target).as_posix())
            found += [each for each in candidates if each in self.files][:1]
        for target in IMPORT.findall(self.files[name]):
            base = _normal(folder / target)
            candidates = (base, f"{base}.ts", f"{base}.tsx", f"{base}/index.ts", re.sub(r"\.js$", ".ts", base))
            found += [each for each in candidates if each in self.files][:1]
        return found

    def reach(self, name):
        """What one comes to from a file, its header or source of the same name included."""
        seen = set(self._twins(name))
        edge = set(seen)
        for _ in range(DEPTH):
            edge = {each for file in edge for each in self.includes(file)} - seen
            seen |= edge
        return {stem for file in seen for stem in (_stem(file),)}

    def known_as(self, name):
        """How other files name it: by itself or, for a source without a header of its own, by those it implements."""
        if not name.endswith(".cpp") or any(each.endswith(".hpp") for each in self._twins(name)):
            return {_stem(name)}
        own = [each for each in self.includes(name) if group_of(each) == group_of(name)]
        behind = [each for header in own for each in self.includes(header) if group_of(each) == group_of(name)]
        return {_stem(each) for each in [name, *own, *behind]}

    def _twins(self, name):
        return [each for each in self.files if _stem(each) == _stem(name)]


def _normal(path):
    parts = []
    for part in path.parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def _stem(name):
    """The same for a header and its source: src/rigid/world/world.cpp and include/orrery/rigid/world.hpp."""
    path = pathlib.PurePosixPath(name)
    if path.suffix not in (".hpp", ".cpp", ".inl"):
        return name
    layer = re.match(r"(?:src|include/orrery)/([^/]+)/", name)
    return f"{layer[1]}:{path.stem}" if layer else path.with_suffix("").as_posix()


def group_of(name):
    """The box of the picture a file is in."""
    layer = re.match(r"(?:src|include/orrery)/([^/]+)/", name)
    if layer:
        return layer[1]
    part = re.match(r"apps/(?:(studio)/([^/]+)|([^/]+))/", name)
    if part:
        return f"apps/studio/{part[2]}" if part[1] else f"apps/{part[3]}"
    return None


def groups(tree):
    found = {}
    for name in tree.files:
        group = group_of(name)
        if group:
            found.setdefault(group, []).append(name)
    return found


def edges(tree):
    """(from, to) between boxes, without those that follow from others."""
    direct = {}
    for name in tree.files:
        source = group_of(name)
        if source:
            direct.setdefault(source, set()).update(
                target for target in map(group_of, tree.includes(name)) if target and target != source)

    def beyond(start):
        seen, waiting = set(), list(direct.get(start, ()))
        while waiting:
            each = waiting.pop()
            if each not in seen:
                seen.add(each)
                waiting += direct.get(each, ())
        return seen

    return [(source, target) for source in sorted(direct) for target in sorted(direct[source])
            if not any(target in beyond(other) for other in direct[source] if other != target)]


def rounded(count):
    """Two digits, so that the page changes only when the code does."""
    digits = max(len(str(count)) - 2, 0)
    return f"{round(count, -digits):,}".replace(",", " ")


def lines_of(tree, names):
    return sum(tree.files[name].count("\n") for name in names)


def picture(tree):
    found = groups(tree)
    node = {group: re.sub(r"\W", "_", group) for group in found}
    out = ["```mermaid", "flowchart BT"]
    for group, names in sorted(found.items()):
        out.append(f'    {node[group]}["{group}<br/>{len(names)} files, {rounded(lines_of(tree, names))} lines"]')
    for source, target in edges(tree):
        out.append(f"    {node[source]} --> {node[target]}")
    out += ["```", "", "| folder | files | lines |", "|---|---|---|"]
    folders = {}
    for names in found.values():
        for name in names:
            folders.setdefault(pathlib.PurePosixPath(name).parent.as_posix(), []).append(name)
    for folder, names in sorted(folders.items()):
        out.append(f"| `{folder}` | {len(names)} | {rounded(lines_of(tree, names))} |")
    return "\n".join(out)


def is_same(now, then):
    """Whether two pictures differ in nothing but sizes, and in these by little."""
    if NUMBER.sub("#", now) != NUMBER.sub("#", then):
        return False
    pairs = zip(NUMBER.findall(now), NUMBER.findall(then))
    return all(abs(int(a.replace(" ", "")) - int(b.replace(" ", ""))) <= 1 + TOLERANCE * int(b.replace(" ", ""))
               for a, b in pairs)


def check_walk(tree, title, steps):
    """What is wrong with an ordered list of files."""
    reached, seen = set(), set()
    for number, (shown, link, remark) in enumerate(steps, 1):
        name = _normal(pathlib.PurePosixPath("docs") / link)
        if name not in tree.files:
            yield f"{title}, step {number}: there is no file {name}"
            continue
        if not name.endswith(shown):
            yield f"{title}, step {number}: it shows {shown} and leads to {name}"
        if name in seen:
            yield f"{title}, step {number}: {name} comes twice"
        if seen and not remark.endswith(INDIRECT) and not reached & tree.known_as(name):
            yield f"{title}, step {number}: no file before it comes to {name}"
        seen.add(name)
        reached |= tree.reach(name)


def walks(page):
    """Title and steps of each section that is a numbered list of files."""
    for section in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        steps = STEP.findall(section)
        if steps:
            yield section.split("\n", 1)[0], steps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="make the picture anew")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent.parent)
    options = parser.parse_args()
    path = options.root / PAGE
    page = path.read_text()
    if page.count(BEGIN) != 1 or page.count(END) != 1:
        sys.exit(f"{PAGE}: the marks around the picture are missing")
    tree = Tree(options.root)
    before, rest = page.split(BEGIN)
    old, after = rest.split(END)
    new = f"\n{picture(tree)}\n"
    if options.write:
        path.write_text(before + BEGIN + new + END + after)
        page = path.read_text()
    elif not is_same(new, old):
        print(f"{PAGE}: the picture is not that of the code; run tools/architecture/architecture.py --write")
    problems = [] if options.write or is_same(new, old) else ["picture"]
    wrong = [problem for title, steps in walks(page) for problem in check_walk(tree, title, steps)]
    for problem in wrong:
        print(f"{PAGE}: {problem}")
    sys.exit(1 if problems or wrong else 0)


if __name__ == "__main__":
    main()
