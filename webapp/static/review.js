// The review: the photo with its boxes, in step with the tile strip, and the sheet that corrects one tile.

import * as photos from "./photos.js";
import { editOf, onShow, step } from "./road.js";
import { Stage } from "./stage.js";

let stage = null;
let record = null;
let sorted = false;

onShow(() => {
  const section = document.querySelector(".photo");
  if (!stage) {
    record = section.dataset.photo ? photos.load(section.dataset.photo) : null;
    stage = new Stage(record, { tile: open, place: addNear });
  }
  section.hidden = stage.empty;
  section.querySelector(".stage").replaceWith(stage.node);
  stage.update(tiles());
  showDoubts();
  showSorted();
  const sheet = document.getElementById("sheet");
  if (sheet.open) {
    sheet.close();
    const link = tiles().find((tile) => tile.dataset.at === sheet.dataset.at);
    if (link) open(link);
    else add(new URL(location.href).searchParams.get("adding") ?? "");
  }
});

function tiles() {
  return [...document.querySelectorAll(".tray .tile[data-face]")];
}

/** What the page says of a kind of doubt; the reading itself speaks no language. */
function saying(doubt) {
  return document.querySelector(`[data-words] [data-kind="${CSS.escape(doubt.kind)}"]`)?.textContent ?? doubt.text;
}

/** Places where a tile may have been missed, and the like. */
function showDoubts() {
  const list = document.querySelector("[data-doubts]");
  const texts = new Set((record?.doubts ?? []).filter((doubt) => doubt.tile === null || doubt.tile === undefined).map(saying));
  list.replaceChildren(...[...texts].map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  list.hidden = texts.size === 0;
}

function open(link) {
  const sheet = prepare("put", link.dataset.at, "");
  const box = link.dataset.box;
  const read = box === undefined ? null : record?.tiles[box];
  const picks = new Map([...sheet.querySelectorAll(".palette .pick")].map((pick) => [pick.value, pick]));
  sheet.querySelector("[data-title]").textContent = picks.get(link.dataset.face)?.getAttribute("aria-label") ?? "";
  const group = link.closest(".group");
  sheet.querySelector("[name=win]").hidden = !group.classList.contains("part-h");
  sheet.querySelector("[data-inside]").hidden = group.classList.contains("part-x");
  sheet.querySelector("[data-outside]").hidden = !group.classList.contains("part-x");
  sheet.querySelectorAll("[data-value-at]").forEach((button) => (button.value = link.dataset.at));
  const look = sheet.querySelector("[data-look]");
  look.hidden = !read || !stage.crop(box, look.querySelector("canvas"));
  const ranked = (read?.alternatives ?? []).map(([face]) => picks.get(face)).filter(Boolean).slice(0, 5);
  look.querySelector("[data-ranked]").replaceChildren(...ranked.map((pick) => pick.cloneNode(true)));
  if (!look.hidden && ranked.length === 0) look.hidden = true;
  const doubt = record?.doubts.find((each) => each.photo === read?.photo && each.tile === Number(box) - record.photos[read.photo].first);
  const reason = sheet.querySelector("[data-reason]");
  reason.textContent = doubt ? saying(doubt) : "";
  reason.hidden = !doubt || !link.classList.contains("doubtful");
  picks.forEach((pick) => pick.setAttribute("aria-current", String(pick.value === link.dataset.face)));
  sheet.showModal();
  sheet.scrollTop = 0;
  stage.light(box);
  lightTile(link);
  (look.hidden ? picks.get(link.dataset.face) : look.querySelector(".pick"))?.focus({ preventScroll: true });
}

function add(after) {
  const sheet = prepare("add", "", after);
  sheet.querySelector("[data-title]").textContent = document.querySelector(".tile.plus").getAttribute("aria-label");
  sheet.querySelector("[data-look]").hidden = true;
  sheet.querySelector("[data-reason]").hidden = true;
  sheet.showModal();
}

/** A tap on an empty place of the photo: the new tile comes after the nearest one that was read. */
function addNear(box) {
  const near = tiles().find((tile) => tile.dataset.box === String(box));
  add(near ? near.dataset.at : "");
}

function prepare(what, at, after) {
  const sheet = document.getElementById("sheet");
  sheet.querySelector("[data-name=at]").value = at;
  sheet.querySelector("[data-name=after]").value = after;
  sheet.querySelectorAll(".palette .pick").forEach((pick) => (pick.name = what));
  sheet.querySelector("[data-existing]").hidden = what === "add";
  return sheet;
}

function lightTile(link) {
  document.querySelectorAll(".tray .lit").forEach((each) => each.classList.remove("lit"));
  link?.classList.add("lit");
}

function close() {
  document.getElementById("sheet").close();
  stage.light(null);
  lightTile(null);
}

/** The sorted view only changes the order on the screen: positions and boxes stay what they are. */
function showSorted() {
  const button = document.querySelector("[data-sort]");
  button.hidden = false;
  button.setAttribute("aria-pressed", String(sorted));
  const order = new Map([...document.querySelectorAll("#sheet .palette .pick")].map((pick, index) => [pick.value, index]));
  document.querySelectorAll(".tray .row").forEach((row) => {
    const key = (tile) => (sorted ? (order.get(tile.dataset.face) ?? 99) : Number(tile.dataset.at ?? 99));
    const own = [...row.querySelectorAll(".tile[data-face]")].sort((a, b) => key(a) - key(b));
    row.prepend(...own);
  });
}

document.addEventListener("click", (event) => {
  const target = event.target;
  if (target.closest("[data-close]") || target.id === "sheet") {
    event.preventDefault();
    return close();
  }
  if (target.closest("[data-sort]")) {
    sorted = !sorted;
    return showSorted();
  }
  const link = target.closest("a[data-at]");
  if (!link) return;
  event.preventDefault();
  open(tiles().find((tile) => tile.dataset.at === link.dataset.at));
});

document.addEventListener("submit", (event) => {
  if (event.target.matches(".tray")) {
    event.preventDefault();
    const { name, value } = event.submitter;
    if (name === "gather") return step([[name, value]]);
    return name === "adding" ? add(value) : open(event.submitter);
  }
  if (!event.target.closest("#sheet, .offer")) return;
  event.preventDefault();
  const edit = new Map(editOf(new FormData(event.target, event.submitter)));
  // The button that was pressed says what is done; `at` and `after` only tell where.
  if (!edit.has("put")) edit.delete("at");
  if (!edit.has("add")) edit.delete("after");
  document.getElementById("sheet").close();
  step([...edit]);
});
