// Steps through the lines of a report. It draws what the page tells it and knows no rules: `pieces` are all that ever stands
// on the board, and `changes` of a line say for each position which of them have come (n + 1) and gone (-1 - n).
(() => {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const PAUSE = 700; // Milliseconds between moves that play by themselves.
  const TRACES = { come: 36, gone: 11 }; // Radii of the marks where a piece has come or gone.
  const at = (id) => document.getElementById(id);
  const { size, text_size: textSize, pieces, lines } = JSON.parse(at("reel").textContent);
  const [board, list, filter, slider, moves] = ["board", "lines", "filter", "slider", "moves"].map(at);
  board.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);

  let line = null; // The line that is shown.
  let positions = []; // What stands on the board in each of its positions.
  let ply = 0;
  let timer = null;

  // Leftmost first, so that cards of a pile overlap as they lie; words last.
  const order = (one, other) => {
    const [a, b] = [pieces[one], pieces[other]];
    return b[1] - a[1] || a[2] - b[2] || a[3] - b[3];
  };

  function element(name, attributes) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  }

  function drawn(number) {
    const [what, isShape, x, y] = pieces[number];
    if (isShape) return element("use", { href: `#${what}`, x, y });
    const words = element("text", {
      x, y, dy: "0.35em", "text-anchor": "middle", "font-family": "sans-serif", "font-size": textSize, fill: "#26282c",
    });
    words.textContent = what;
    return words;
  }

  // Where something has changed: a ring where a piece has come, a dot where one has gone and none has come.
  function traces() {
    if (ply === 0) return [];
    const places = (changes) => changes.map((change) => pieces[Math.abs(change) - 1]).filter(([, isShape]) => isShape);
    const come = places(line.changes[ply].filter((change) => change > 0));
    const isTaken = ([, , x, y]) => come.some(([, , left, top]) => left === x && top === y);
    const gone = places(line.changes[ply].filter((change) => change < 0)).filter((piece) => !isTaken(piece));
    const mark = (kind) => ([, , cx, cy]) => element("circle", { cx, cy, r: TRACES[kind], class: kind });
    return [...gone.map(mark("gone")), ...come.map(mark("come"))];
  }

  function show(to) {
    ply = Math.max(0, Math.min(to, positions.length - 1));
    const standing = [...positions[ply]].sort(order);
    at("pieces").replaceChildren(...standing.map(drawn));
    at("traces").replaceChildren(...traces());
    const isEnd = ply === positions.length - 1;
    const move = ply === 0 ? "Start" : `${ply}. ${line.moves[ply - 1]}`;
    const next = isEnd ? line.end : line.turns.length ? `${line.movers[line.turns[ply]]} to move` : "";
    at("status").textContent = next ? `${move} — ${next}` : move;
    slider.value = ply;
    for (const shown of moves.querySelectorAll(".now")) shown.classList.remove("now");
    const now = moves.children[ply - 1];
    if (now) {
      now.classList.add("now");
      moves.scrollTop = now.offsetTop - moves.offsetTop - moves.clientHeight / 2;
    }
    if (isEnd) stop();
    const hash = `#line=${lines.indexOf(line)}&ply=${ply}`;
    if (started && location.hash !== hash) history.replaceState(null, "", hash);
  }

  function open(number, to = 0) {
    stop();
    line = lines[number];
    let now = new Set();
    positions = line.changes.map((changes) => {
      now = new Set(now);
      for (const change of changes) {
        if (change > 0) now.add(change - 1);
        else now.delete(-1 - change);
      }
      return now;
    });
    at("heading").textContent = line.heading;
    slider.max = positions.length - 1;
    moves.replaceChildren(...line.moves.map((words, index) => {
      const item = document.createElement("li");
      item.textContent = words;
      item.dataset.ply = index + 1;
      if (index < line.opening) item.classList.add("opening");
      return item;
    }));
    list.value = String(number);
    show(to);
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    at("play").textContent = "Play";
  }

  function play() {
    if (timer !== null) return stop();
    if (ply === positions.length - 1) show(0);
    timer = setInterval(() => show(ply + 1), PAUSE);
    at("play").textContent = "Stop";
  }

  function fill() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ name, heading, end, result }) => {
      const text = `${name} ${heading} ${end} ${result}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    list.replaceChildren(...lines.flatMap((one, number) =>
      fits(one) ? [new Option(`${one.name}  ${one.result}  ${one.moves.length} ${one.movers.length ? "plies" : "moves"}`, String(number))] : []));
    if (line) list.value = String(lines.indexOf(line));
  }

  // `#line=3&ply=10` in the address opens that.
  function follow() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const number = Number(asked.get("line") ?? 0);
    if (!asked.has("line") && line) return;
    open(number in lines ? number : 0, Number(asked.get("ply") ?? 0));
    if (asked.has("line")) at("replayer").scrollIntoView();
  }

  let started = false;
  const steps = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => positions.length - 1 };
  const keys = { Home: steps.first, ArrowLeft: steps.back, ArrowRight: steps.on, End: steps.last };
  const go = (step) => { stop(); show(step()); };
  for (const [id, step] of Object.entries(steps)) at(id).addEventListener("click", () => go(step));
  at("play").addEventListener("click", play);
  slider.addEventListener("input", () => go(() => Number(slider.value)));
  moves.addEventListener("click", ({ target }) => {
    if (target.dataset.ply) go(() => Number(target.dataset.ply));
  });
  list.addEventListener("change", () => open(Number(list.value)));
  filter.addEventListener("input", fill);
  document.addEventListener("keydown", (event) => {
    if (["INPUT", "SELECT", "BUTTON"].includes(event.target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keys[event.key];
    if (!step && event.key !== " ") return;
    event.preventDefault();
    if (step) go(step);
    else play();
  });
  window.addEventListener("hashchange", follow);
  fill();
  follow();
  started = true;
})();
