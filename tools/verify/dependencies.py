"""The project files a source depends on, found by following its includes.

A folder that is compiled into one library (a layer, the scenes, a part of the applications) counts as one: whoever
includes one of its headers links all of it. So the answer may hold files that do not matter, and never misses one.
"""

import pathlib
import re

INCLUDE = re.compile(r'^\s*#\s*include\s*["<]([^">]+)[">]', re.MULTILINE)
CODE = {".hpp", ".cpp", ".inl", ".in"}
SKIPPED = {"build", ".git", "node_modules", "__pycache__"}


class Dependencies:
    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.files = {}  # path relative to the root -> path
        for path in self._walk(self.root):
            self.files[str(path.relative_to(self.root))] = path
        self.groups = {}
        for name in self.files:
            if (group := self.group_of(name)) is not None:
                self.groups.setdefault(group, []).append(name)
        self._direct, self._closures = {}, {}

    def _walk(self, folder):
        for path in sorted(folder.iterdir()):
            if path.name in SKIPPED:
                continue
            if path.is_dir():
                yield from self._walk(path)
            elif path.is_file():
                yield path

    @staticmethod
    def group_of(name):
        """The library a file is compiled into, or None for a file that stands for itself."""
        parts = name.split("/")
        if parts[:2] == ["include", "orrery"] and len(parts) > 3:
            return "layer " + parts[2]
        if parts[0] == "src" and len(parts) > 2:
            return "layer " + parts[1]
        if parts[0] == "scenes":
            return "scenes"
        if parts[:3] == ["tests", "timeline", "random_worlds"]:
            return "random worlds"
        if parts[0] == "apps" and len(parts) > 2:
            return "/".join(parts[:3]) if parts[1] == "studio" and len(parts) > 3 else "/".join(parts[:2])
        return None

    def _resolve(self, included, name):
        own_folder = name.rsplit("/", 1)[0] if "/" in name else ""
        for folder in (own_folder, "", "include", "src", "tests/determinism"):
            candidate = f"{folder}/{included}" if folder else included
            if candidate in self.files:
                return candidate
        return None

    def direct(self, name):
        """The project files that a file includes."""
        if name not in self._direct:
            found = []
            if pathlib.PurePath(name).suffix in CODE:
                text = self.files[name].read_text(errors="replace")
                found = [target for included in INCLUDE.findall(text) if (target := self._resolve(included, name))]
            self._direct[name] = found
        return self._direct[name]

    def closure(self, *names):
        """All files the given ones depend on, themselves included, sorted."""
        if names in self._closures:
            return self._closures[names]
        seen, waiting = set(), [name for name in names if name in self.files]
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            waiting += self.direct(name)
            waiting += self.groups.get(self.group_of(name), [])
        self._closures[names] = sorted(seen)
        return self._closures[names]

    def matching(self, pattern):
        """Files whose path from the root matches a shell pattern, sorted."""
        return [name for name in sorted(self.files) if pathlib.PurePath(name).match(pattern)]

    def under(self, *folders, suffixes=None):
        starts = tuple(folder + "/" for folder in folders)
        return [name for name in sorted(self.files)
                if name.startswith(starts) and (suffixes is None or pathlib.PurePath(name).suffix in suffixes)]
