// The picture for aiming, the boxes around lamps, and the region that is dragged on it.

export class Picture {
  /** `setRegion` is given {x, y, width, height} in the camera's pixels, or null. */
  constructor(setRegion) {
    this.frame = document.getElementById("frame");
    this.image = document.getElementById("picture");
    this.boxes = document.getElementById("boxes");
    this.mark = document.getElementById("region");
    this.whole = document.getElementById("whole");
    this.text = document.getElementById("region-text");
    this.numbers = document.getElementById("numbers");
    this.setRegion = setRegion;
    this.station = null;
    this.size = null;
    this.region = null;
    this.tag = null;
    this.listen();
    this.poll();
  }

  show(report) {
    if (this.station !== report.station) {
      this.frame.dataset.empty = "true";
      this.tag = null;
      this.image.removeAttribute("src");
    }
    this.station = report.station;
    this.size = report.picture ?? null;
    // A light sensor has no picture.
    document.getElementById("view").hidden = report.kind === "sensor" || report.kind === "trace";
    if (this.size) {
      this.frame.style.aspectRatio = `${this.size.width} / ${this.size.height}`;
    } else {
      this.frame.dataset.empty = "true";
    }
    this.showRegion(report.settings.region);
  }

  showRegion(region) {
    this.region = region;
    this.whole.disabled = !region;
    this.mark.hidden = !region || !this.size;
    this.text.textContent = region
      ? `Looking only at ${region.width} × ${region.height} pixels at ${region.x}, ${region.y}.`
      : this.size ? "Drag on the picture to look only there." : "";
    if (region && this.size) this.place(this.mark, region);
    for (const key of ["x", "y", "width", "height"]) {
      const field = this.numbers.elements[key];
      if (document.activeElement !== field) {
        field.value = region ? region[key] : this.size ? { x: 0, y: 0, ...this.size }[key] : "";
      }
    }
  }

  showLamps(lamps) {
    const placed = this.size ? lamps.filter(lamp => lamp.x !== undefined) : [];
    while (this.boxes.children.length > placed.length) this.boxes.lastChild.remove();
    placed.forEach((lamp, index) => {
      let box = this.boxes.children[index];
      if (!box) {
        box = document.createElement("div");
        box.className = "box";
        box.append(document.createElement("span"));
        this.boxes.append(box);
      }
      const side = Math.max(24, 0.11 * this.frame.clientHeight);
      box.style.left = `${100 * lamp.x / this.size.width}%`;
      box.style.top = `${100 * lamp.y / this.size.height}%`;
      box.style.width = box.style.height = `${side}px`;
      box.dataset.on = lamp.on;
      box.firstChild.textContent = lamp.lamp ? `lamp ${lamp.lamp}` : "perhaps a lamp";
    });
  }

  place(element, region) {
    element.style.left = `${100 * region.x / this.size.width}%`;
    element.style.top = `${100 * region.y / this.size.height}%`;
    element.style.width = `${100 * region.width / this.size.width}%`;
    element.style.height = `${100 * region.height / this.size.height}%`;
  }

  listen() {
    let start = null, drawn = null;
    const at = event => {
      const box = this.frame.getBoundingClientRect();
      const clamp = value => Math.min(1, Math.max(0, value));
      return [clamp((event.clientX - box.left) / box.width) * this.size.width,
              clamp((event.clientY - box.top) / box.height) * this.size.height];
    };
    this.frame.addEventListener("pointerdown", event => {
      if (!this.size || event.button !== 0) return;
      start = at(event);
      drawn = null;
      this.frame.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    this.frame.addEventListener("pointermove", event => {
      if (!start) return;
      const end = at(event);
      const [x, y] = [Math.floor(Math.min(start[0], end[0])), Math.floor(Math.min(start[1], end[1]))];
      const width = Math.min(this.size.width - x, Math.ceil(Math.abs(end[0] - start[0])));
      const height = Math.min(this.size.height - y, Math.ceil(Math.abs(end[1] - start[1])));
      if (width < 8 || height < 8) return;
      drawn = { x, y, width, height };
      this.mark.hidden = false;
      this.place(this.mark, drawn);
    });
    const finish = isDone => {
      if (start && drawn && isDone) this.setRegion(drawn); else if (start) this.showRegion(this.region);
      start = null;
    };
    this.frame.addEventListener("pointerup", () => finish(true));
    this.frame.addEventListener("pointercancel", () => finish(false));
    this.whole.addEventListener("click", () => this.setRegion(null));
    this.numbers.addEventListener("submit", event => {
      event.preventDefault();
      const value = key => this.numbers.elements[key].valueAsNumber;
      this.setRegion({ x: value("x"), y: value("y"), width: value("width"), height: value("height") });
    });
  }

  /** Asks for the next picture when the last is there, while somebody can see it. */
  async poll() {
    for (;;) {
      await new Promise(done => setTimeout(done, 220));
      if (document.hidden || !this.station || !this.size) continue;
      const station = this.station;
      try {
        const answer = await fetch(`/api/stations/${encodeURIComponent(station)}/preview`, {
          headers: this.tag ? { "If-None-Match": this.tag } : {}, cache: "no-store",
        });
        if (answer.status === 304) continue;
        if (!answer.ok) throw new Error(answer.status);
        this.tag = answer.headers.get("ETag");
        const url = URL.createObjectURL(await answer.blob());
        if (station !== this.station) { URL.revokeObjectURL(url); continue; }
        const old = this.image.src;
        this.image.src = url;
        await this.image.decode().catch(() => {});
        this.frame.dataset.empty = "false";
        if (old.startsWith("blob:")) URL.revokeObjectURL(old);
      } catch {
        await new Promise(done => setTimeout(done, 1000));
      }
    }
  }
}
