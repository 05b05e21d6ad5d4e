"""Who was first? The races that can have been run, their evidence, the ruling, and what is recorded of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple
from urllib.parse import urlencode

from referee.games.cited import Cited
from referee.games.frame import fields_of
from referee.games.look import AnyLook
from referee.games.parts import Sheet
from referee.games.presenter import body_of
from referee.games.shedding.asking import Playing, Step, held, on_turn, owing
from referee.games.shedding.calls import copies
from referee.games.shedding.pad import legal_many, pad
from referee.games.shedding.style import Style, capital
from referee.games.shedding.views import AnyRace, ApplyView
from referee.games.shedding.wording import describe
from referee.rules.engine import Refused, Ruling
from referee.rules.sentences import NOT_CHOSEN, joined, with_article
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, InPlay
from referee.web.components import Field, Link, Option, to_choose

_DOES = {
    "zar": "{} says “ZAR”",
    "gotcha": "{} calls GOTCHA",
    "play": "{} plays in turn",
    "match": "{} matches {card}",
    "draw": "{} draws",
    "last_card": "{} plays the last card",
}
_NAMED = {
    "zar": "“ZAR”",
    "gotcha": "GOTCHA",
    "play": "play",
    "match": "match",
    "draw": "draw",
    "last_card": "last card",
}
#: So many names stand in a row of a phone, and so many rows on it; at a small table there are hardly more.
_ACROSS, _ROWS, _FEW = 3, 8, 4


class Claim(NamedTuple):
    """Somebody says that they were first with this event, a word of `close_call`."""

    event: str
    player: str


Pair = tuple[Claim, Claim]


def matches(style: Style, state: InPlay[Agreed], player: str) -> list[moves.Play]:
    """The legal plays by which a player would match the top card with one of their own, one for each word.

    A play that only repeats the card is none.
    """
    words = state.options.declared.get(state.options.kind(state.top.identity), (None,))
    each = product(copies(style, state), words)
    plays = [moves.Play(player=player, cards=(card,), declare=word) for card, word in each]
    answers = [(play, style.rules.judge(state, play)) for play in plays]
    return [play for play, said in answers if isinstance(said, Ruling) and said.entry["kind"] != "play"]


def pairs(style: Style, state: InPlay[Agreed]) -> list[Pair]:
    """The races that can be run right now; the one who is bound to a seat comes first."""
    rows = {frozenset(row) for row in style.rows}
    found = [pair for pair in _races(style, state) if frozenset(claim.event for claim in pair) in rows]
    return list(dict.fromkeys(found))


def _races(style: Style, state: InPlay[Agreed]) -> Iterator[Pair]:
    turn = state.turn if state.phase == "play" else None
    matchers = [name for name in state.players if name != turn and matches(style, state, name)]
    for name in state.owes:
        yield from ((Claim("zar", name), Claim("gotcha", other)) for other in _others(state, name))
    if turn is not None:
        for event in ("play", "draw"):
            yield from ((Claim(event, turn), Claim("match", name)) for name in matchers)
        if turn in state.owes:
            yield from ((Claim("draw", turn), Claim("gotcha", other)) for other in _others(state, turn))
    for name in state.players:
        if state.hands[name] == 1 and (name == turn or name in matchers):
            yield from (
                (Claim("last_card", name), Claim("gotcha", other))
                for other in _others(state, name)
                if any(owed != other for owed in state.owes)
            )
    if state.options.third_copy:
        yield from ((Claim("match", one), Claim("match", two)) for one, two in combinations(matchers, 2))


def _others(state: InPlay[Agreed], name: str) -> list[str]:
    return [other for other in state.players if other != name]


def last_step(steps: Sequence[Step]) -> Step | None:
    """The last move that changed the table: rulings on races are passed over, and a word that nobody owed."""
    return next((step for step in reversed(steps) if not _changes_nothing(step)), None)


def _table_of(step: Step | None, now: InPlay[Agreed]) -> InPlay[Agreed]:
    """The table that a move was made on; as it is `now` for no move, or where no card could be played."""
    return step.before if step and isinstance(step.before, InPlay) else now


def _changes_nothing(step: Step) -> bool:
    match step.move:
        case moves.CloseCall():
            return True
        case moves.SayZar(player=player):
            return player not in owing(step.before)
    return False


def noted(style: Style, steps: Sequence[Step]) -> list[tuple[Pair, Claim]]:
    """Races of which one side is the last move noted already, with that side."""
    step = last_step(steps)
    if step is None or not isinstance(step.before, InPlay):
        return []
    claims = _claims(style, step)
    target = getattr(step.move, "target", None)
    found = []
    for pair in pairs(style, step.before):
        mine = next((claim for claim in pair if claim in claims), None)
        other = next((claim for claim in pair if claim != mine), None)
        if mine and other and target in (None, other.player):
            found.append((pair if mine.event != other.event else (mine, other), mine))
    return found


def _claims(style: Style, step: Step) -> list[Claim]:
    """What a move was, in the words of a close call."""
    before, move = step.before, step.move
    match move:
        case moves.Play():
            ruling = style.rules.judge(before, move)
            if isinstance(ruling, Refused):
                return []
            in_turn = move.player == on_turn(before)
            event = "play" if in_turn or ruling.entry["kind"] == "play" else "match"
            last = held(before, move.player) == len(move.cards)
            return [Claim(event, move.player), *([Claim("last_card", move.player)] if last else [])]
        case moves.Draw() | moves.Take() | moves.Pass():
            return [Claim("draw", move.player)]
        case moves.SayZar() if move.player in owing(before):
            return [Claim("zar", move.player)]
        case moves.Gotcha() if move.target in owing(before):
            return [Claim("gotcha", move.caller)]
    return []


def standing(style: Style, state: InPlay[Agreed], claim: Claim, loser: str) -> list[moves.Move]:
    """The moves by which an event that stands can be recorded; none where the player's card is not known.

    A match is noted with one card of it.
    """
    player = claim.player
    tries: list[moves.Move] = []
    match claim.event:
        case "zar":
            tries = [moves.SayZar(player=player)]
        case "gotcha":
            caught = [loser] if loser in state.owes else [name for name in state.owes if name != player]
            tries = [moves.Gotcha(caller=player, target=name) for name in caught]
        case "draw":
            tries = [kind(player=player) for kind in (moves.Take, moves.Draw, moves.Pass)]
        case "match":
            return [*matches(style, state, player)]
        case "last_card" if state.phase == "out" or player != state.turn:
            return [*matches(style, state, player)]
    return [move for move in tries if isinstance(style.rules.judge(state, move), Ruling)]


def first(style: Style, look: AnyLook, state: Playing) -> Sheet:
    """The races that are possible, what the last move was in first: that is what people argue about."""
    groups: dict[str, list[Link]] = {}
    steps = look.hand().steps
    step = last_step(steps)
    races = noted(style, steps)
    told = {claim for _, claim in races}
    for pair, claim in races:
        label = _label(pair, _table_of(step, state), claim, f" (move {step.n if step else 0})")
        text = _NAMED[pair[0].event] if claim == pair[1] else pair[1].player
        groups.setdefault(label, []).append(_racer(look, pair, text))
    for pair in pairs(style, state):
        one, two = pair
        # What is noted already is argued about as such.
        if told.isdisjoint(pair):
            both = f"{one.player} & {two.player}" if one.event == two.event else two.player
            groups.setdefault(_label(pair, state), []).append(_racer(look, pair, both))
    # Few with two copies of a card have all in sight; else the names of the other come behind what happened.
    small = len(state.players) <= _FEW and not state.options.third_copy
    rows = sum(1 + -(-len(links) // _ACROSS) for links in groups.values())
    return Sheet.of(
        "dispute",
        "games/shedding/sheets/first.html",
        hint=style.words.close,
        races=tuple({"label": label, "racers": links} for label, links in groups.items()),
        folded=len(groups) > 1 and rows > _ROWS and not small,
        any=_any(style, look, state),
    )


def _label(pair: Pair, state: InPlay[Agreed], claim: Claim | None = None, noted: str = "") -> str:
    one, two = pair
    if claim == two:
        return f"{two.player}’s {_NAMED[two.event]}{noted} or {one.player}’s:"
    if one.event == two.event and claim is None:
        return "Two matches by:"
    on = f" on {joined(state.owes, 'or')}" if _stays(state, one) else ""
    return f"{one.player}’s {_NAMED[one.event]}{noted} or a {_NAMED[two.event]}{on} by:"


def _stays(state: InPlay[Agreed], second: Claim) -> bool:
    """Whether a last card stays after a call that came first: who played it was not the one called on."""
    return second.event == "last_card" and second.player not in state.owes


def _racer(look: AnyLook, pair: Pair, text: str) -> Link:
    asked = [("sheet", "close"), *(("events", claim.event) for claim in pair)]
    asked += [("players", claim.player) for claim in pair]
    return Link(href=f"{look.url}?{urlencode(asked)}", text=text)


def _any(style: Style, look: AnyLook, state: Playing) -> AnyRace:
    events = {
        f"{one} {two}": f"{capital(style.events[one])}, or {style.events[two]}"
        for one, two in style.rows
        if one != two or state.options.third_copy
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
    asked = ("What happened together", "The first player", "The other player")
    for there, what in zip(given, asked, strict=True):
        if not there:
            return NOT_CHOSEN.format(field=what)
    return "Two players race each other: choose another one."


def close(style: Style, look: AnyLook, state: Playing) -> Sheet | None:
    """One race and the questions that its row asks; None if the address names none that can be."""
    events = " ".join(look.asked.getlist("events")).split()
    players = look.asked.getlist("players")
    row = frozenset(events)
    if len(events) != 2 or len(players) != 2 or row not in {frozenset(each) for each in style.rows}:
        return None
    if len(set(players) & set(state.players)) != 2 or (len(row) == 1 and not state.options.third_copy):
        return None
    underneath = row in {frozenset(each) for each in style.underneath}
    step = last_step(look.hand().steps)
    meant = step if step and {*_claims(style, step)} & {*map(Claim, events, players)} else None
    top = _table_of(meant, state).top
    card = f"{top.by}’s {style.label(top.identity)}"
    one, two = (_DOES[event].format(name, card=card) for event, name in zip(events, players, strict=True))
    return Sheet.of(
        "close",
        "games/shedding/sheets/close.html",
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
    if call is None or not isinstance(call.move, moves.CloseCall) or not isinstance(state, InPlay):
        return None
    ruling = style.rules.judge(call.before, call.move)
    if isinstance(ruling, Refused):
        return None
    pair = tuple(map(Claim, call.move.events, call.move.players))
    won = next(claim for claim in pair if claim.player == ruling.entry["favours"])
    lost = next(claim for claim in pair if claim.player != won.player)
    done = next((claim for race, claim in noted(style, steps) if set(race) == set(pair)), None)
    step = last_step(steps)
    stays = _stays(_table_of(step if done else None, state), lost)
    instead = step.n if step and done == lost and not stays else 0
    # What was second is noted already: the event that stands takes its place in the record.
    table = _table_of(step if instead else None, state)
    applies = () if done == won else tuple(_applies(style, table, won, lost, instead))
    own = won.event in ("play", "last_card") and won.player == table.turn
    drawn = style.rules.judge(step.before, step.move) if step and done == won else None
    if len(applies) == 1 and not applies[0].many:
        drawn = style.rules.judge(table, standing(style, table, won, lost.player)[0])
    draws = [cite for cite in getattr(drawn, "cites", ()) if cite.event == "draws"]
    return Sheet.of(
        "ruled",
        "games/shedding/sheets/ruled.html",
        cites=tuple(
            Cited(text=style.cite(cite.message, cite.facts), rule=cite.rule)
            for cite in (*ruling.cites, *draws)
        ),
        loses=f"{lost.player}’s card stays: the call was on somebody else." if stays else "",
        done="It is recorded already, and stands." if done == won else "",
        applies=applies,
        player=won.player,
        # Of an own card it is not known which: it has to be tapped.
        pad=pad(style, table) if own and not applies and done != won else None,
        instead=instead,
    )


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
    given = with_article(style.label(card))
    text = f"{player} matches with {given}"
    words = [play.declare for play in plays if play.declare]
    sent = {"do": "play", "player": player, "card": card}
    return ApplyView(
        label=f"To save it: what does {player} call with {given}?" if words else "",
        fields=(*fields_of(sent), *place),
        taps=tuple(Option(value=word, text=capital(style.declared(word))) for word in words)
        or (Option(value="", text=text),),
        many=legal_many(style, state, plays[0]),
    )
