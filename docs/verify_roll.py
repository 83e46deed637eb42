"""Check a proof that `rollbook prove` wrote, offline, with Python's standard library alone.

    python verify_roll.py roll-36.txt [--receipt SIZE:ROOT]...

Exit code 0: everything holds. 1: something does not. 4: nothing is wrong, not all can be told.
The forms stand in docs/format.md and docs/dice.md; this shares no code with Rollbook.
"""

import base64
import hashlib
import hmac
import json
import re
import sys

OPS = ("set", "add", "at_least", "at_most")
NAMES = "format session seq commit kind type family version at by cause to salt key body"


def need(holds, what):
    if not holds:
        raise ValueError(what)


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def frame(*parts):
    raws = [p if isinstance(p, bytes) else str(p).encode() for p in parts]
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in raws)


def unbase(texts):
    hashes = [base64.b64decode(text, validate=True) for text in texts]
    need(all(len(one) == 32 for one in hashes), "a hash of the proof has not 32 bytes")
    return hashes


def turns(index, size, old=0):
    """From a leaf, or a smaller tree, up to the root: whether each sibling stands to the right."""
    first, stop, right = 0, size, []
    while stop - first > 1 and stop != old:
        middle = first + (1 << ((stop - first - 1).bit_length() - 1))
        right.insert(0, index < middle)
        first, stop = (first, middle) if right[0] else (middle, stop)
    return right, first


def check_inclusion(record, hashes, size, root):
    """The leaf as docs/format.md defines it, and RFC 6962, 2.1.1."""
    need(list(record) == NAMES.split(), "the record has not its fourteen headers and a body")
    texts = ["" if text is None else text for text in record.values()]
    made, index = sha(b"\x00", frame(*texts[:-1]), texts[-1].encode()), record["seq"]
    need(type(index) is int and 0 <= index < size, f"{size} records have no record {index}")
    right, _ = turns(index, size)
    need(len(right) == len(hashes), f"the proof of record {index} is too long or too short")
    for is_right, sibling in zip(right, hashes, strict=True):
        made = sha(b"\x01", made, sibling) if is_right else sha(b"\x01", sibling, made)
    need(made == root, f"record {index} is not in the tree of the checkpoint")


def check_consistency(old, old_root, size, root, rest):
    """RFC 6962, 2.1.2: the tree has grown out of the smaller one of a receipt."""
    need(0 < old <= size, f"a log of {size} records has not grown from {old}")
    right, first = turns(old - 1, size, old)
    need(len(rest) == len(right) + (first > 0), "the proof from the receipt has a wrong length")
    before = after = rest.pop(0) if first else old_root
    for is_right, sibling in zip(right, rest, strict=True):
        before = before if is_right else sha(b"\x01", sibling, before)
        after = sha(b"\x01", after, sibling) if is_right else sha(b"\x01", sibling, after)
    need(before == old_root and after == root, f"the log has not grown from the receipt of {old}")


def message(proved, tag, size, root, session):
    """Place and body of a record of the seal, once its own proof holds."""
    record = proved["record"]
    check_inclusion(record, unbase(proved["hashes"]), size, root)
    found = record["type"] == tag and record["kind"] == "event" and record["session"] == session
    need(found, f"record {record['seq']} is no {tag} of this session")
    return record["seq"], json.loads(record["body"])


def check_seal(record, roll, seal, size, root, say):
    """Commitment, entropies, reveal, words and faces; whether all of it could be told."""
    session, draw, tree = record["session"], roll["draw"], (size, root, record["session"])
    epoch, kind = draw["epoch"], draw["kind"]
    at, opened = message(seal["commitment"], "table.epoch_opened", *tree)
    need(opened["number"] == epoch and at < record["seq"], "the seal is not that of this roll")
    sealed, texts = opened["commitments"][kind], []
    say(f"sealed by record {at}: {kind} seal of epoch {epoch}, {sealed}")
    for proved in seal["entropies"]:
        seq, said = message(proved, "table.entropy_added", *tree)
        need(at < seq < record["seq"], f"the entropy of record {seq} is out of order")
        at, texts = seq, [*texts, said["text"].encode()]
        say(f"entropy by {said['by']} in record {seq}: {said['text']!r}")
    if seal["reveal"] is None:
        say("NOT TOLD: the seed is not revealed yet, so that the faces cannot be derived")
        return False
    seq, shown = message(seal["reveal"], "table.seed_revealed", *tree)
    need((shown["epoch"], shown["kind"]) == (epoch, kind), "another seed is revealed")
    need(seq > record["seq"], "the seed was revealed before the roll")
    seed = bytes.fromhex(shown["seed"])
    made = sha(frame("rollbook seal 1", session, epoch, kind, seed))
    need(made.hex() == sealed, "the seed is not the one that was sealed")
    key = hmac.new(seed, frame(*texts), "sha256").digest()
    say(f"seed revealed by record {seq}: {shown['seed']}; with the entropies, key {key.hex()}")
    place = frame("rollbook dice 1", session, epoch, draw["stream"], draw["index"])
    blocks, words = 0, []
    for number, die in enumerate(roll["dice"], 1):
        count, lowest = (3, -1) if die["sides"] == "F" else (int(die["sides"]), 1)
        word = limit = 2**32 // count * count
        while word >= limit:
            if not words:
                digest = hmac.new(key, place + frame(blocks), "sha256").digest()
                words = [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 32, 4)]
                blocks += 1
            word = words.pop(0)
            what = "rejected" if word >= limit else word % count + lowest
            say(f"  word {word:08x} for a d{die['sides']}: {what}")
        need(what == die["face"], f"die {number} is not what the seal gives")
    return True


