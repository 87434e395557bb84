// The first page: a chosen photo is shrunk, sent with its progress shown, and kept in this tab for the review.

import * as photos from "./photos.js";
import * as sending from "./sending.js";
import { shrink } from "./shrink.js";

document.documentElement.classList.add("scripted");

const form = document.getElementById("capture");
const bar = form.querySelector(".progress");
const failed = form.querySelector("[data-failed]");
const again = form.querySelector("[data-again]");
let last = null;

for (const input of form.querySelectorAll("input[data-photo]")) {
  input.addEventListener("change", async () => {
    if (input.files[0]) await send(input.files[0]);
    input.value = "";
  });
}

// A photo that did not get through is still here: nobody has to look for it, or take it, once more.
again.addEventListener("click", () => send(last.photo, last.ours));

form.addEventListener("click", async (event) => {
  const sample = event.target.closest("[data-sample]");
  if (!sample) return;
  event.preventDefault();
  // Through the same door as a phone's photo: what the sample shows is what a photo does.
  const response = await fetch(sample.dataset.sample);
  await send(await response.blob(), false);
});

function say(stage) {
  failed.hidden = again.hidden = true;
  sending.say(bar, stage);
}

function words(name) {
  return form.querySelector(`[data-say=${name}]`).textContent;
}

function fail(sentence, worthAnother = false) {
  say(null);
  form.inert = false;
  again.hidden = !worthAnother;
  failed.textContent = sentence;
  failed.hidden = false;
  failed.scrollIntoView({ block: "center" });
}

/** `ours`: a photo of the house's own tiles; a sample shows our drawings, whatever the house plays with. */
async function send(original, ours = true) {
  form.inert = true;
  say("shrinking");
  const photo = await shrink(original);
  // A server that has read enough hangs up, which looks like one that is not there: so it is said here.
  if (photo.size > Number(form.dataset.largest)) return fail(words("too_large"));
  const more = new URL(location.href).searchParams.get("p");
  const key = (form.dataset.more && more) || photos.newKey();
  const fields = new FormData(form);
  fields.delete("photo");
  if (!ours) fields.delete("set");
  fields.set("photo", photo, "photo.jpg");
  fields.set("p", key);
  fields.set("first", photos.load(key)?.tiles.length ?? 0);
  last = { photo: original, ours };
  const { status, answer } = await sending.patiently(form.action, fields, bar);
  if (status !== 200) return fail(answer?.detail ?? words(status === 413 ? "too_large" : "offline"), status === 0 || status >= 500);
  await photos.add(key, photo, answer.reading);
  // The form stays out of reach until the review is there: a second tap would send a second photo.
  location.assign(answer.next);
}

// Coming back by the back key must not show a frozen progress bar.
addEventListener("pageshow", () => {
  say(null);
  form.inert = false;
});
