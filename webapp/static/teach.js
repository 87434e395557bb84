// Teaching from the review: the photo and where its tiles are lie in this tab and go along, so that nobody has to choose the photo once more.

import * as photos from "./photos.js";
import { onShow } from "./road.js";

/** What this tab keeps of the hand's photos; null where a picture is missing, for half of them would teach half. */
function kept() {
  const record = photos.load(document.querySelector("[data-teach]")?.elements.p?.value ?? "");
  return record?.photos.length && record.photos.every((photo) => photo.url) ? record : null;
}

onShow(() => {
  const again = document.querySelector("[data-photo-again]");
  if (again) again.hidden = kept() !== null;
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-teach]")) return;
  const record = kept();
  if (!record) return;
  event.preventDefault();
  form.inert = true;
  try {
    const { status, answer } = await post(form, record);
    if (status === 200) return location.assign(answer.next);
    fail(form, answer?.detail ?? form.querySelector("[data-say=offline]").textContent);
  } finally {
    form.inert = false;
  }
});

async function post(form, record) {
  const fields = new FormData(form);
  const sizes = record.photos.map(({ width, height }) => ({ width, height }));
  fields.delete("photo");
  fields.set("reading", JSON.stringify({ photos: sizes, tiles: record.tiles, model: record.model ?? "" }));
  record.photos.forEach((photo) => fields.append("photo", photos.blobOf(photo.url), "photo.jpg"));
  try {
    const response = await fetch(form.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    return { status: response.status, answer: await response.json() };
  } catch {
    return { status: 0, answer: null };
  }
}

function fail(form, sentence) {
  const failed = form.querySelector("[data-failed]");
  failed.textContent = sentence;
  failed.hidden = false;
  failed.scrollIntoView({ block: "center" });
}
