// The photo with a box on every tile. The picture is for eyes and fingers; keyboard and screen reader use the strip below.

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
    const figure = Object.assign(document.createElement("figure"), { ariaHidden: "true" });
    const image = Object.assign(new Image(), { src: photo.url, alt: "", draggable: false });
    const boxes = document.createElementNS(SVG, "svg");
    boxes.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
    boxes.addEventListener("click", (event) => this.tapped(event, boxes, index));
    figure.append(image, boxes);
    // A photo the browser cannot show (HEIC in most) leaves the strip alone.
    image.addEventListener("error", () => figure.remove());
    this.node.append(figure);
    this.pictures[index] = { image, boxes, photo };
  }

  /** Redraw the boxes from the strip's tiles: what is no longer a tile has no box, doubt and error show on both. */
  update(links) {
    this.links = new Map(links.filter((link) => link.dataset.box !== undefined).map((link) => [link.dataset.box, link]));
    this.pictures.forEach(({ boxes, photo }, index) => {
      const rects = [...this.links].filter(([box]) => this.record.tiles[box]?.photo === index).map(([box, link]) => rect(this.record.tiles[box].box, classes(link), box, photo));
      const spots = this.record.doubts.filter((doubt) => doubt.photo === index && (doubt.tile ?? null) === null && doubt.box);
      boxes.replaceChildren(...spots.map((doubt) => rect(doubt.box, "spot", null, photo)), ...rects);
    });
  }

  light(box) {
    this.node.querySelectorAll(".lit").forEach((each) => each.classList.remove("lit"));
    if (box !== null && box !== undefined) this.node.querySelector(`[data-box="${box}"]`)?.classList.add("lit");
  }

  tapped(event, boxes, index) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(boxes.getScreenCTM().inverse());
    let nearest = null;
    let least = Infinity;
    for (const box of this.links.keys()) {
      const tile = this.record.tiles[box];
      if (tile?.photo !== index) continue;
      const distance = outside(point, tile.box);
      if (distance < least) [nearest, least] = [box, distance];
    }
    // A fingertip is wide: close to a box means the box.
    const finger = 12 / boxes.getScreenCTM().a;
    if (nearest !== null && least <= finger) this.on.tile(this.links.get(nearest));
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

function rect([x1, y1, x2, y2], name, box, photo) {
  const node = document.createElementNS(SVG, "rect");
  const attributes = { x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: Math.max(photo.width, photo.height) / 200, class: name };
  Object.entries(attributes).forEach(([key, value]) => node.setAttribute(key, value));
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
