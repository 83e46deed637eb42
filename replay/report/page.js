(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const place = new Map(data.seq.map((seq, i) => [seq, i]));
  const at = (id) => document.getElementById(id);
  const put = (template, places) =>
    template.replace(/\{(\w+)\}/g, (whole, name) => (name in places ? places[name] : whole));
  const make = (tag, text, name) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  const told = (seq) => at("r" + seq).querySelector("b, span").textContent;

  /* --- The state after each step: patches from the first on; going on is cheaper than going back. */
  let step = data.steps.length - 1, reached = -1, sections = new Map();

  function reach(wanted) {
    if (wanted < reached) { sections = new Map(); reached = -1; }
    while (reached < wanted) {
      for (const [name, start, gone, rows] of data.steps[++reached][2]) {
        if (!sections.has(name)) sections.set(name, []);
        sections.get(name).splice(start, gone, ...rows);
      }
    }
  }

  function drawn(rows) {
    const whole = document.createDocumentFragment();
    let body = null;
    for (const [kind, depth, ...cells] of rows) {
      if (kind === "t") {
        body = null;
        whole.append(make("p", cells[0], "d" + depth));
        continue;
      }
      if (kind === "h" || body === null) {
        const wide = make("div", undefined, "wide d" + depth), table = make("table");
        if (kind === "h") {
          const row = make("tr");
          for (const cell of cells) row.append(Object.assign(make("th", cell), { scope: "col" }));
          table.append(make("thead"));
          table.firstChild.append(row);
        }
        body = make("tbody");
        table.append(body);
        wide.append(table);
        whole.append(wide);
      }
      if (kind === "r") {
        const row = make("tr");
        cells.forEach((cell, i) => row.append(
          i ? make("td", cell) : Object.assign(make("th", cell), { scope: "row" })));
        body.append(row);
      }
    }
    return whole;
  }

  const parts = new Map(data.sections.map(([name, title, open]) => {
    const part = make("details", undefined, "part"), summary = make("summary");
    part.dataset.part = name;
    part.open = open;
    summary.append(make("h3", title));
    part.append(summary);
    return [name, part];
  }));

  function show(wanted) {
    if (!data.steps.length) return;
    step = Math.min(Math.max(0, wanted), data.steps.length - 1);
    reach(step);
    const [commit] = data.steps[step];
    for (const [name] of data.sections) {
      const rows = sections.get(name) || [], part = parts.get(name);
      part.hidden = !rows.length;
      part.replaceChildren(part.firstChild, drawn(rows));
    }
    const after = put(data.words.after, { commit, last: data.last });
    at("where").textContent = after;
    at("step").value = step;
    at("step").setAttribute("aria-valuetext", after);
    at("done").replaceChildren(...ofCommit(commit).map((seq) => {
      const item = make("li"), link = make("a", seq);
      link.href = "#r" + seq;
      item.append(link, " " + told(seq));
      return item;
    }));
    for (const go of document.querySelectorAll("[data-go]")) {
      const back = go.dataset.go === "first" || go.dataset.go === "back";
      go.disabled = back ? step === 0 : step === data.steps.length - 1;
    }
    for (const line of document.querySelectorAll("svg[data-last]")) {
      const x = 40 + 588 * commit / Math.max(1, line.dataset.last);
      line.querySelector(".now").setAttribute("d", `M${x} 12V98`);
    }
  }

  function ofCommit(commit) {
    const found = [];
    const end = place.get(data.steps[step][1]);
    for (let i = end; i >= 0 && data.commit[i] === commit; i--) {
      if (!at("r" + data.seq[i]).classList.contains("q")) found.unshift(data.seq[i]);
    }
    return found;
  }

  function stepOf(commit) {
    let low = 0, high = data.steps.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (data.steps[middle][0] < commit) low = middle + 1; else high = middle;
    }
    return low;
  }

  const goes = { first: () => 0, back: () => step - 1, on: () => step + 1, last: () => Infinity };
  at("steps").addEventListener("click", (event) => {
    const go = event.target.dataset.go;
    if (!go) return;
    show(goes[go]());
    // A button that is of no use any more loses the focus, and with it the reader's place.
    if (event.target.disabled) at("step").focus();
  });
  at("step").addEventListener("input", () => show(Number(at("step").value)));

  /* --- The explanation of a record, by the address of the page, so that back goes back. */
  let chosen = null;

  function line(seq, long) {
    const item = make("li"), link = make("a", seq);
    link.href = "#r" + seq;
    item.append(link, " " + told(seq));
    const rule = at("r" + seq).querySelector("i");
    if (rule) item.append(" ", make("i", rule.textContent));
    const more = data.details[seq];
    if (more && long) {
      const list = make("ul");
      for (const text of more) list.append(make("li", text));
      item.append(list);
    }
    return item;
  }

  function explain(seq) {
    const kin = kinOf(data, seq), why = at("why"), commit = data.commit[place.get(seq)];
    why.replaceChildren();
    at("explained").textContent = put(data.words.explained, { seq, commit });
    const own = make("ul");
    own.append(line(seq, true));
    for (const note of at("r" + seq).querySelectorAll("em")) own.append(make("li", note.textContent));
    why.append(own);
    const groups = { asked: [kin.root], ...kin };
    for (const name of ["asked", "path", "questions", "beside", "followed", "changed"]) {
      if (!groups[name].length) continue;
      const list = make("ul");
      for (const each of groups[name]) list.append(line(each, name !== "asked"));
      why.append(make("h3", data.words[name]), list);
    }
    if (!kin.followed.length && data.kind[place.get(seq)] !== "c") {
      why.append(make("p", data.words.nothing));
    }
    rules(why);
    const state = make("button", put(data.words["state-at"], { commit }));
    state.type = "button";
    state.addEventListener("click", () => {
      show(stepOf(commit));
      at("standing").scrollIntoView();
      at("step").focus();
    });
    why.append(state);
  }

  function rules(why) {
    const named = new Set(why.textContent.match(/\b[A-Z]{2,4}-\d{3}\b/g));
    const list = make("dl");
    for (const rule of [...named].sort()) {
      if (data.rules[rule]) list.append(make("dt", rule), make("dd", data.rules[rule]));
    }
    if (list.children.length) why.append(make("h3", data.words.rules), list);
  }

  function close() {
    at("explanation").hidden = true;
    document.body.classList.remove("explaining");
    if (chosen !== null) {
      const line = at("r" + chosen);
      line.classList.remove("chosen");
      line.querySelector("a").focus();
    }
    chosen = null;
  }

  function follow() {
    const found = /^#r(\d+)$/.exec(location.hash);
    const seq = found && Number(found[1]);
    if (chosen !== null) at("r" + chosen).classList.remove("chosen");
    if (!found || !place.has(seq)) return;
    chosen = seq;
    explain(seq);
    at("explanation").hidden = false;
    at("explanation").scrollTop = 0;
    document.body.classList.add("explaining");
    at("r" + seq).classList.add("chosen");
    at("r" + seq).scrollIntoView({ block: "center" });
    at("explained").focus({ preventScroll: true });
  }

  at("close").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !at("explanation").hidden) close();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#r"]');
    if (link && link.hash === location.hash) follow();  // the address does not change: no event
  });
  addEventListener("hashchange", follow);

  /* --- Finding records. */
  const form = at("find"), lines = data.seq.map((seq) => at("r" + seq));

  function find() {
    const text = form.elements.text.value.trim().toLocaleLowerCase();
    const who = data.names.indexOf(form.elements.who.value);
    const topic = form.elements.topic.value;
    const quiet = form.elements.quiet.checked, back = form.elements.back.checked;
    let count = 0;
    lines.forEach((each, i) => {
      const wanted = (quiet || !each.classList.contains("q"))
        && (back || !each.classList.contains("b"))
        && (!topic || each.classList.contains(topic))
        && (who < 0 || data.who[i].includes(who))
        && (!text || each.textContent.toLocaleLowerCase().includes(text));
      each.hidden = !wanted;
      count += wanted;
    });
    at("found").textContent = put(data.words.shown, { count });
  }

  form.addEventListener("input", find);
  form.addEventListener("submit", (event) => event.preventDefault());

  document.body.classList.add("alive");
  at("state").replaceChildren(...parts.values());
  at("steps").hidden = form.hidden = false;
  show(data.steps.length - 1);
  find();
  follow();
})();
