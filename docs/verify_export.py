"""Check what `rollbook export` wrote, with Python's standard library alone.

    python verify_export.py duel.jsonl [--receipt SIZE:ROOT]...

Exit code 0: everything holds. 1: something does not, and the line is named. 4: nothing is wrong,
not all can be told. The forms stand in docs/format.md and docs/dice.md; no code is Rollbook's.
"""

import contextlib
import hashlib
import hmac
import json
import re
import sys

HEADER = ["export", "format", "session", "size", "commits", "root", "for"]
RECORD = "seq commit kind type family version at by cause to salt key body"
HIDDEN, ENDED = ["seq", "commit", "leaf"], ["commit", "size", "root"]
NUMBERS = {"seq", "commit", "version", "cause", "size", "commits"}
ERRORS = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
HASH = r"[0-9a-f]{64}"


def need(holds, what):
    if not holds:
        raise ValueError(what)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def frame(*parts):
    raws = [p if isinstance(p, bytes) else str(p).encode() for p in parts]
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in raws)


class Tree:
    """The tree of RFC 6962, as the roots of its perfect subtrees, largest first."""

    def __init__(self):
        self.size, self.peaks = 0, []

    def add(self, leaf):
        merged = self.size
        while merged & 1:
            leaf, merged = sha(b"\x01", self.peaks.pop(), leaf), merged >> 1
        self.peaks.append(leaf)
        self.size += 1

    def root(self):
        made = self.peaks[-1]
        for peak in self.peaks[-2::-1]:
            made = sha(b"\x01", peak, made)
        return made.hex()


def read(raw, *forms):
    """A line: its keys in their order, texts and numbers, written in the one way there is."""
    row = json.loads(raw.decode())
    need(isinstance(row, dict) and list(row) in forms, "it is no line of an export here")
    for name, value in row.items():
        right = type(value) is (int if name in NUMBERS else str)
        need(right or (name, value) == ("cause", None), f"its {name} is {value!r}")
    again = json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
    need(again.encode() == raw, "it is not written as an export writes it")
    return row


class Dice:
    """Sealed dice. Heard twice: what is revealed late decided what was drawn early."""

    def __init__(self, session, seeds, streams=()):
        self.session, self.seeds, self.streams = session, seeds, streams
        self.epochs, self.revealed, self.drawn, self.next = [], {}, set(), {}
        self.faces = self.untold = 0

    def hear(self, row):
        if row["kind"] != "event" or row["version"] != 1:
            return
        if row["type"] == "table.epoch_opened":
            body = json.loads(row["body"])
            need(body["number"] == len(self.epochs), "epochs are not counted from 0")
            self.epochs.append((body["commitments"], []))
        elif row["type"] == "table.entropy_added":
            first = self.epochs and len(self.epochs) - 1 not in self.drawn
            need(first, "entropy is added after the first die of its epoch, or without one")
            self.epochs[-1][1].append(json.loads(row["body"])["text"].encode())
        elif row["type"] == "table.seed_revealed":
            body = json.loads(row["body"])
            epoch, kind, seed = body["epoch"], body["kind"], bytes.fromhex(body["seed"])
            self.revealed[epoch, kind] = None
            made = sha(frame("rollbook seal 1", self.session, epoch, kind, seed)).hex()
            sealed = 0 <= epoch < len(self.epochs) and self.epochs[epoch][0].get(kind)
            need(made == sealed, f"the {kind} seed of epoch {epoch} is not the one sealed")
            self.revealed[epoch, kind] = seed
        elif row["type"] == "table.rolled" and self.seeds is not None:
            self.roll(json.loads(row["body"]))

    def roll(self, body):
        mine = [(m["op"], m["amount"]) for m in body["modifiers"] if m["on"] == "result"]
        ops = ("set", "add", "at_least", "at_most")
        fixed, add, least, most = ([n for op, n in mine if op == name] for name in ops)
        total = min([max([(fixed or [body["natural"]])[0] + sum(add), *least]), *most])
        need(total == body["total"], f"with its modifiers it is {total}, not {body['total']}")
        draw = body["draw"]
        if draw["how"] != "sealed":
            return
        place, stream = (draw["epoch"], draw["kind"]), draw["stream"]
        self.drawn.add(place[0])
        known = 0 <= place[0] < len(self.epochs) and place[1] in self.epochs[place[0]][0]
        need(known, "dice are drawn under no commitment")
        need(place not in self.revealed, "dice are drawn from a seed that was revealed before")
        if place[1] in self.streams:
            following = self.next.get((*place, stream), 0)
            need(draw["index"] == following, f"roll {following} of {stream} is missing")
        self.next[(*place, stream)] = draw["index"] + 1
        if place not in self.seeds:
            self.untold += 1
            return
        self.faces += 1
        key = hmac.new(self.seeds[place], frame(*self.epochs[place[0]][1]), "sha256").digest()
        at = frame("rollbook dice 1", self.session, place[0], stream, draw["index"])
        blocks, words = 0, []
        for number, die in enumerate(body["dice"], 1):
            count, lowest = (3, -1) if die["sides"] == "F" else (int(die["sides"]), 1)
            word = 2**32
            while word >= 2**32 // count * count:
                if not words:
                    digest = hmac.new(key, at + frame(blocks), "sha256").digest()
                    words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
                    blocks += 1
                word = words.pop(0)
            need(word % count + lowest == die["face"], f"die {number} is not what the seal gives")


