// The sidetone: a tone where the light is, a moment later, so that its rhythm is kept.

const delay = 0.8;            // seconds: longer than the detector and the network take
const frequency = 600;
const ramp = 0.005;           // seconds: shorter clicks

export class Sidetone {
  constructor(now) {
    this.now = now;
    this.context = null;
  }

  get isOn() { return this.context !== null; }

  toggle() {
    if (this.context) {
      this.context.close();
      this.context = null;
      return;
    }
    const context = new AudioContext();
    this.gain = context.createGain();
    this.gain.gain.value = 0;
    const tone = context.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(this.gain).connect(context.destination);
    tone.start();
    context.resume();
    this.context = context;
  }

  light(event) {
    if (!this.context) return;
    // When the light changed, on the clock of the sound.
    const due = this.context.currentTime + (event.time - this.now()) + delay;
    const at = Math.max(this.context.currentTime, due);
    if (due < this.context.currentTime - 1) return;
    this.gain.gain.setTargetAtTime(event.on ? 0.2 : 0, at, ramp);
  }

  silence() {
    this.gain?.gain.setTargetAtTime(0, this.context?.currentTime ?? 0, ramp);
  }
}
