// Keeping a hand: what was read lies in this tab, and so does the photo. The first goes along, the second only when asked for.

import * as photos from "./photos.js";

document.documentElement.classList.add("scripted");

const form = document.getElementById("keep");
const record = photos.load(form.elements.p?.value ?? "");
const pictures = (record?.photos ?? []).filter((photo) => photo.url);
// All of the hand's photos or none: half a hand proves nothing.
form.querySelector("[data-consent]").hidden = pictures.length === 0 || pictures.length < record.photos.length;

form.addEventListener("submit", async (event) => {
  if (!record) return;
  event.preventDefault();
  form.inert = true;
  const { status, answer } = await post();
  // The form stays out of reach until the next page is there: a second tap would keep the hand once more.
  if (status === 200) return location.assign(answer.next);
  form.inert = false;
  fail(answer?.detail ?? form.querySelector("[data-say=offline]").textContent);
});
addEventListener("pageshow", () => (form.inert = false));

async function post() {
  const fields = new FormData(form);
  const sizes = record.photos.map(({ width, height }) => ({ width, height }));
  fields.set("reading", JSON.stringify({ photos: sizes, tiles: record.tiles, model: record.model ?? "" }));
  if (fields.has("consent")) pictures.forEach((photo) => fields.append("photo", photos.blobOf(photo.url), "photo.jpg"));
  try {
    const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    return { status: response.status, answer: await response.json() };
  } catch {
    return { status: 0, answer: null };
  }
}

function fail(sentence) {
  const failed = form.querySelector("[data-failed]");
  failed.textContent = sentence;
  failed.hidden = false;
  failed.scrollIntoView({ block: "center" });
}
