"""That docs/architecture.md is true, and that the tool that says so notices what is not."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = ROOT / "tools/architecture/architecture.py"
FOLDERS = ["include", "src", "apps", "scenes/builders", "bench", "tests"]


def run(root):
    done = subprocess.run([sys.executable, "-B", TOOL, "--root", root], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def copy_into(folder):
    for each in FOLDERS:
        shutil.copytree(ROOT / each, folder / each, ignore=shutil.ignore_patterns("node_modules", "corpus", "*.png"))
    (folder / "docs").mkdir()
    shutil.copy(ROOT / "docs/architecture.md", folder / "docs")
    return folder


def change(page, pattern, replacement):
    text = page.read_text()
    changed = re.sub(pattern, replacement, text, count=1)
    assert changed != text, f"nothing to change: {pattern}"
    page.write_text(changed)


def expect(code, words, root):
    got, output = run(root)
    assert got == code and words in output, f"expected {code} and '{words}', got {got} and:\n{output}"


def main():
    expect(0, "", ROOT)
    # Each change is one that a reader would stumble over.
    lies = [
        ("a layer that is not there", r"\n    hex --> spatial", "", "the picture is not that of the code"),
        ("a size of last year", r"(\d) (\d{3}) lines", r"9\1 \2 lines", "the picture is not that of the code"),
        ("a file that is gone", r"\(\.\./src/rigid/step/gather\.cpp\)", "(../src/rigid/step/gone.cpp)", "there is no file"),
        ("a file twice", r"\[sleep\.cpp\]\(\.\./src/rigid/islands/sleep\.cpp\)",
         "[solver.cpp](../src/rigid/solver/solver.cpp)", "comes twice"),
        ("a detour", r"\[sleep\.cpp\]\(\.\./src/rigid/islands/sleep\.cpp\)",
         "[terrain.cpp](../src/circles/walls/terrain.cpp)", "no file before it comes to"),
        ("another name", r"\[gather\.cpp\]", "[scatter.cpp]", "it shows scatter.cpp"),
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = copy_into(pathlib.Path(name))
        page = folder / "docs/architecture.md"
        truth = page.read_text()
        expect(0, "", folder)
        for _, pattern, replacement, words in lies:
            change(page, pattern, replacement)
            expect(1, words, folder)
            page.write_text(truth)


if __name__ == "__main__":
    main()
