// Check what `rollbook export` wrote, with Node's standard library alone.
//
//     node verify_export.mjs duel.jsonl [--receipt SIZE:ROOT]...
//
// Exit code 0: everything holds. 1: something does not, and the line is named. 4: nothing is
// wrong, not all can be told. The forms stand in docs/format.md and docs/dice.md; no code is
// Rollbook's.

import { createHash, createHmac } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";

const HEADER = ["export", "format", "session", "size", "commits", "root", "for"];
const RECORD = "seq commit kind type family version at by cause to salt key body".split(" ");
const HIDDEN = ["seq", "commit", "leaf"];
const ENDED = ["commit", "size", "root"];
const NUMBERS = new Set(["seq", "commit", "version", "cause", "size", "commits"]);
const HASH = /^[0-9a-f]{64}$/;
const WORDS = 2 ** 32;

function need(holds, what) {
  if (!holds) throw new Error(what);
}

function sha(...parts) {
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}

function hmac(key, message) {
  return createHmac("sha256", key).update(message).digest();
}

function frame(...parts) {
  const framed = [];
  for (const part of parts) {
    const raw = Buffer.isBuffer(part) ? part : Buffer.from(String(part), "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(raw.length);
    framed.push(length, raw);
  }
  return Buffer.concat(framed);
}

function unhex(text) {
  need(typeof text === "string" && /^([0-9a-f]{2})*$/i.test(text), "this is not hexadecimal");
  return Buffer.from(text, "hex");
}

// The tree of RFC 6962, as the roots of its perfect subtrees, largest first.
class Tree {
  size = 0;
  peaks = [];

  add(leaf) {
    for (let merged = this.size; merged % 2; merged = Math.floor(merged / 2)) {
      leaf = sha(Buffer.from([1]), this.peaks.pop(), leaf);
    }
    this.peaks.push(leaf);
    this.size += 1;
  }

  root() {
    return this.peaks.reduceRight((made, peak) => sha(Buffer.from([1]), peak, made)).toString("hex");
  }
}

// Lines end with a line feed and with nothing else: readline would also end them in U+2028.
function* lines(path) {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(1 << 16);
    let parts = [];
    for (let count; (count = readSync(file, chunk)); ) {
      let from = 0;
      for (let to; (to = chunk.subarray(0, count).indexOf(10, from)) >= 0; from = to + 1) {
        parts.push(Buffer.from(chunk.subarray(from, to + 1)));
        yield Buffer.concat(parts);
        parts = [];
      }
      parts.push(Buffer.from(chunk.subarray(from, count)));
    }
    const rest = Buffer.concat(parts);
    if (rest.length) yield rest;
  } finally {
    closeSync(file);
  }
}

// A line: its keys in their order, texts and numbers, written in the one way there is.
function read(raw, ...forms) {
  const row = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw));
  const names = row !== null && typeof row === "object" ? Object.keys(row).join(" ") : "";
  need(forms.some((form) => form.join(" ") === names), "it is no line of an export here");
  for (const [name, value] of Object.entries(row)) {
    const right = NUMBERS.has(name) ? Number.isSafeInteger(value) : typeof value === "string";
    need(right || (name === "cause" && value === null), `its ${name} is ${value}`);
  }
  const again = Buffer.from(JSON.stringify(row) + "\n", "utf8");
  need(again.equals(raw), "it is not written as an export writes it");
  return row;
}

// Sealed dice. Heard twice: what is revealed late decided what was drawn early.
class Dice {
  epochs = [];
  revealed = new Map();
  drawn = new Set();
  next = new Map();
  faces = 0;
  untold = 0;

  constructor(session, seeds, streams) {
    Object.assign(this, { session, seeds, streams });
  }

  hear(row) {
    if (row.kind !== "event" || row.version !== 1) return;
    if (row.type === "table.epoch_opened") {
      const body = JSON.parse(row.body);
      need(body.number === this.epochs.length, "epochs are not counted from 0");
      this.epochs.push({ commitments: new Map(Object.entries(body.commitments)), texts: [] });
    } else if (row.type === "table.entropy_added") {
      const epoch = this.epochs.length - 1;
      need(epoch >= 0 && !this.drawn.has(epoch), "entropy is added after the first die");
      this.epochs[epoch].texts.push(Buffer.from(JSON.parse(row.body).text, "utf8"));
    } else if (row.type === "table.seed_revealed") {
      const { epoch, kind, seed } = JSON.parse(row.body);
      const place = `${epoch}/${kind}`;
      this.revealed.set(place, null);
      const made = sha(frame("rollbook seal 1", this.session, epoch, kind, unhex(seed)));
      const sealed = this.epochs[epoch]?.commitments.get(kind);
      need(made.toString("hex") === sealed, `the seed of ${place} is not the one sealed`);
      this.revealed.set(place, unhex(seed));
    } else if (row.type === "table.rolled" && this.seeds) {
      this.roll(JSON.parse(row.body));
    }
  }

