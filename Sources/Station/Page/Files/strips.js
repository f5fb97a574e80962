// A strip chart for each lamp of the station that is looked at, or for the one that is chosen.

import { Trace, draw, live } from "./chart.js";

export class Strips {
  /** `choose` is told the lamp that was chosen; null: every one. */
  constructor(now, choose) {
    this.box = document.getElementById("strips");
    this.choice = document.getElementById("lamp-choice");
    this.select = document.getElementById("lamp");
    this.title = document.getElementById("strip-title");
    this.traces = new Map();  // station -> lamp -> Trace
    this.station = null;
    this.known = [];          // lamps of the station
    this.wish = null;         // the lamp that somebody chose; it may be away for a while
    this.chosen = null;
    this.choose = choose;
    this.drawn = [];          // {lamp, canvas}
    this.select.addEventListener("change", () => {
      this.wish = this.select.value ? Number(this.select.value) : null;
      this.arrange();
    });
    this.arrange();
    live(now, (begin, end) => {
      this.drawn.forEach(({ lamp, canvas }, index) =>
        draw(canvas, this.current(lamp), begin, end, { seconds: index === this.drawn.length - 1 }));
    });
  }

  clear() { this.traces.clear(); }

  trace(station, lamp) {
    if (!this.traces.has(station)) this.traces.set(station, new Map());
    const lamps = this.traces.get(station);
    if (!lamps.has(lamp)) lamps.set(lamp, new Trace());
    if (lamps.size > 16) lamps.delete(lamps.keys().next().value);
    return lamps.get(lamp);
  }

  current(lamp) {
    const lamps = this.traces.get(this.station);
    return lamps?.get(lamp) ?? nothing;
  }

  /** Shows a station's lamps. Those that are gone are shown until there are others. */
  show(station, lamps) {
    if (station !== this.station) {
      this.station = station;
      this.known = [];
      this.wish = null;
    }
    const now = lamps.map(lamp => lamp.lamp);
    if (now.length) this.known = now;
    else if (!this.known.length) this.known = [...(this.traces.get(station)?.keys() ?? [])].filter(Boolean);
    this.arrange();
  }

  arrange() {
    const chosen = this.known.includes(this.wish) ? this.wish : null;
    if (chosen !== this.chosen) {
      this.chosen = chosen;
      this.choose(chosen);
    }
    this.choice.hidden = this.known.length < 2;
    const choices = ["", ...this.known.map(String)];
    if ([...this.select.options].map(option => option.value).join() !== choices.join()) {
      this.select.replaceChildren(...choices.map(lamp => {
        const option = document.createElement("option");
        option.value = lamp;
        option.textContent = lamp ? `lamp ${lamp}` : "every lamp";
        return option;
      }));
    }
    this.select.value = this.chosen === null ? "" : String(this.chosen);
    const shown = this.chosen !== null ? [this.chosen] : this.known.length ? this.known : [0];
    if (this.drawn.map(strip => strip.lamp).join() === shown.join()) return;
    this.box.classList.toggle("several", shown.length > 1);
    this.drawn = shown.map((lamp, index) => {
      const canvas = this.drawn[index]?.canvas ?? document.createElement("canvas");
      const of = lamp && this.known.length > 1 ? `lamp ${lamp}` : "the light";
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", `Level of ${of} over the last seconds`);
      canvas.dataset.lamp = lamp;
      return { lamp, canvas };
    });
    this.box.replaceChildren(...this.drawn.map(({ lamp, canvas }) => {
      const figure = document.createElement("figure");
      if (lamp && this.known.length > 1) {
        const caption = document.createElement("figcaption");
        caption.textContent = `lamp ${lamp}`;
        figure.append(caption);
      }
      figure.append(canvas);
      return figure;
    }));
  }
}

const nothing = new Trace();
