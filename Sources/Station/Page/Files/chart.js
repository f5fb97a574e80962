// The strip chart: level, threshold, lit spans and the letters under them.

const across = () => window.innerWidth < 600 ? 10 : 20;   // seconds: letters must not overlap
const lag = 0.5;              // seconds behind now, so that what is drawn has arrived
const kept = 40;              // seconds that are remembered

export class Trace {
  constructor() {
    this.points = [];         // [time, level]
    this.spans = [];          // [from, to or null]
    this.letters = [];        // {time, duration, text}
    this.threshold = null;
  }

  level(event) {
    if (event.anew) {
      this.points = this.points.filter(point => point[0] < event.time);
      // Nobody said when a light went off that is gone.
      this.spans = this.spans.filter(span => span[1] !== null || span[0] >= event.time);
    }
    for (const [after, level] of event.points) this.points.push([event.time + after / 1000, level]);
    if (event.threshold !== undefined) this.threshold = event.threshold;
    this.forget();
  }

  light(event) {
    const last = this.spans.at(-1);
    if (event.on) {
      if (!last || last[1] !== null) this.spans.push([event.time, null]);
    } else if (last && last[1] === null) {
      last[1] = event.time;
    }
  }

  character(event) {
    if (event.code) this.letters.push({ time: event.time, duration: event.duration, text: event.text });
  }

  forget() {
    const newest = this.points.at(-1)?.[0];
    if (newest === undefined) return;
    const old = newest - kept;
    const first = this.points.findIndex(point => point[0] >= old);
    if (first > 200) this.points.splice(0, first);
    while (this.spans.length && this.spans[0][1] !== null && this.spans[0][1] < old) this.spans.shift();
    while (this.letters.length && this.letters[0].time < old) this.letters.shift();
  }
}

function colors(canvas) {
  const style = getComputedStyle(canvas);
  const get = name => style.getPropertyValue(name).trim();
  return {
    level: get("--level"), threshold: get("--threshold"), glow: get("--glow"), wash: get("--glow-soft"),
    line: get("--line"), soft: get("--soft"), ink: get("--ink"), mono: get("--mono"),
  };
}

/** Lines through the middle of a pixel are not smeared over two. */
const sharp = y => Math.floor(y) + 0.5;

/** Draws `trace` from `begin` to `end` (Unix seconds). */
export function draw(canvas, trace, begin, end, { seconds = true } = {}) {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (!width || !height) return;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const color = colors(canvas);
  const letterSize = width < 500 ? 13 : 16;
  const left = 40, bottom = letterSize + (seconds ? 30 : 14), top = 6;
  const plot = { width: width - left - 4, height: height - top - bottom };
  const x = time => left + (time - begin) / (end - begin) * plot.width;

  const visible = trace.points.filter(point => point[0] >= begin - 1 && point[0] <= end + 1);
  let low = 98, high = 104;
  for (const [, level] of visible) { low = Math.min(low, level); high = Math.max(high, level); }
  if (trace.threshold !== null && visible.length) { low = Math.min(low, trace.threshold); high = Math.max(high, trace.threshold); }
  const pad = (high - low) * 0.08;
  low -= pad; high += pad;
  const y = level => top + (high - level) / (high - low) * plot.height;

  // Lit spans: a wash behind the level, and a bar under it.
  const lane = top + plot.height + 6;
  for (const [from, to] of trace.spans) {
    const until = to ?? end;
    if (until < begin || from > end) continue;
    const a = Math.max(left, x(from)), b = Math.min(left + plot.width, x(until));
    pen.globalAlpha = 0.45;
    pen.fillStyle = color.wash;
    pen.fillRect(a, top, Math.max(1, b - a), plot.height);
    pen.globalAlpha = 1;
    pen.fillStyle = color.glow;
    pen.fillRect(a, lane, Math.max(1.5, b - a), 7);
  }

  // Scale.
  pen.font = "11px system-ui, sans-serif";
  pen.textBaseline = "middle";
  pen.textAlign = "right";
  pen.lineWidth = 1;
  const raw = (high - low) / 4, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(n => n * power).find(n => n >= raw);
  for (let level = Math.ceil(low / step) * step; level <= high; level += step) {
    pen.strokeStyle = color.line;
    pen.beginPath(); pen.moveTo(left, sharp(y(level))); pen.lineTo(left + plot.width, sharp(y(level))); pen.stroke();
    pen.fillStyle = color.soft;
    pen.fillText(String(+level.toPrecision(6)), left - 6, y(level));
  }
  pen.textAlign = "center";
  if (seconds) {
    for (let time = Math.ceil(begin / 5) * 5; time <= end; time += 5) {
      pen.fillStyle = color.soft;
      pen.globalAlpha = 0.8;
      const clock = new Date(time * 1000).toLocaleTimeString([], { hour12: false });
      if (x(time) > left + 24 && x(time) < width - 26) pen.fillText(clock, x(time), height - 7);
      pen.globalAlpha = 1;
    }
  }

  // Level.
  pen.save();
  pen.beginPath(); pen.rect(left, 0, plot.width, height); pen.clip();
  pen.strokeStyle = color.level;
  pen.lineWidth = 1.6;
  pen.lineJoin = "round";
  pen.beginPath();
  let before = null;
  for (const [time, level] of visible) {
    // A hole in the samples is a hole in the line.
    if (before === null || time - before > 1) pen.moveTo(x(time), y(level)); else pen.lineTo(x(time), y(level));
    before = time;
  }
  pen.stroke();
  if (trace.threshold !== null && visible.length) {
    pen.strokeStyle = color.threshold;
    pen.lineWidth = 1.5;
    pen.setLineDash([5, 4]);
    const at = sharp(y(trace.threshold));
    pen.beginPath(); pen.moveTo(left, at); pen.lineTo(left + plot.width, at); pen.stroke();
    pen.setLineDash([]);
  }
  // Letters, each under the middle of its marks.
  pen.fillStyle = color.ink;
  pen.font = `600 ${letterSize}px ${color.mono}`;
  for (const letter of trace.letters) {
    const at = x(letter.time + letter.duration / 2);
    if (at > left - 20 && at < width + 20) pen.fillText(letter.text, at, lane + 8 + letterSize * 0.75);
  }
  pen.restore();
  if (!visible.length) {
    pen.fillStyle = color.soft;
    pen.font = "14px system-ui, sans-serif";
    pen.fillText("waiting for light", left + plot.width / 2, top + plot.height / 2);
  }
}

/** Calls `paint` with the times to show: a frame at a time, or twice a second where motion is unwanted. */
export function live(now, paint) {
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  let last = 0;
  const step = stamp => {
    requestAnimationFrame(step);
    if (stamp - last < (still.matches ? 500 : 30)) return;
    last = stamp;
    const end = now() - lag;
    paint(end - across(), end);
  };
  requestAnimationFrame(step);
}
