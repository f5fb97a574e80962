// The text as it comes: a line a message, what is certain, and what may yet change.

const kept = 60;              // lines

const span = className => {
  const element = document.createElement("span");
  element.className = className;
  return element;
};

export class Received {
  constructor() {
    this.box = document.getElementById("lines");
    this.spoken = document.getElementById("spoken");
    this.lines = new Map();   // message id -> {element, who, words, perhaps, lamp, end, open, word}
    this.coming = new Map();  // lamp -> a line of which nothing is certain yet
    this.chosen = null;       // the lamp whose lines are shown; null: every one's
    this.severalLamps = false;
    this.clear();
  }

  clear() {
    this.lines.clear();
    this.coming.clear();
    const hint = document.createElement("p");
    hint.className = "hint";
    hint.textContent = "Nothing received yet. Text appears here as it comes.";
    this.box.replaceChildren(hint);
  }

  /** Shows the lines of one lamp, or of all. */
  choose(lamp) {
    this.chosen = lamp;
    for (const line of this.all()) this.veil(line);
    this.scroll();
  }

  veil(line) { line.element.hidden = this.chosen !== null && line.lamp !== this.chosen; }

  all() { return [...this.lines.values(), ...this.coming.values()]; }

  make(lamp) {
    this.box.querySelector(".hint")?.remove();
    const line = {
      element: document.createElement("p"), who: span("who"), words: span("words"), perhaps: span("perhaps"),
      lamp, end: 0, open: true, word: "",
    };
    const cursor = span("cursor");
    for (const element of [line.perhaps, cursor]) element.setAttribute("aria-hidden", "true");
    line.element.append(line.who, line.words, line.perhaps, cursor);
    this.veil(line);
    this.box.append(line.element);
    return line;
  }

  line(id, lamp) {
    let line = this.lines.get(id);
    if (line) return line;
    line = this.coming.get(lamp) ?? this.make(lamp);
    this.coming.delete(lamp);
    this.lines.set(id, line);
    this.name();
    while (this.lines.size > kept) {
      const [oldest, old] = this.lines.entries().next().value;
      old.element.remove();
      this.lines.delete(oldest);
    }
    return line;
  }

  /** Lines say whose they are where there are several lamps. */
  name(lamps = []) {
    const all = this.all();
    this.severalLamps = new Set([...all.map(line => line.lamp), ...lamps]).size > 1;
    for (const line of all) {
      const who = this.severalLamps ? `lamp ${line.lamp}` : "";
      if (line.who.textContent !== who) line.who.textContent = who;
    }
  }

  /** A message from the history, or one that is over. */
  message(message) {
    const line = this.line(message.id, message.lamp);
    if (line.words.textContent.trim() !== message.text.trim()) line.words.textContent = message.text;
    line.end = message.end;
    line.open = message.state === "open";
    line.element.classList.toggle("past", !line.open);
    if (!line.open) {
      line.element.querySelector(".perhaps")?.remove();
      line.element.querySelector(".cursor")?.remove();
      if (line.word) this.speak(line);
    }
    this.scroll();
  }

  character(event) {
    const line = this.line(event.message, event.lamp);
    // After a gap in the connection some characters are in the history already.
    if (event.code ? event.time < line.end - 0.002 : line.words.textContent.endsWith(" ")) return;
    if (!line.words.textContent && !event.code) return;
    if (event.code) line.end = event.time + event.duration;
    if (event.confidence < 0.6 && event.code) {
      const doubt = span("doubt");
      doubt.title = `${Math.round(100 * event.confidence)} % sure`;
      doubt.textContent = event.text;
      line.words.append(doubt);
    } else {
      line.words.append(event.text);
    }
    line.perhaps.textContent = "";
    line.word += event.text;
    if (!event.code) this.speak(line);
    this.scroll();
  }

  /** Whole words are spoken: letter by letter nobody could listen. */
  speak(line) {
    const word = line.word.trim();
    line.word = "";
    if (!word || line.element.hidden) return;
    const said = document.createElement("span");
    said.textContent = (this.severalLamps ? `lamp ${line.lamp}: ` : "") + word + " ";
    this.spoken.append(said);
    // A reader is told what is added; what it has said may go.
    while (this.spoken.children.length > 20) this.spoken.firstChild.remove();
  }

  /** What may yet change, behind what is certain of each lamp. */
  provisional(lamps) {
    const open = new Map();
    for (const line of this.lines.values()) if (line.open) open.set(line.lamp, line);
    for (const { lamp, provisional } of lamps) {
      let line = open.get(lamp) ?? this.coming.get(lamp);
      if (!line && lamp && provisional) this.coming.set(lamp, line = this.make(lamp));
      if (line && line.perhaps.textContent !== provisional) line.perhaps.textContent = provisional;
    }
    // Nothing came of it.
    for (const [lamp, line] of this.coming) {
      if (lamps.some(one => one.lamp === lamp && one.provisional)) continue;
      line.element.remove();
      this.coming.delete(lamp);
    }
    this.name(lamps.map(one => one.lamp).filter(Boolean));
    this.scroll();
  }

  scroll() {
    const box = this.box;
    if (document.activeElement !== box || box.scrollHeight - box.scrollTop - box.clientHeight < 80) box.scrollTop = box.scrollHeight;
  }
}
