// Teaching from the review: the photo and where its tiles are lie in this tab and go along, so that nobody has to choose the photo once more.

import * as photos from "./photos.js";
import { onShow } from "./road.js";

const form = () => document.querySelector("[data-teach]");

/** What this tab keeps of the hand's photos; null where a picture is missing, for half of them would teach half. */
function kept() {
  return photos.whole(form()?.elements.p?.value ?? "");
}

onShow(() => {
  const again = form()?.querySelector("[data-photo-again]");
  if (again) again.hidden = kept() !== null;
});

// What was wrong before says nothing of what is filled in now.
document.addEventListener("input", (event) => event.target.closest("[data-teach]") && forgive());

document.addEventListener("submit", async (event) => {
  const sent = event.target;
  if (!sent.matches("[data-teach]")) return;
  // A second tap, or Enter while it is busy, is the same lesson.
  if (sent.dataset.busy) return event.preventDefault();
  forgive();
  busy(true);
  const record = kept();
  if (!record) return;
  event.preventDefault();
  const { status, answer } = await post(sent, record);
  // It stays busy until the next page is there.
  if (status === 200) return location.assign(answer.next);
  busy(false);
  fail(answer?.detail ?? sent.querySelector("[data-say=offline]").textContent);
});

async function post(sent, record) {
  const fields = new FormData(sent);
  const sizes = record.photos.map(({ width, height }) => ({ width, height }));
  fields.delete("photo");
  fields.set("reading", JSON.stringify({ photos: sizes, tiles: record.tiles, model: record.model ?? "" }));
  record.photos.forEach((photo) => fields.append("photo", photos.blobOf(photo.url), "photo.jpg"));
  try {
    const response = await fetch(sent.action, { method: "POST", body: fields, headers: { Accept: "application/json" } });
    return { status: response.status, answer: await response.json() };
  } catch {
    return { status: 0, answer: null };
  }
}

/** While the reader learns, the button says so by being out of reach, and the bar below it in words. */
function busy(on) {
  if (!form()) return;
  form().dataset.busy = on ? "1" : "";
  form().setAttribute("aria-busy", String(on));
  form().querySelector("button").disabled = on;
  form().querySelector(".progress").hidden = !on;
}

function forgive() {
  document.getElementById("problem-teach")?.remove();
  form().querySelector("[data-failed]").hidden = true;
}

function fail(sentence) {
  const failed = form().querySelector("[data-failed]");
  failed.textContent = sentence;
  failed.hidden = false;
  failed.scrollIntoView({ block: "center" });
}

addEventListener("pageshow", () => busy(false));