def check_total(roll, say):
    """What the dice are worth, where their notation is plain, and the total with modifiers."""
    plain = re.fullmatch(r"(\d*)d(F|\d+)(?:([kd])([hl])(\d*))?((?:[+-]\d+)*)", roll["notation"])
    dice, natural, diced = roll["dice"], roll["natural"], roll["draw"]["how"] != "points"
    if plain and diced:
        count, sides, op, end, some, constants = plain.groups()
        count, some = int(count or 1), int(some or 1)
        keep = count if op is None else some if op == "k" else count - some
        sign = 1 if op and (op == "k") == (end == "l") else -1  # drop highest: keep lowest
        order = sorted(range(len(dice)), key=lambda i: sign * dice[i]["face"])  # first of equals
        wrong = f"these are not the dice of {roll['notation']}, or not worth {natural}"
        need([die["sides"] for die in dice] == [sides] * count, wrong)
        need(all(die["kept"] == (i in order[:keep]) for i, die in enumerate(dice)), wrong)
        worth = sum(die["face"] for die in dice if die["kept"])
        need(worth + sum(map(int, re.findall(r"[+-]\d+", constants))) == natural, wrong)
    mine = [(m["op"], m["amount"]) for m in roll["modifiers"] if m["on"] == "result"]
    fixed, add, least, most = ([n for op, n in mine if op == name] for name in OPS)
    total = min([max([(fixed or [natural])[0] + sum(add), *least]), *most])
    need(total == roll["total"], f"{natural} with its modifiers is not {roll['total']}")
    say(f"{roll['notation']} is {natural}, with modifiers {total}")
    if diced and not plain:
        say("what it makes of these faces is its ruleset's to say; rollbook audit compares that")


def check_receipt(old, kept, size, root, proofs, say):
    """Whether the tree is the one of a receipt that somebody kept, or has grown out of it."""
    if old != size and old not in proofs:
        say(f"NOT TOLD: the proof does not lead from a receipt of {old}; see rollbook prove --help")
        return False
    check_consistency(old, kept, size, root, unbase(proofs.get(old, [])))
    say(f"the receipt of {old} records holds: they are unchanged")
    return True


def check(text, receipts=(), say=print):
    head, _, note = text.partition("\n\n")
    form, extra, index, *hashes = head.split("\n")
    need((form, extra[:6]) == ("c2sp.org/tlog-proof@v1", "extra "), "this is no proof of a record")
    extra = json.loads(base64.b64decode(extra[6:], validate=True).decode())
    record, session = extra["record"], extra["record"]["session"]
    forms = (extra["proof"], record["format"]) == ("rollbook proof 1", "rollbook 1")
    need(forms and index == f"index {record['seq']}", "the proof is of another form or record")
    origin, size, root, end, *_ = f"{note}\n\n\n".split("\n")  # below it stand signatures
    need((origin, end) == (f"rollbook/{session}", ""), "the checkpoint is of another session")
    need(re.fullmatch(r"[1-9]\d{0,17}", size), "the checkpoint has no size")
    size, [root] = int(size), unbase([root])
    check_inclusion(record, unbase(hashes), size, root)
    say(f"record {record['seq']} of {session}, {record['type']}, is in the log of {size} records")
    say(f"checkpoint as a receipt: {size}:{root.hex()}\n{record['body']}")
    proofs = {proof["size"]: proof["hashes"] for proof in extra["consistency"]}
    told = [check_receipt(*receipt, size, root, proofs, say) for receipt in receipts]
    if (record["type"], record["kind"], record["version"]) == ("table.rolled", "event", 1):
        roll = json.loads(record["body"])
        if roll["draw"]["how"] == "sealed":
            told.append(check_seal(record, roll, extra["seal"], size, root, say))
        check_total(roll, say)
    say("" if receipts else "no receipt: that nobody wrote the whole log anew is not shown")
    say("verified" if all(told) else "nothing is wrong, and not all of it can be told")
    return 0 if all(told) else 4


def main(path="", *rest):
    kept = [re.fullmatch(r"(\d{1,18}):([0-9a-f]{64})", word) for word in rest[1::2]]
    if not path or len(rest) % 2 or set(rest[::2]) - {"--receipt"} or not all(kept):
        return print(__doc__) or 2
    try:
        with open(path, encoding="utf-8", newline="") as file:
            return check(file.read(), [(int(k[1]), bytes.fromhex(k[2])) for k in kept])
    except OSError as error:
        return print(error) or 5
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return print(f"DOES NOT VERIFY: {error}") or 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
