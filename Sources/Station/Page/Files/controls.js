// Sensitivity, meter, squelch, recalibration.

export class Controls {
  constructor(send, recalibrate) {
    this.sensitivity = document.getElementById("sensitivity");
    this.automatic = document.getElementById("automatic");
    this.text = document.getElementById("sensitivity-text");
    this.meter = document.getElementById("meter");
    this.squelch = document.getElementById("squelch");
    this.changed = document.getElementById("changed");
    this.sensitivity.addEventListener("input", () => {
      this.automatic.checked = false;
      this.describe();
    });
    this.sensitivity.addEventListener("change", () => send({ sensitivity: this.sensitivity.valueAsNumber, threshold: null }));
    this.automatic.addEventListener("change", () => {
      this.describe();
      send({ sensitivity: this.automatic.checked ? "auto" : this.sensitivity.valueAsNumber });
    });
    this.meter.addEventListener("change", () => send({ meter: this.meter.value }));
    this.squelch.addEventListener("change", () => send({ squelch: this.squelch.checked }));
    document.getElementById("recalibrate").addEventListener("click", recalibrate);
  }

  describe(threshold = null) {
    const value = this.sensitivity.valueAsNumber;
    this.text.textContent = this.automatic.checked ? "automatic"
      : threshold !== null ? `threshold ${threshold}`
      : `${value} (threshold ${(115 - 0.15 * value).toFixed(1)})`;
  }

  show(settings) {
    this.automatic.checked = settings.sensitivity === "auto";
    if (typeof settings.sensitivity === "number") this.sensitivity.value = settings.sensitivity;
    this.describe(settings.sensitivity === null ? settings.threshold : null);
    this.meter.value = settings.meter;
    this.squelch.checked = settings.squelch;
  }

  say(text) {
    this.changed.textContent = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.changed.textContent = ""; }, 4000);
  }
}
