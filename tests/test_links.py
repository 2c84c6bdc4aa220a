"""Every relative link of every document leads somewhere, its anchor included."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("firmware", "boards", "host_tools", "tests")
DOCUMENTS = sorted(
    [*ROOT.glob("*.md"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*.md"))]
)
DOCUMENTS = [path for path in DOCUMENTS if "node_modules" not in path.parts]
LINK = re.compile(r"\]\(([^)\s]+)\)")


def name_of(path):
    return path.relative_to(ROOT).as_posix()


def prose(path):
    """A document's text without its blocks and words of code."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", lambda code: re.sub(r"[\[\](){}]", "", code[0]), text)


def anchors(path):
    """What GitHub calls the headings of a document."""
    found = []
    for heading in re.findall(r"^#+ (.+)$", prose(path), flags=re.MULTILINE):
        said = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        name = re.sub(r"[^\w\- ]", "", said).replace(" ", "-")
        again = sum(one == name or re.fullmatch(rf"{re.escape(name)}-\d+", one) is not None
                    for one in found)  # fmt: skip
        found.append(f"{name}-{again}" if again else name)
    return found


def broken(path):
    """The links of a document that lead nowhere."""
    found = []
    for link in LINK.findall(prose(path)):
        target, _, anchor = link.partition("#")
        if "://" in target or target.startswith("mailto:"):
            continue
        there = path.parent / target if target else path
        if not there.exists() or (anchor and anchor not in anchors(there)):
            found.append(link)
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_every_link_leads_somewhere(path):
    assert broken(path) == []


def test_a_link_or_an_anchor_that_leads_nowhere_is_found(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "# One `thing`, and more\n## Again\n## Again\n"
        "[a](page.md) [b](#one-thing-and-more) [c](page.md#again-1) ![d](none.svg) [e](#none)\n"
        "[f](https://example.com/none) `[g](code.md)`\n```\n[h](block.md)\n```\n"
    )
    assert broken(page) == ["none.svg", "#none"]


def test_the_readme_leads_to_every_document():
    targets = [link.partition("#")[0] for link in LINK.findall(prose(ROOT / "README.md"))]
    linked = {(ROOT / target).resolve() for target in targets if "://" not in target}
    boards = (ROOT / "boards").glob("*/README.md")  # boards/README.md has them
    missing = {path.resolve() for path in DOCUMENTS} - linked - {path.resolve() for path in boards}
    assert sorted(map(name_of, missing - {ROOT / "README.md"})) == []
