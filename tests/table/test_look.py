"""What the templates, the stylesheet and the art promise, read from their sources."""

import re
from pathlib import Path

import pytest

from referee.games.house_zar.faces import UnoStyle, ZarDeckStyle
from referee.games.registry import GAMES
from referee.games.zar.faces import art
from referee.games.zero_zap.views import face as zero_zap_face
from referee.rules.house_zar import cards as house_zar
from referee.rules.zar import cards
from referee.rules.zero_zap import cards as zero_zap
from referee.web.templates import drawings
from tests.table.art import DRAWN, TABLES, symbols

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).resolve().parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SHEETS = {str(path.relative_to(ROOT)): path.read_text() for path in sorted((ROOT / "static").rglob("*.css"))}
CSS = SHEETS["static/app.css"]
LAYERS = re.findall(r"\w+", re.findall(r"@layer ([\w, ]+);", CSS)[0])

#: What is sent from here counts once without a key: a photo is known by its digest, and removed once; a game
#: has one rematch.
BY_ITSELF = {"components/ui.html", "pages/ruling.html", "components/over.html"}
#: The crew's forms say how something is to be, so that saying it twice changes nothing more.
CREW = ("crew/", "sheets/")

#: A form's tag and what is in it.
FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)


def templates_with(*texts: str) -> list[Path]:
    """The templates whose source has one of the texts."""
    found = [path for path in TEMPLATES if any(text in path.read_text() for text in texts)]
    assert found
    return found


def name(path: Path) -> str:
    """What a template is called by those who use it."""
    return str(path.relative_to(ROOT / "templates"))


@pytest.mark.parametrize("card", [*cards.CARDS, *cards.KINDS, cards.CHAMELEON])
def test_every_card_has_its_picture(card: str) -> None:
    assert art(card) in drawings()


def test_every_card_of_the_other_decks_has_its_picture() -> None:
    numbered = [style.face(card) for style in (UnoStyle(), ZarDeckStyle()) for card in house_zar.SHOWN]
    faces = [*numbered, *map(zero_zap_face, zero_zap.CARDS)]
    assert {"skip", "dragon-8", "zap"} <= {face.art for face in faces} <= {"", *drawings()}


def test_cards_of_one_colour_are_told_apart_by_their_picture() -> None:
    for color in cards.COLORS:
        row = [art(f"{color} {symbol}") for symbol in cards.SYMBOLS + cards.COMMANDS]
        assert len(set(row)) == len(row)
    assert len({art(card) for card in cards.POWERS}) == len(cards.POWERS)


def test_pictures_that_templates_name_are_drawn() -> None:
    texts = [path.read_text() for path in TEMPLATES]
    named = {name for text in texts for name in re.findall(r"(?:art \}\}#|symbol\(')([\w-]+)", text)}
    assert {"crown", "skull"} <= named <= DRAWN


@pytest.mark.parametrize("path", templates_with('method="post"', "|post }}"), ids=name)
def test_every_form_that_writes_is_guarded_and_counts_once(path: Path) -> None:
    crews = name(path).startswith(CREW)
    for tag, body in FORM.findall(path.read_text()):
        if 'method="post"' not in tag and "|post }}" not in tag:
            continue
        own = "csrf_input }}" in body and ('name="key"' in body or name(path) in BY_ITSELF or crews)
        assert own or "{{ t.csrf_and_key }}" in body


@pytest.mark.parametrize("path", templates_with("<form"), ids=name)
def test_every_form_is_closed_where_it_was_opened(path: Path) -> None:
    text = path.read_text()
    assert text.count("<form") == text.count("</form>") == len(FORM.findall(text))


