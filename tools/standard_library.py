"""The licenses of Rust's standard library, from the document that comes with a toolchain."""

import re
import subprocess
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from pathlib import Path

_OTHER_PLATFORMS = re.compile(
    r"dlmalloc|fortanix-sgx-abi|hermit-abi|moto-rt|r-efi(-alloc)?|unwinding|vex-sdk|wasi|wit-bindgen"
)
"""Crates for platforms that have no wheels: enclaves, unikernels, firmware, microcontrollers and WebAssembly."""

_PROJECT = re.compile(
    r"alloc|compiler_builtins|core|panic_(abort|unwind)|proc_macro|profiler_builtins|rustc_std_workspace_\w+|std|std_detect"
    r"|sysroot|test|unwind"
)
"""Libraries of the toolchain that are made of the project's own files."""


@dataclass
class Part:
    """Files of the standard library, or a crate that it is built with."""

    title: str
    license: str = ""
    details: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    version: str = ""


_UNLISTED = (
    Part("addr2line", "Apache-2.0 OR MIT"),
    Part("adler2", "0BSD OR MIT OR Apache-2.0"),
    Part("memchr", "Unlicense OR MIT", ("Copyright: 2015 Andrew Gallant",)),
    Part("miniz_oxide", "MIT OR Zlib OR Apache-2.0"),
    Part("object", "Apache-2.0 OR MIT"),
)
"""Crates of backtraces: the document lacks them, although a toolchain contains them."""


@dataclass(frozen=True)
class Toolchain:
    """The facts that an installed toolchain has about its standard library."""

    version: str
    document: str
    """The content of COPYRIGHT-library.html. It has the texts of crates, but not those of the project's own files."""
    texts: dict[str, str]
    """The texts of licenses by their SPDX identifiers."""
    libraries: tuple[str, ...]
    """The names of the compiled libraries."""


def installed() -> Toolchain | None:
    """Return the toolchain in use, or None if it comes without the document, as some distributions package it."""
    root = Path(_rustc("--print", "sysroot"))
    folder = root / "share" / "doc" / "rust"
    document = folder / "COPYRIGHT-library.html"
    if not document.exists():
        return None
    return Toolchain(
        version=_rustc("--version").split()[1],
        document=document.read_text(encoding="utf-8"),
        texts={path.stem: path.read_text(encoding="utf-8") for path in (folder / "licenses").iterdir()},
        libraries=tuple(path.stem[3:].rpartition("-")[0] for path in root.glob("lib/rustlib/*/lib/lib*.rlib")),
    )


def parts(toolchain: Toolchain) -> list[Part]:
    """Return what the standard library consists of on the platforms of the wheels.

    Raises
    ------
    ValueError
        If the license of a library of the toolchain is unknown.
    """
    reader = _Reader()
    reader.feed(toolchain.document)
    listed = {part.title.replace("-", "_") for part in reader.parts}
    found = [*reader.parts, *(part for part in _UNLISTED if part.title not in listed)]
    known = listed | {part.title for part in _UNLISTED}
    unknown = {name for name in toolchain.libraries if name not in known and not _PROJECT.fullmatch(name)}
    if unknown:
        raise ValueError(f"tools/standard_library.py: the licenses of {', '.join(sorted(unknown))} are unknown")
    return [
        replace(part, texts=part.texts or tuple(_named_texts(part.license, toolchain.texts)))
        for part in found
        if not _OTHER_PLATFORMS.fullmatch(part.title)
    ]


def _named_texts(license: str, texts: dict[str, str]) -> list[str]:
    return [texts[name] for name in re.findall(r"[\w.-]+", license) if name in texts]


def _rustc(*arguments: str) -> str:
    return subprocess.run(["rustc", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


class _Reader(HTMLParser):
    """Collects parts: a heading or a path begins one, paragraphs and preformatted texts describe it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[Part] = []
        self._tag = ""
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        if tag in {"h3", "p", "pre"}:
            self._tag, self._text = tag, ""

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag != self._tag:
            return
        self._tag = ""
        label, _, value = " ".join(self._text.split()).partition(": ")
        match tag, label:
            case "h3", _:
                name, version = re.split(r"-(?=\d)", label.split()[-1], maxsplit=1)
                self.parts.append(Part(name, version=version))
            case "p", "File/Directory":
                self.parts.append(Part("The Rust project" if value == "." else value))
            case "p", "License":
                self.parts[-1].license = value
            case "p", "Authors" | "Copyright":
                self.parts[-1].details += (f"{label}: {value}",)
            case "pre", _:
                self.parts[-1].texts += (self._text,)
