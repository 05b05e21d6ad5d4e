"""Who was first? The races that can have been run, their evidence, the ruling, and what is recorded of it."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from referee.games.cited import Cited
from referee.games.frame import fields_of
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.presenter import body_of
from referee.games.shedding.dispute.asking import Playing
from referee.games.shedding.dispute.race import Claim, Pair, last_step, noted, pairs, standing
from referee.games.shedding.pad import legal_many, pad
from referee.games.shedding.style import Style, capital
from referee.games.shedding.views import AnyRace, ApplyView, RaceGroup
from referee.games.shedding.wording import describe
from referee.rules.engine import Refused
from referee.rules.sentences import NOT_CHOSEN
from referee.rules.shedding import moves
from referee.rules.shedding.state import Live
from referee.web.components import Field, Link, Option, to_choose

_DOES = {
    "zar": "{} says “ZAR”",
    "gotcha": "{} calls GOTCHA",
    "play": "{} plays in turn",
    "match": "{} matches",
    "draw": "{} draws",
    "last_card": "{} plays the last card",
}
_AGAINST = {"gotcha": "a GOTCHA by", "match": "a match by"}
#: What goes back to the hand when it was not first.
_CARDS = ("play", "match", "last_card")


def first(style: Style, look: AnyLook, state: Playing) -> Sheet:
    """The races that are possible, what the last move was in first: that is what people argue about."""
    groups: dict[str, list[Link]] = {}
    steps = look.hand().steps
    step = last_step(steps)
    for pair, claim in noted(style, steps):
        label = _label(pair, noted=f" (move {step.n if step else 0})", claim=claim)
        groups.setdefault(label, []).append(_racer(look, pair, pair[1].player))
    for pair in pairs(style, state):
        one, two = pair
        both = f"{one.player} & {two.player}" if one.event == two.event else two.player
        groups.setdefault(_label(pair), []).append(_racer(look, pair, both))
    races = tuple(
        RaceGroup(label=label, racers=tuple(links), folded=len(links) > len(state.players))
        for label, links in groups.items()
    )
    template, more = "games/shedding/sheets/first.html", _any(style, look, state)
    return Sheet.of("dispute", template, hint=style.words.close, races=races, any=more)


def _label(pair: Pair, *, noted: str = "", claim: Claim | None = None) -> str:
    one, two = pair
    if one.event == two.event and claim is None:
        return "Two matches, by"
    left = _DOES[one.event].format(one.player) + (noted if claim == one else "")
    return f"{left}, or {_AGAINST[two.event]}" + (noted if claim == two else "")


def _racer(look: AnyLook, pair: Pair, text: str) -> Link:
    asked = [("sheet", "close"), *(("events", claim.event) for claim in pair)]
    asked += [("players", claim.player) for claim in pair]
    return Link(href=f"{look.url}?{urlencode(asked)}", text=text)


def _any(style: Style, look: AnyLook, state: Playing) -> AnyRace:
    events = {
        f"{one} {two}": f"{capital(style.events[one])}, or {style.events[two]}"
        for one, two in style.rows
        if one != two or style.third_copy(state.options)
    }
    names = {name: name for name in state.players}
    event = look.asked.get("events", "")
    first, other = (*look.asked.getlist("players"), "", "")[:2]
    return AnyRace(
        events=to_choose(events, event),
        first=to_choose(names, first),
        other=to_choose(names, other),
        wrong=_lacks(event in events, first in names, other in names) if "events" in look.asked else "",
    )


def _lacks(*given: bool) -> str:
    """What has to be chosen yet of a race, in a sentence."""
    for there, what in zip(given, ("What met", "The first player", "The other player"), strict=True):
        if not there:
            return NOT_CHOSEN.format(field=what)
    return "Two players race each other: choose another one."


def close(style: Style, look: AnyLook, state: Playing) -> Sheet | None:
    """One race and the questions that its row asks; None if the address names none that can be."""
    events = look.asked.getlist("events")
    events = events[0].split() if len(events) == 1 else events
    players = look.asked.getlist("players")
    row = frozenset(events)
    if len(events) != 2 or len(players) != 2 or row not in {frozenset(each) for each in style.rows}:
        return None
    if len(set(players) & set(state.players)) != 2 or (len(row) == 1 and not style.third_copy(state.options)):
        return None
    underneath = row in {frozenset(each) for each in style.underneath}
    one, two = (_DOES[event].format(name) for event, name in zip(events, players, strict=True))
    return Sheet.of(
        "close",
        "games/shedding/sheets/close.html",
        tall=True,
        title=f"{one}, or {two}?",
        fields=tuple(fields_of({"events": events, "players": players})),
        players=tuple(players),
        knocked=style.knocked,
        underneath=underneath,
        unknown=style.unknown or ("Nobody can tell" if underneath else "No, nothing of the kind"),
        instead=_turn_gone(style, look, state, events, players),
    )


def _turn_gone(style: Style, look: AnyLook, state: Playing, events: list[str], players: list[str]) -> int:
    """The number of a match noted already, if by it the turn went on that decides between two matches.

    Where nothing was seen the referee has to rule on the table as it was before: the ruling takes its place.
    """
    steps = look.hand().steps
    known = [set(race) for race, _ in noted(style, steps)]
    if not steps or len(set(events)) != 1 or set(map(Claim, events, players)) not in known:
        return 0
    call = moves.CloseCall(events=(events[0], events[1]), players=(players[0], players[1]))  # type: ignore[arg-type]
    then, now = (style.rules.judge(each, call) for each in (steps[-1].before, state))
    if isinstance(then, Refused) or isinstance(now, Refused) or then.entry == now.entry:
        return 0
    return steps[-1].n


def ruled(style: Style, look: AnyLook, state: object) -> Sheet | None:
    """What the referee ruled on the race that is the last move, and what is recorded of it now."""
    steps = look.hand().steps
    call = steps[-1] if steps else None
    if call is None or not isinstance(call.move, moves.CloseCall) or not isinstance(state, Live):
        return None
    ruling = style.rules.judge(call.before, call.move)
    if isinstance(ruling, Refused):
        return None
    pair = tuple(map(Claim, call.move.events, call.move.players))
    won = next(claim for claim in pair if claim.player == ruling.entry["favours"])
    lost = next(claim for claim in pair if claim.player != won.player)
    done = next((claim for race, claim in noted(style, steps) if set(race) == set(pair)), None)
    step = last_step(steps)
    instead = step.n if step and done == lost else 0
    # What was second is noted already: the event that stands takes its place in the record.
    table = step.before if step and instead and isinstance(step.before, Live) else state
    applies = () if done == won else tuple(_applies(style, table, won, lost, instead))
    own = won.event in ("play", "last_card") and won.player == table.turn
    return Sheet.of(
        "ruled",
        "games/shedding/sheets/ruled.html",
        tall=True,
        cites=tuple(
            Cited(text=style.cite(cite.message, cite.facts), rule=cite.rule) for cite in ruling.cites
        ),
        loses=_loses(style, lost),
        done="It is recorded already, and stands." if done == won else "",
        applies=applies,
        player=won.player,
        # Of an own card it is not known which: it has to be tapped.
        pad=pad(style, table) if own and not applies and done != won else None,
        instead=instead,
        photo=f"{look.url}?sheet=photo&row={look.about.version}&then=ruled",
    )


def _loses(style: Style, lost: Claim) -> Cited | None:
    """What becomes of the one who was second: no penalty (8, its last sentence)."""
    if lost.event not in _CARDS:
        return Cited(text=f"{_DOES[lost.event].format(lost.player)}: too late, it does not count.")
    if not style.lost:
        return None  # the ruling itself says so
    text = f"{lost.player}’s card goes back to the hand. A lost close call costs no card."
    return Cited(text=text, rule=style.lost)


def _applies(style: Style, state: Playing, won: Claim, lost: Claim, instead: int) -> Iterator[ApplyView]:
    place = (Field(name="instead", value=instead),) if instead else ()
    known: dict[str, list[moves.Play]] = {}
    for move in standing(style, state, won, lost.player):
        if isinstance(move, moves.Play):
            known.setdefault(move.cards[0], []).append(move)
        else:
            again = (*fields_of(body_of(move)), *place)
            yield ApplyView(fields=again, taps=(Option(value="", text=describe(style, move)),))
    for card, plays in known.items():
        yield _laid(style, state, card, plays, place)


def _laid(
    style: Style, state: Playing, card: str, plays: list[moves.Play], place: tuple[Field, ...]
) -> ApplyView:
    """A match with a card, or with several of it; one button for each word that may be declared."""
    player = plays[0].player
    text = f"{player} plays {style.label(card)}"
    words = [play.declare for play in plays if play.declare]
    sent = {"do": "play", "player": player, "card": card}
    return ApplyView(
        label=f"{text} and declares" if words else "",
        fields=(*fields_of(sent), *place),
        taps=tuple(Option(value=word, text=capital(style.declared(word))) for word in words)
        or (Option(value="", text=text),),
        many=legal_many(style, state, plays[0]),
    )