def lines(path, at):
    """Each line with its number, which `at` holds for whoever reports an error."""
    with open(path, "rb") as file:
        for at[0], raw in enumerate(file, 1):
            yield raw


def walk(path, at, dice, receipts):
    """One pass over a file: the header and how many records are hidden."""
    rows = lines(path, at)
    at[0] = 1
    head = read(next(rows, b"{}"), HEADER)
    need((head["export"], head["format"]) == ("rollbook export 1", "rollbook 1"), "no export")
    tree, commits, begun, hidden = Tree(), 0, 0, 0
    for raw in rows:
        row = read(raw, RECORD.split(), HIDDEN, ENDED)
        need(row["commit"] == commits, f"commit {commits} is missing, or not over")
        if "root" in row:
            size, root = tree.size, tree.root() if tree.size > begun else ""
            need((size, root) == (row["size"], row["root"]), "its records give another root")
            commits, begun = commits + 1, size
            continue
        need(row["seq"] == tree.size, f"record {tree.size} is missing")
        if "leaf" in row:
            need(head["for"] and re.fullmatch(HASH, row["leaf"]), "a record is hidden")
            hidden += 1
            tree.add(bytes.fromhex(row["leaf"]))
        else:
            kinds = ("command",) if tree.size == begun else ("performed", "event")
            need(row["kind"] in kinds, f"it is {row['kind']} where it stands")
            texts = ["" if row[name] is None else row[name] for name in RECORD.split()]
            own = frame(head["format"], head["session"], *texts[:-1])
            tree.add(sha(b"\x00", own, texts[-1].encode()))
            dice(head, row)
        root = receipts.pop(tree.size, None)
        need(root in (None, tree.root()), f"these {tree.size} records are not the receipt's")
    at[0] += 1
    whole = (tree.size, begun, commits) == (head["size"], head["size"], head["commits"])
    need(whole, "the export is cut off, or has more than its first line says")
    at[0] = 1
    need(tree.root() == head["root"], "its root is another than that of its records")
    need(not receipts, f"there are {tree.size} records; a receipt holds {list(receipts)}")
    return head, hidden


def verify(path, receipts=(), say=print):
    """The exit code for an export; it is read twice, since seeds are revealed after their dice."""
    at, early = [1], []

    def gather(head, row):
        early[:] = early or [Dice(head["session"], None)]
        with contextlib.suppress(*ERRORS):  # told of in the second reading
            early[0].hear(row)

    try:
        head, hidden = walk(path, at, gather, dict(receipts))
        found = early[0].revealed if early else {}
        seeds = {place: seed for place, seed in found.items() if seed is not None}
        dice = Dice(head["session"], seeds, ("open",) if hidden else ("open", "secret"))
        walk(path, at, lambda _, row: dice.hear(row), dict(receipts))
    except OSError as error:
        say(str(error))
        return 5
    except ERRORS as error:
        say(f"line {at[0]} DOES NOT VERIFY: {error}")
        return 1
    say(f"session {head['session']}: {head['size']} records, {head['commits']} commits")
    say(f"as a receipt: {head['size']}:{head['root']}; receipts compared: {len(receipts)}")
    say(f"hidden: {hidden}; rolls drawn again: {dice.faces}; not revealed: {dice.untold}")
    return 4 if hidden or dice.untold else 0


def main(path="", *rest):
    kept = [re.fullmatch(rf"(\d{{1,18}}):({HASH})", word) for word in rest[1::2]]
    if not path or len(rest) % 2 or set(rest[::2]) - {"--receipt"} or not all(kept):
        return print(__doc__) or 2
    return verify(path, {int(k[1]): k[2] for k in kept})


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
