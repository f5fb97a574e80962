// The page of a station: what is on it follows the service's events.

import { Controls } from "./controls.js";
import { History } from "./history.js";
import { Picture } from "./picture.js";
import { Received } from "./received.js";
import { Sidetone } from "./sidetone.js";
import { Strips } from "./strips.js";

const $ = id => document.getElementById(id);

let ahead = 0;                        // seconds by which the service's clock is ahead of ours
const now = () => Date.now() / 1000 + ahead;

const reports = new Map();            // station -> its report
let shown = null;                     // the station that is looked at

const received = new Received();
const sidetone = new Sidetone(now);
const history = new History();
const controls = new Controls(
  change => send("PATCH", "settings", change, "Changed."),
  () => send("POST", "recalibration", null, "Looking anew."));
const picture = new Picture(region =>
  send("PATCH", "settings", { region }, region ? "Looking only at the region." : "Looking at the whole picture."));

const strips = new Strips(now, lamp => {
  received.choose(lamp);
  sidetone.silence();
  showFigures(reports.get(shown)?.lamps ?? []);
});

/** The lamp that is heard and whose figures are shown: the chosen one, or the first. */
function followed() {
  return strips.chosen ?? reports.get(shown)?.lamps[0]?.lamp ?? strips.known[0];
}

async function send(method, what, body, done) {
  const answer = await fetch(`/api/stations/${encodeURIComponent(shown)}/${what}`, {
    method, headers: body ? { "Content-Type": "application/json" } : {},
    body: body ? JSON.stringify(body) : undefined,
  }).catch(() => null);
  if (answer?.ok) return controls.say(done);
  const problem = await answer?.json().catch(() => null);
  controls.say(problem?.detail ?? "The station does not answer.");
  if (reports.has(shown)) showSettings(reports.get(shown).settings);
}

// What is shown

function choose(station) {
  shown = station;
  for (const button of $("stations").children) button.setAttribute("aria-current", String(button.dataset.station === station));
  const report = reports.get(station);
  sidetone.silence();
  received.clear();
  for (const id of ["speed", "confidence-text"]) $(id).textContent = "–";
  $("confidence").value = 0;
  showReport(report);
  received.choose(strips.chosen);
  fill(station);
}

function showNames() {
  const names = [...reports.keys()];
  history.stations(names);
  $("which").hidden = names.length < 2;
  const nav = $("stations");
  if (names.length === nav.children.length) return;
  nav.replaceChildren(...names.map(name => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.station = name;
    button.textContent = name;
    button.setAttribute("aria-current", String(name === shown));
    button.addEventListener("click", () => choose(name));
    return button;
  }));
}

function showReport(report) {
  if (!report || report.station !== shown) return;
  document.title = `${report.station} – Heliograph`;
  $("source").textContent = report.source;
  const states = { waiting: "waiting for its source", ended: "its source is over" };
  trouble("source", report.fault ?? (states[report.state] ? `${report.station}: ${states[report.state]}` : ""));
  if (report.state !== "running") sidetone.silence();
  picture.show(report);
  controls.show(report.settings);
  showLamps(report.lamps);
}

function showSettings(settings) {
  controls.show(settings);
  picture.showRegion(settings.region);
}

function showLamps(lamps) {
  picture.showLamps(lamps);
  strips.show(shown, lamps);
  received.provisional(lamps);
  showFigures(lamps);
}

function showFigures(lamps) {
  const lamp = lamps.find(lamp => lamp.lamp === strips.chosen) ?? lamps[0];
  const on = Boolean(lamp?.on);
  $("light").dataset.on = on;
  $("light-text").textContent = on ? "on" : "off";
  if (lamp?.wpm) $("speed").textContent = Math.round(lamp.wpm);
  if (lamp?.confidence !== undefined) showConfidence(lamp.confidence);
}

function showConfidence(value) {
  $("confidence").value = value;
  $("confidence-text").textContent = `${Math.round(100 * value)} %`;
}

