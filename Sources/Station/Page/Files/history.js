// The history: search, copy, export, and the level of each message.

import { Trace, draw } from "./chart.js";

const page = window.innerWidth < 600 ? 10 : 30;

export class History {
  constructor() {
    this.list = document.getElementById("messages");
    this.more = document.getElementById("more");
    this.none = document.getElementById("none");
    this.text = document.getElementById("text");
    this.which = document.getElementById("which");
    this.next = null;
    this.turn = 0;
    let timer;
    const search = () => { clearTimeout(timer); timer = setTimeout(() => this.load(), 200); };
    this.text.addEventListener("input", search);
    this.which.addEventListener("change", search);
    document.getElementById("search").addEventListener("submit", event => { event.preventDefault(); this.load(); });
    this.more.addEventListener("click", () => this.load(this.next));
  }

  get filter() {
    const query = new URLSearchParams();
    if (this.text.value.trim()) query.set("text", this.text.value.trim());
    if (this.which.value) query.set("station", this.which.value);
    return query;
  }

  stations(names) {
    for (const name of names) {
      if ([...this.which.options].some(option => option.value === name)) continue;
      const option = document.createElement("option");
      option.value = option.textContent = name;
      this.which.append(option);
    }
  }

  /** Loads anew, or the page before message `before`. */
  async load(before = null) {
    const turn = ++this.turn;
    for (const format of ["text", "csv", "jsonl", "srt"]) {
      const query = this.filter;
      query.set("format", format);
      document.getElementById(`export-${format}`).href = `/api/export?${query}`;
    }
    const query = this.filter;
    query.set("limit", page);
    if (before) query.set("before", before);
    const answer = await fetch(`/api/messages?${query}`, { cache: "no-store" }).catch(() => null);
    if (!answer?.ok || turn !== this.turn) return;
    const found = await answer.json();
    if (turn !== this.turn) return;
    if (!before) this.list.replaceChildren();
    for (const message of found.messages) this.list.append(this.row(message));
    this.next = found.next ?? null;
    this.more.hidden = !this.next;
    this.none.hidden = this.list.children.length > 0;
    this.none.textContent = this.text.value.trim() ? "No message holds that." : "No messages yet.";
  }

  /** A message is over, or grew: its row is made anew, at the top where it is new. */
  update(message) {
    const known = this.list.querySelector(`li[data-id="${Number(message.id)}"]`);
    if (known) return known.replaceWith(this.row(message));
    const words = this.text.value.trim().toUpperCase().split(/\s+/).filter(Boolean);
    if (!words.every(word => message.text.toUpperCase().includes(word))) return;
    if (this.which.value && this.which.value !== message.station) return;
    this.list.prepend(this.row(message));
    this.none.hidden = true;
  }

  row(message) {
    const row = document.createElement("li");
    row.dataset.id = message.id;
    const add = (tag, className, text) => {
      const element = document.createElement(tag);
      if (className) element.className = className;
      element.textContent = text;
      row.append(element);
      return element;
    };
    const begin = new Date(message.start * 1000);
    const time = add("time", "", begin.toLocaleString([], {
      day: "2-digit", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false,
    }));
    time.dateTime = begin.toISOString();
    add("div", "words", message.text || "…");
    const state = { open: "coming", interrupted: "cut off" }[message.state];
    const about = add("div", "about",
      `${message.station}, lamp ${message.lamp} · ${Math.round(message.wpm)} WPM · ${Math.round(100 * message.confidence)} %${state ? " · " + state : ""}`);
    if (message.state === "open") about.classList.add("open");
    const acts = add("div", "acts", "");
    const act = (name, label, run) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-label", `${label}: ${message.text}`);
      button.addEventListener("click", () => run(button));
      acts.append(button);
      return button;
    };
    act("Copy", "Copy", async button => {
      button.textContent = await copy(message.text) ? "Copied" : "Failed";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    act("Level", "Show the level of", button => this.level(message, row, button)).setAttribute("aria-expanded", "false");
    return row;
  }

  async level(message, row, button) {
    const shown = row.querySelector("canvas");
    button.setAttribute("aria-expanded", String(!shown));
    if (shown) return shown.remove();
    const canvas = document.createElement("canvas");
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `Level while ${message.text} came`);
    row.append(canvas);
    const answer = await fetch(`/api/messages/${Number(message.id)}/levels`).catch(() => null);
    if (!answer?.ok) return;
    const trace = new Trace();
    const levels = await answer.json();
    trace.points = levels.points.map(([after, level]) => [levels.time + after / 1000, level]);
    const paint = () => draw(canvas, trace, message.start - 0.5, Math.max(message.end, message.start + 1) + 0.5, { seconds: false });
    paint();
    new ResizeObserver(paint).observe(canvas);
  }
}

/** Clipboards are for secure pages only; a station on the local network has no certificate. */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
