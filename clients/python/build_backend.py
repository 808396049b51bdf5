"""Builds the wheel and the sdist (PEP 517) from the npm package around this folder, or from its tarball:

    python3 build_backend.py alias-sandbox-0.1.0.tgz [folder]

It needs the standard library of Python 3.11 alone, and no network; the wheel runs on 3.10, too. The same
files give the same bytes, whatever their order, times and permissions are.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
#: This folder in the npm package, and the npm package in the sdist.
HERE, BUNDLE = "clients/python/", "src/alias_sandbox/_package/"
OWN = ("README.md", "build_backend.py", "pyproject.toml", "src")
#: What the command needs of the npm package.
BUNDLED = ("package.json", "LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "llms.txt")
BUNDLED += ("dist", "docs", "generated", "scenarios", "schema", "skill")

Files = dict[str, bytes]


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    return _write_wheel(_sources(), Path(wheel_directory))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    return _write_sdist(_sources(), Path(sdist_directory))


def _write_wheel(sources: Files, folder: Path) -> str:
    project = _project(sources)
    dist_info = f"{_stem(project)}.dist-info"
    files = {
        name.removeprefix("src/"): sources[name] for name in sources if name.startswith("src/")
    }
    files[f"{dist_info}/LICENSE"] = sources[f"{BUNDLE}LICENSE"]
    files[f"{dist_info}/METADATA"] = _metadata(project, sources)
    files[f"{dist_info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{dist_info}/entry_points.txt"] = _entry_points(project)
    record = [f"{name},{_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{dist_info}/RECORD"] = "\n".join([*record, f"{dist_info}/RECORD,,", ""]).encode()

    wheel = f"{_stem(project)}-py3-none-any.whl"
    with zipfile.ZipFile(folder / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # as on Unix, wherever it is built
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return wheel


def _write_sdist(sources: Files, folder: Path) -> str:
    project = _project(sources)
    stem = _stem(project)
    unpacked = io.BytesIO()
    with tarfile.open(fileobj=unpacked, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in {**sources, "PKG-INFO": _metadata(project, sources)}.items():
            entry = tarfile.TarInfo(f"{stem}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    (folder / f"{stem}.tar.gz").write_bytes(gzip.compress(unpacked.getvalue(), mtime=0))
    return f"{stem}.tar.gz"


def _sources() -> Files:
    """The files of the sdist: its own, or those of the npm package that this folder is in."""
    if (ROOT / BUNDLE).is_dir():
        return _read(ROOT, OWN)
    package = ROOT.parents[1]
    return _from_package(_read(package, [*BUNDLED, *(HERE + name for name in OWN)]))


def _from_tarball(path: str) -> Files:
    with tarfile.open(path) as archive:
        members = [(entry.name, archive.extractfile(entry)) for entry in archive]
        return _from_package({name.removeprefix("package/"): file.read() for name, file in members if file})


def _from_package(package: Files) -> Files:
    if "dist/bin.cjs" not in package:
        raise SystemExit(
            "the wheel holds the npm package, and there is none: pip install it from node_modules/alias-sandbox/"
            "clients/python, or in a clone of the repository run `npm ci` and `npm run build` before"
        )
    own = {name.removeprefix(HERE): name for name in package if name.startswith(HERE)}
    bundled = {BUNDLE + name: name for name in package if _is_bundled(name)}
    names = sorted({**own, **bundled}.items())
    return {name: package[of_package] for name, of_package in names if name.startswith(OWN)}


def _is_bundled(name: str) -> bool:
    """No declarations of types, and of the documentation the pages for users."""
    folder, _, rest = name.partition("/")
    if folder == "docs":
        return rest.endswith(".md") and "/" not in rest and rest != "architecture.md"
    return folder in BUNDLED and not name.endswith((".d.ts", ".d.cts"))


def _read(root: Path, names: Iterable[str]) -> Files:
    """Files of a folder, and all files of its folders, except those that Python makes."""
    found = [path for name in names for path in (root / name, *(root / name).rglob("*"))]
    files = {path.relative_to(root).as_posix(): path for path in found if path.is_file()}
    return {name: files[name].read_bytes() for name in sorted(files) if "__pycache__" not in name}


def _project(sources: Files) -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads(sources["pyproject.toml"].decode())["project"]
    package = json.loads(sources[f"{BUNDLE}package.json"])
    return {**project, "version": package["version"], "homepage": package["homepage"]}


def _stem(project: dict[str, Any]) -> str:
    return f"{project['name'].replace('-', '_')}-{project['version']}"


def _metadata(project: dict[str, Any], sources: Files) -> bytes:
    fields = [
        ("Metadata-Version", "2.1"),
        ("Name", project["name"]),
        ("Version", project["version"]),
        ("Summary", project["description"]),
        ("Project-URL", f"Homepage, {project['homepage']}"),
        ("Keywords", ",".join(project["keywords"])),
        ("License", project["license"]["text"]),
        *(("Classifier", classifier) for classifier in project["classifiers"]),
        ("Requires-Python", project["requires-python"]),
    ]
    for extra, dependencies in project["optional-dependencies"].items():
        fields.append(("Provides-Extra", extra))
        fields += [("Requires-Dist", f"{one}; extra == '{extra}'") for one in dependencies]
    fields.append(("Description-Content-Type", "text/markdown"))
    lines = [f"{name}: {value}" for name, value in fields]
    return "\n".join([*lines, "", sources["README.md"].decode()]).encode()


def _entry_points(project: dict[str, Any]) -> bytes:
    groups = {"console_scripts": project["scripts"], **project["entry-points"]}
    lines = []
    for group, points in groups.items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items()), ""]
    return "\n".join(lines).encode()


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={digest.decode().rstrip('=')}"


if __name__ == "__main__":
    tarball, folder = [*sys.argv[1:], "."][:2]
    files = _from_tarball(tarball)
    for name in (_write_wheel(files, Path(folder)), _write_sdist(files, Path(folder))):
        print(Path(folder) / name)
