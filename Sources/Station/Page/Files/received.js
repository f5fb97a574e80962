// The text as it comes: a line a message, what is certain, and what may yet change.

const kept = 60;              // lines

export class Received {
  constructor() {
    this.box = document.getElementById("lines");
    this.spoken = document.getElementById("spoken");
    this.lines = new Map();   // message id -> {element, words, end, lamp}
    this.word = "";
    this.severalLamps = false;
    this.clear();
  }

  clear() {
    this.lines.clear();
    this.hint = document.createElement("p");
    this.hint.className = "hint";
    this.hint.textContent = "Nothing received yet. Text appears here as it comes.";
    this.box.replaceChildren(this.hint);
    this.perhaps = document.createElement("span");
    this.perhaps.className = "perhaps";
    this.perhaps.setAttribute("aria-hidden", "true");
    this.cursor = document.createElement("span");
    this.cursor.className = "cursor";
    this.cursor.setAttribute("aria-hidden", "true");
  }

  line(id, lamp) {
    let line = this.lines.get(id);
    if (line) return line;
    this.hint.remove();
    const element = document.createElement("p");
    const who = document.createElement("span");
    who.className = "who";
    const words = document.createElement("span");
    element.append(who, words);
    this.box.append(element);
    line = { element, who, words, lamp, end: 0, open: true };
    this.lines.set(id, line);
    this.name();
    while (this.lines.size > kept) {
      const [oldest, old] = this.lines.entries().next().value;
      old.element.remove();
      this.lines.delete(oldest);
    }
    return line;
  }

  /** Lines say whose they are where there are several lamps at a time. */
  name() {
    for (const line of this.lines.values()) line.who.textContent = this.severalLamps ? `lamp ${line.lamp}` : "";
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
      if (this.word) this.speak();
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
      const doubt = document.createElement("span");
      doubt.className = "doubt";
      doubt.title = `${Math.round(100 * event.confidence)} % sure`;
      doubt.textContent = event.text;
      line.words.append(doubt);
    } else {
      line.words.append(event.text);
    }
    line.words.after(this.perhaps, this.cursor);
    this.word += event.text;
    if (!event.code) this.speak();
    this.scroll();
  }

  /** Whole words are spoken: letter by letter nobody could listen. */
  speak() {
    this.spoken.textContent = this.word.trim();
    this.word = "";
  }

  provisional(lamps) {
    const open = [...this.lines.values()].filter(line => line.open);
    const several = new Set(open.map(line => line.lamp)).size > 1 || lamps.length > 1;
    if (several !== this.severalLamps) {
      this.severalLamps = several;
      this.name();
    }
    const line = open.at(-1);
    const lamp = line ? lamps.find(lamp => lamp.lamp === line.lamp) : lamps.find(lamp => lamp.lamp);
    this.perhaps.textContent = lamp?.provisional ?? "";
    if (!line && lamp?.provisional) {
      this.hint.textContent = "";
      this.hint.append(this.perhaps);
    }
  }

  scroll() {
    const box = this.box;
    if (document.activeElement !== box || box.scrollHeight - box.scrollTop - box.clientHeight < 80) box.scrollTop = box.scrollHeight;
  }
}