const troubles = new Map();
function trouble(key, text) {
  if (text) troubles.set(key, text); else troubles.delete(key);
  const all = [...troubles.values()].join(" · ");
  $("trouble").hidden = !all;
  if ($("trouble").textContent !== all) $("trouble").textContent = all;
}

/** The latest messages of a station, those among them that are still coming. */
async function fill(station) {
  const query = new URLSearchParams({ station, limit: 12 });
  const answer = await fetch(`/api/messages?${query}`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { messages } = await answer.json();
  if (station !== shown) return;
  for (const message of messages.reverse()) received.message(message);
}

// What comes

const handlers = {
  hello(event) {
    ahead = event.status.now - Date.now() / 1000;
    connection("live", "live");
    if (event.resumed) return;
    reports.clear();
    strips.clear();
    for (const report of event.status.stations) reports.set(report.station, report);
    trouble("history", event.status.history.fault ?? "");
    $("history-fault").textContent = event.status.history.path;
    if (!reports.has(shown)) shown = event.status.stations[0]?.station ?? null;
    showNames();
    if (shown) choose(shown);
    history.load();
  },
  station(report) {
    reports.set(report.station, report);
    showNames();
    if (!shown) choose(report.station); else showReport(report);
  },
  settings({ station, settings }) {
    const report = reports.get(station);
    if (report) report.settings = settings;
    if (station === shown) showSettings(settings);
  },
  lamps({ station, lamps }) {
    const report = reports.get(station);
    if (report) report.lamps = lamps;
    if (station === shown) showLamps(lamps);
  },
  level(event) { strips.trace(event.station, event.lamp).level(event); },
  light(event) {
    strips.trace(event.station, event.lamp).light(event);
    if (event.station === shown && event.lamp === followed()) sidetone.light(event);
  },
  character(event) {
    strips.trace(event.station, event.lamp).character(event);
    if (event.station !== shown) return;
    received.character(event);
    if (event.lamp === followed()) $("speed").textContent = Math.round(event.wpm);
  },
  message(message) {
    history.update(message);
    if (message.station !== shown) return;
    received.message(message);
    if (message.lamp !== followed()) return;
    $("speed").textContent = Math.round(message.wpm);
    showConfidence(message.confidence);
  },
  notice({ text }) { controls.say(text); },
};

function connection(state, text) {
  $("connection").dataset.state = state;
  if ($("connection").textContent !== text) $("connection").textContent = text;
}

let last = null;                      // the id of the last event, for a stream that is opened anew
function listen() {
  const source = new EventSource(last ? `/api/events?after=${encodeURIComponent(last)}` : "/api/events");
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, event => {
      if (event.lastEventId) last = event.lastEventId;
      handle(JSON.parse(event.data));
    });
  }
  source.addEventListener("error", async () => {
    connection("lost", "reconnecting");
    sidetone.silence();
    if (source.readyState !== EventSource.CLOSED) return;
    // Refused for good: by the token, or because there are too many.
    const answer = await fetch("/api/status").catch(() => null);
    if (answer?.status === 401) return ask();
    setTimeout(listen, 3000);
  });
}

function ask() {
  connection("lost", "locked");
  $("main").hidden = true;
  $("gate").hidden = false;
  $("token").focus();
}

$("gate").addEventListener("submit", async event => {
  event.preventDefault();
  const answer = await fetch("/api/session", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: $("token").value }),
  }).catch(() => null);
  if (!answer?.ok) {
    $("refused").textContent = answer ? "That is not the token." : "The station does not answer.";
    return;
  }
  $("token").value = $("refused").textContent = "";
  $("gate").hidden = true;
  $("main").hidden = false;
  listen();
});

$("sidetone").addEventListener("click", () => {
  sidetone.toggle();
  $("sidetone").setAttribute("aria-pressed", String(sidetone.isOn));
});

listen();
