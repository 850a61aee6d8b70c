#!/usr/bin/env python3
"""check_readme_output.py PROGRAM: whether the example of the README prints, to the bit, what the README shows."""

import pathlib
import subprocess
import sys

readme = (pathlib.Path(__file__).resolve().parent.parent.parent / "README.md").read_text()
printed = subprocess.run(sys.argv[1:], capture_output=True, text=True, check=True).stdout
if f"```\n{printed}```\n" not in readme:
    sys.exit(f"README.md does not show what {sys.argv[1]} prints:\n{printed}")
