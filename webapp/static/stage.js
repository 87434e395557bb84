// The photo with a box on every tile, drawn close around the tiles. The picture is for eyes and fingers; keyboard and
// screen reader use the strip below.

const SVG = "http://www.w3.org/2000/svg";

export class Stage {
  /** `record` as photos.js keeps it, or null; `on.tile(link)` and `on.place(nearest box)` answer taps. */
  constructor(record, on) {
    this.node = Object.assign(document.createElement("div"), { className: "stage" });
    this.record = record;
    this.on = on;
    this.links = new Map();
    this.pictures = [];
    (record?.photos ?? []).forEach((photo, index) => photo.url && this.show(photo, index));
  }

  get empty() {
    return this.pictures.length === 0;
  }

  show(photo, index) {
    const drawing = element("svg", { "aria-hidden": "true" });
    const boxes = element("g");
    drawing.append(element("image", { href: photo.url, width: photo.width, height: photo.height, preserveAspectRatio: "none" }), boxes);
    frame(drawing, photo, this.record.tiles.filter((tile) => tile.photo === index));
    drawing.addEventListener("click", (event) => this.tapped(event, drawing, index));
    // The same picture once more, to cut crops from. One that the browser cannot show (HEIC in most) leaves the strip alone.
    const image = Object.assign(new Image(), { src: photo.url });
    image.addEventListener("error", () => drawing.remove());
    this.node.append(drawing);
    this.pictures[index] = { image, boxes, photo };
  }

  /** Redraw the boxes from the strip's tiles: what is no longer a tile has no box, doubt and error show on both. */
  update(links) {
    this.links = new Map(links.filter((link) => link.dataset.box !== undefined).map((link) => [link.dataset.box, link]));
    this.pictures.forEach(({ boxes, photo }, index) => {
      const shown = [...this.links].filter(([box]) => this.record.tiles[box]?.photo === index);
      const rects = shown.map(([box, link]) => rect(this.record.tiles[box].box, classes(link), box, photo));
      const spots = this.record.doubts.filter((doubt) => doubt.photo === index && (doubt.tile ?? null) === null && doubt.kind !== "no_tiles");
      boxes.replaceChildren(...spots.map((doubt) => rect(doubt.box, "spot", null, photo)), ...rects);
    });
  }

  light(box) {
    this.node.querySelectorAll(".lit").forEach((each) => each.classList.remove("lit"));
    if (box !== null && box !== undefined) this.node.querySelector(`[data-box="${box}"]`)?.classList.add("lit");
  }

  tapped(event, drawing, index) {
    const toScreen = drawing.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(toScreen.inverse());
    let nearest = null;
    let least = Infinity;
    for (const box of this.links.keys()) {
      const tile = this.record.tiles[box];
      if (tile?.photo !== index) continue;
      const distance = outside(point, tile.box);
      if (distance < least) [nearest, least] = [box, distance];
    }
    // A fingertip is wide: close to a box means the box, unless a spot where a tile may be missing lies under the finger.
    const onSpot = event.target.classList.contains("spot") && least > 0;
    if (nearest !== null && !onSpot && least <= 10 / toScreen.a) this.on.tile(this.links.get(nearest));
    else this.on.place(nearest);
  }

  /** Draw a tile enlarged, with a margin; false where there is no picture of it. */
  crop(box, canvas) {
    const tile = this.record?.tiles[box];
    const picture = tile && this.pictures[tile.photo];
    if (!picture?.image.naturalWidth) return false;
    const [x1, y1, x2, y2] = tile.box;
    const side = Math.max(x2 - x1, y2 - y1) * 1.3;
    const scale = picture.image.naturalWidth / picture.photo.width;
    const pen = canvas.getContext("2d");
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture.image, ((x1 + x2 - side) / 2) * scale, ((y1 + y2 - side) / 2) * scale, side * scale, side * scale, 0, 0, canvas.width, canvas.height);
    return true;
  }
}

/** Show the part of the photo that holds tiles, a tile's height around them; all of it where nothing was found. */
function frame(drawing, photo, tiles) {
  const margin = Math.max(0, ...tiles.map(({ box }) => Math.max(box[2] - box[0], box[3] - box[1])));
  const edge = (pick, side) => pick(...tiles.map(({ box }) => box[side]));
  const left = tiles.length ? Math.max(0, edge(Math.min, 0) - margin) : 0;
  const top = tiles.length ? Math.max(0, edge(Math.min, 1) - margin) : 0;
  const right = tiles.length ? Math.min(photo.width, edge(Math.max, 2) + margin) : photo.width;
  const bottom = tiles.length ? Math.min(photo.height, edge(Math.max, 3) + margin) : photo.height;
  drawing.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
}

function element(name, attributes = {}) {
  const node = document.createElementNS(SVG, name);
  Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
  return node;
}

function rect([x1, y1, x2, y2], name, box, photo) {
  const node = element("rect", { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: Math.max(photo.width, photo.height) / 200, class: name });
  if (box !== null) node.dataset.box = box;
  return node;
}

function classes(link) {
  const group = link.closest(".group").classList.contains("part-x") ? "outside" : "";
  return ["box", group, ...["doubtful", "red", "won", "guess"].filter((name) => link.classList.contains(name))].join(" ");
}

/** How far a point lies from a rectangle; 0 inside it. */
function outside(point, [x1, y1, x2, y2]) {
  return Math.hypot(Math.max(x1 - point.x, 0, point.x - x2), Math.max(y1 - point.y, 0, point.y - y2));
}
