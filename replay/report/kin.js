"use strict";

/* What a record comes from and what comes of it, by the causes that the page holds.
   Records are given and returned by their number in the log. */
function kinOf(data, seq) {
  const place = new Map(data.seq.map((each, i) => [each, i]));
  const asks = new Set(data.asking);
  const cause = (i) => data.cause[i];
  const lineage = [];
  for (let at = seq; at !== -1 && place.has(at);) {
    lineage.unshift(at);
    // An answer follows from the question, and is no link to who sent the command.
    at = data.kind[place.get(at)] === "c" ? -1 : cause(place.get(at));
  }
  const line = new Set(lineage), it = place.get(seq);
  const before = [], questions = [], answers = new Set();
  for (let i = place.get(lineage[0]) + 1; i < it; i++) {
    const each = data.seq[i], command = data.kind[i] === "c";
    const mine = line.has(cause(i)) && !line.has(each);
    if (command && questions.includes(cause(i))) answers.add(each);
    else if (asks.has(i) && (mine || answers.has(cause(i)) || questions.includes(cause(i)))) {
      questions.push(each);
    } else if (mine && !command) before.push(each);
  }
  const beside = [], changed = [], after = new Set([seq]);
  for (let i = it + 1; i < data.seq.length; i++) {
    const each = data.seq[i];
    if (after.has(cause(i))) after.add(each);
    else if (data.changes[each] === seq) changed.push(each);
    else if (cause(i) !== -1 && cause(i) === cause(it) && !asks.has(i)) beside.push(each);
  }
  after.delete(seq);
  const path = [...new Set([...lineage.slice(1, -1), ...before])].sort((a, b) => a - b);
  return { root: lineage[0], path, questions, beside, followed: [...after], changed };
}