def test_what_htmx_asks_for_is_a_link_or_form_of_the_same_address() -> None:
    written = {name(path): len(re.findall(r"hx-(?:get|post)=", path.read_text())) for path in TEMPLATES}
    # A board and an invitation come anew by themselves; a title played before is looked up by a button too.
    by_hand = {"crew/board_table.html": 1, "crew/invitation.html": 1, "pages/setup.html": 1}
    assert {path: count for path, count in written.items() if count} == by_hand


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_nothing_inline_that_the_content_security_policy_would_stop(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:|hx-on", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


@pytest.mark.parametrize("sheet", SHEETS)
def test_the_layers_of_a_stylesheet_stand_side_by_side(sheet: str) -> None:
    # A block that is never closed swallows all layers behind it, and browsers say nothing.
    code, depth = re.sub(r"/\*.*?\*/", "", SHEETS[sheet], flags=re.DOTALL), 0
    for mark in re.findall(r"@layer|[{}]", code):
        assert mark != "@layer" or depth == 0
        depth += {"{": 1, "}": -1}.get(mark, 0)
    assert depth == 0


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_stylesheet_opens_each_layer_once_at_most_in_the_order_that_app_css_says(sheet: str) -> None:
    opened = re.findall(r"@layer (\w+) \{", SHEETS[sheet])
    assert opened == [layer for layer in LAYERS if layer in opened]
    assert [opened, "@import" in SHEETS[sheet]] != [[], False]


def rules(sheet: str) -> set[tuple[str, str]]:
    """The rules of a stylesheet by layer and selector; those for some screens only are left out."""
    found = set()
    for block in re.findall(r"^@layer \w+ \{.*?^\}", SHEETS[sheet], re.DOTALL | re.MULTILINE):
        layer = block.split()[1]
        code = re.sub(r"/\*.*?\*/|^  @\w+ [^\n]*\{\n.*?^  \}", "", block, flags=re.DOTALL | re.MULTILINE)
        found |= {(layer, each) for each in re.findall(r"^  ([^@\s][^{]*?) \{", code, re.MULTILINE)}
    return found


def test_no_two_stylesheets_say_how_the_same_thing_looks() -> None:
    # dark.css says the same colours again, and is loaded after the others.
    said = [(rule, sheet) for sheet in SHEETS if "dark" not in sheet for rule in rules(sheet)]
    twice = {rule for rule, _ in said if sum(rule == other for other, _ in said) > 1}
    # Each game has a way of its own to be over, and each its columns.
    assert not twice
    assert len(said) > 700


def test_every_stylesheet_is_named_by_a_page_a_game_or_another_stylesheet() -> None:
    named = {f"static/games/{key}.css" for key in GAMES}
    texts = [*(path.read_text() for path in TEMPLATES), *SHEETS.values()]
    for sheet in SHEETS.keys() - named:
        name = sheet.removeprefix("static/")
        assert any(name in text or f'"{Path(name).name}"' in text for text in texts), sheet
    assert named <= SHEETS.keys()


def test_what_numzumzero_counts_in_the_end_is_hidden_by_no_other_page() -> None:
    hidden = re.findall(r"^ *([^{}]*)\{[^}]*display: none", "\n".join(SHEETS.values()), re.MULTILINE)
    assert hidden
    assert not [rule for rule in hidden if ".steps" in rule]


def palettes() -> dict[str, dict[str, str]]:
    """The colours of the light and the dark theme, by the name of their property."""
    sheets = (CSS, SHEETS["static/dark.css"])
    blocks = [re.findall(r":root \{(.*?)\n\s*\}", sheet, re.DOTALL) for sheet in sheets]
    assert list(map(len, blocks)) == [1, 1]
    read = [dict(re.findall(r"--(\w+): (#\w+);", block)) for (block,) in blocks]
    # What only pages need is said beside their parts.
    read[0] |= dict(re.findall(r"--(\w+): (#\w+);", SHEETS["static/parts.css"]))
    return {"light": read[0], "dark": read[0] | read[1]}


def luminance(color: str) -> float:
    """WCAG's relative luminance of `#rgb` or `#rrggbb`."""
    digits = color[1:] if len(color) == 7 else "".join(digit * 2 for digit in color[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio of two colours."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


PAIRS = [
    *((ink, ground) for ink in ("ink", "soft", "alert", "tinted") for ground in ("bg", "panel", "sunk")),
    *((ink, "bg") for ink in ("bluish", "reddish", "yellowish")),
    # A player's colour as a letter on a panel.
    *((f"{hue}ish", "panel") for hue in ("blu", "redd", "yellow", "green", "orang", "teal", "pink")),
    ("gold", "panel"),
    *(("ink", ground) for ground in ("pale", "h1", "h2")),
    ("onh3", "h3"),
    ("onh4", "h4"),
    ("onsay", "say"),
    ("ongo", "go"),
    ("onhot", "hot"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_keeps_its_contrast_in_both_themes_dimmed_keys_included(
    theme: str, ink: str, ground: str
) -> None:
    colors = palettes()[theme]
    assert contrast(colors[ink], colors[ground]) >= 4.5


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ground", ["bg", "panel", "sunk"])
def test_the_border_of_what_can_be_tapped_is_seen(theme: str, ground: str) -> None:
    colors = palettes()[theme]
    assert contrast(colors["edge"], colors[ground]) >= 3


@pytest.mark.parametrize(
    ("ink", "ground"), [("#fff", "blue"), ("#fff", "red"), ("#241a00", "yellow"), ("#fff", "power")]
)
def test_the_ink_on_the_filled_keys_keeps_its_contrast(ink: str, ground: str) -> None:
    assert contrast(ink, palettes()["light"][ground]) >= 4.5


def test_pictures_come_at_the_size_that_the_screen_shows() -> None:
    """Drawings have none; all else is offered in several, with how large it will be."""
    found = [
        (path.name, image)
        for path in TEMPLATES
        for image in re.findall(r"<img\b[^>]*>", path.read_text())
        if "icon.svg" not in image
    ]
    assert len(found) >= 3
    for name, image in found:
        assert re.search(r'srcset="[^"]+"\s+sizes="[^"]+"', image), name
        assert " width=" in image, name
        assert " height=" in image, name
        assert " alt=" in image, name


def test_a_sign_is_drawn_alike_in_every_file_that_has_it() -> None:
    """A page loads one file of signs: what two of them need stands in both."""
    found: dict[str, str] = {}
    for name in (*TABLES, "record.svg", "tabs.svg", "settings.svg", "menu.svg"):
        for sign, drawn in symbols(name).items():
            assert found.setdefault(sign, drawn) == drawn, (name, sign)