  roll(body) {
    const mine = body.modifiers.filter((one) => one.on === "result");
    const of = (op) => mine.filter((one) => one.op === op).map((one) => one.amount);
    let total = [...of("set"), body.natural][0];
    for (const amount of of("add")) total += amount;
    total = Math.min(Math.max(total, ...of("at_least")), ...of("at_most"));
    need(total === body.total, `with its modifiers it is ${total}, not ${body.total}`);
    if (body.draw.how !== "sealed") return;
    const { epoch, kind, stream, index } = body.draw;
    const place = `${epoch}/${kind}`;
    this.drawn.add(epoch);
    need(this.epochs[epoch]?.commitments.has(kind), "dice are drawn under no commitment");
    need(!this.revealed.has(place), "dice are drawn from a seed that was revealed before");
    const following = this.next.get(`${place}/${stream}`) ?? 0;
    const counted = !this.streams.includes(kind) || index === following;
    need(counted, `roll ${following} of ${stream} is missing`);
    this.next.set(`${place}/${stream}`, index + 1);
    const seed = this.seeds.get(place);
    if (!seed) {
      this.untold += 1;
      return;
    }
    this.faces += 1;
    const key = hmac(seed, frame(...this.epochs[epoch].texts));
    const at = frame("rollbook dice 1", this.session, epoch, stream, index);
    let [block, words] = [0, []];
    for (const [number, die] of body.dice.entries()) {
      const [count, lowest] = die.sides === "F" ? [3, -1] : [Number(die.sides), 1];
      need(Number.isInteger(count) && count > 0 && count <= WORDS, `no die has ${die.sides} sides`);
      let word = WORDS;
      while (word >= WORDS - (WORDS % count)) {
        if (!words.length) {
          const digest = hmac(key, Buffer.concat([at, frame(block++)]));
          words = [0, 4, 8, 12, 16, 20, 24, 28].map((place) => digest.readUInt32BE(place));
        }
        word = words.shift();
      }
      const face = (word % count) + lowest;
      need(face === die.face, `die ${number + 1} is not what the seal gives`);
    }
  }
}

// One pass over a file: the header and how many records are hidden.
function walk(path, at, dice, receipts) {
  const rows = lines(path);
  at[0] = 1;
  const head = read(rows.next().value ?? Buffer.alloc(0), HEADER);
  need(head.export === "rollbook export 1" && head.format === "rollbook 1", "it is no export");
  const tree = new Tree();
  let [commits, begun, hidden] = [0, 0, 0];
  for (const raw of rows) {
    at[0] += 1;
    const row = read(raw, RECORD, HIDDEN, ENDED);
    need(row.commit === commits, `commit ${commits} is missing, or not over`);
    if ("root" in row) {
      need(row.size === tree.size && tree.size > begun, "it has another number of records");
      need(row.root === tree.root(), "its records give another root");
      commits += 1;
      begun = tree.size;
      continue;
    }
    need(row.seq === tree.size, `record ${tree.size} is missing`);
    if ("leaf" in row) {
      need(head.for !== "" && HASH.test(row.leaf), "a record is hidden");
      hidden += 1;
      tree.add(Buffer.from(row.leaf, "hex"));
    } else {
      const kinds = tree.size === begun ? ["command"] : ["performed", "event"];
      need(kinds.includes(row.kind), `it is ${row.kind} where it stands`);
      const texts = [head.format, head.session, ...RECORD.map((name) => row[name] ?? "")];
      const body = Buffer.from(texts.pop(), "utf8");
      tree.add(sha(Buffer.from([0]), frame(...texts), body));
      dice(head, row);
    }
    const root = receipts.get(tree.size);
    need(root === undefined || root === tree.root(), "these records are not the receipt's");
    receipts.delete(tree.size);
  }
  at[0] += 1;
  const whole = tree.size === head.size && begun === head.size && commits === head.commits;
  need(whole, "the export is cut off, or has more than its first line says");
  at[0] = 1;
  need(tree.root() === head.root, "its root is another than that of its records");
  need(!receipts.size, `there are ${tree.size} records; a receipt holds more`);
  return [head, hidden];
}

// The exit code; the file is read twice, since seeds are revealed after their dice.
function verify(path, receipts) {
  const at = [1];
  try {
    let early;
    const [head, hidden] = walk(path, at, (first, row) => {
      early ??= new Dice(first.session, null, []);
      try {
        early.hear(row);
      } catch {
        // told of in the second reading
      }
    }, new Map(receipts));
    const seeds = new Map([...(early?.revealed ?? [])].filter(([, seed]) => seed !== null));
    const dice = new Dice(head.session, seeds, hidden ? ["open"] : ["open", "secret"]);
    walk(path, at, (_, row) => dice.hear(row), new Map(receipts));
    console.log(`session ${head.session}: ${head.size} records, ${head.commits} commits`);
    console.log(`as a receipt: ${head.size}:${head.root}; receipts compared: ${receipts.size}`);
    console.log(`hidden: ${hidden}; rolls drawn again: ${dice.faces}; not revealed: ${dice.untold}`);
    return hidden || dice.untold ? 4 : 0;
  } catch (error) {
    if (error.syscall) {
      console.log(error.message);
      return 5;
    }
    console.log(`line ${at[0]} DOES NOT VERIFY: ${error.message}`);
    return 1;
  }
}

function main(path, ...rest) {
  const receipts = new Map();
  let right = path !== undefined && rest.length % 2 === 0;
  for (let i = 0; i < rest.length; i += 2) {
    const found = /^(\d{1,15}):([0-9a-f]{64})$/.exec(rest[i + 1] ?? "");
    right &&= rest[i] === "--receipt" && found !== null;
    if (found) receipts.set(Number(found[1]), found[2]);
  }
  if (right) return verify(path, receipts);
  console.log("node verify_export.mjs EXPORT [--receipt SIZE:ROOT]...");
  return 2;
}

process.exitCode = main(...process.argv.slice(2));
