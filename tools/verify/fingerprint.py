"""Keys: a hash of the files, the build flags and the versions of the programs that a result depends on."""

import functools
import hashlib
import json
import subprocess


class Fingerprint:
    def __init__(self, dependencies):
        self.dependencies = dependencies
        self._hashes = {}

    def of_file(self, name):
        if name not in self._hashes:
            self._hashes[name] = hashlib.sha256(self.dependencies.files[name].read_bytes()).hexdigest()
        return self._hashes[name]

    def key(self, files, *words):
        """One key for the contents of these files and for further words such as flags and versions."""
        total = hashlib.sha256()
        for word in words:
            total.update(f"{len(word)}:{word}".encode())
        for name in sorted(set(files)):
            if name in self.dependencies.files:
                total.update(f"{name} {self.of_file(name)}\n".encode())
        return total.hexdigest()

    def build_flags(self, preset):
        """What a preset tells CMake, as text, together with the build files that all targets share."""
        shared = self.dependencies.under("cmake") + ["CMakeLists.txt"]
        return preset_text(self.dependencies.root, preset) + self.key(shared)


@functools.lru_cache(maxsize=None)
def preset_text(root, name):
    """The settings of a preset after inheritance; another preset may change without changing this one."""
    presets = {each["name"]: each for each in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]}

    def resolved(preset_name):
        preset = presets[preset_name]
        settings, variables = {}, {}
        parents = preset.get("inherits", [])
        for parent in reversed([parents] if isinstance(parents, str) else parents):
            inherited = resolved(parent)
            variables.update(inherited.pop("cacheVariables", {}))
            settings.update(inherited)
        settings.update({word: value for word, value in preset.items()
                         if word not in ("name", "displayName", "hidden", "inherits", "cacheVariables")})
        settings["cacheVariables"] = {**variables, **preset.get("cacheVariables", {})}
        return settings

    return json.dumps(resolved(name), sort_keys=True)


@functools.lru_cache(maxsize=None)
def version_of(program):
    """The first line of what `PROGRAM --version` says; a program that is missing has a version, too: none."""
    try:
        said = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=20)
    except OSError:
        return f"{program}: missing"
    return (said.stdout + said.stderr).split("\n", 1)[0]


def commit_of(root):
    """The short name of the commit, with a + when the tree has changes on top of it."""
    said = subprocess.run(["git", "-C", root, "describe", "--always", "--abbrev=9", "--exclude=*", "--dirty=+"],
                          capture_output=True, text=True)
    return said.stdout.strip() or "unknown"
