"""Builds the wheel and the sdist (PEP 517) with the standard library alone, and so without network.

The same sources give the same bytes. Building needs Python 3.11; the wheel runs on 3.10, too.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
IN_SDIST = ("LICENSE", "README.md", "build_backend.py", "pyproject.toml", "src", "tests")


def build_wheel(
    wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None
) -> str:
    project = _project()
    dist_info = f"{_stem(project)}.dist-info"
    files = {path.relative_to(ROOT / "src").as_posix(): path.read_bytes() for path in _files("src")}
    files[f"{dist_info}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{dist_info}/METADATA"] = _metadata(project).encode()
    files[f"{dist_info}/WHEEL"] = (
        b"Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    )
    files[f"{dist_info}/entry_points.txt"] = _entry_points(project).encode()
    record = [f"{name},{_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{dist_info}/RECORD"] = "\n".join([*record, f"{dist_info}/RECORD,,", ""]).encode()

    wheel = f"{_stem(project)}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    project = _project()
    stem = _stem(project)
    files = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in _files(*IN_SDIST)}
    files["PKG-INFO"] = _metadata(project).encode()

    sdist = f"{stem}.tar.gz"
    unpacked = io.BytesIO()
    with tarfile.open(fileobj=unpacked, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"{stem}/{name}")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    (Path(sdist_directory) / sdist).write_bytes(gzip.compress(unpacked.getvalue(), mtime=0))
    return sdist


def _project() -> dict[str, Any]:
    with open(ROOT / "pyproject.toml", "rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    source = (ROOT / "src/alias_sandbox_pytest/_api.py").read_text(encoding="utf-8")
    version = re.search(r'^__version__ = "(.+)"$', source, re.MULTILINE)
    if version is None:
        raise ValueError("the source has no __version__")
    return {**project, "version": version[1]}


def _stem(project: dict[str, Any]) -> str:
    return f"{project['name'].replace('-', '_')}-{project['version']}"


def _files(*names: str) -> list[Path]:
    """Files of the project, and all files of its folders, except those that Python makes."""
    found = [path for name in names for path in (ROOT / name, *(ROOT / name).rglob("*"))]
    return sorted(path for path in found if path.is_file() and path.parent.name != "__pycache__")


def _metadata(project: dict[str, Any]) -> str:
    fields = [
        ("Metadata-Version", "2.1"),
        ("Name", project["name"]),
        ("Version", project["version"]),
        ("Summary", project["description"]),
        ("Keywords", ",".join(project["keywords"])),
        ("License", project["license"]["text"]),
        *(("Classifier", classifier) for classifier in project["classifiers"]),
        ("Requires-Python", project["requires-python"]),
        *(("Requires-Dist", dependency) for dependency in project["dependencies"]),
        ("Description-Content-Type", "text/markdown"),
    ]
    lines = [f"{name}: {value}" for name, value in fields]
    return "\n".join([*lines, "", (ROOT / project["readme"]).read_text(encoding="utf-8")])


def _entry_points(project: dict[str, Any]) -> str:
    groups = project["entry-points"].items()
    return "\n".join(
        f"[{group}]\n" + "".join(f"{name} = {target}\n" for name, target in points.items())
        for group, points in groups
    )


def _digest(content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return f"sha256={digest.decode().rstrip('=')}"
