// The first page: a chosen photo is shrunk, sent with its progress shown, and kept in this tab for the review.

import * as photos from "./photos.js";
import { shrink } from "./shrink.js";

document.documentElement.classList.add("scripted");

const form = document.getElementById("capture");
const bar = form.querySelector(".progress");
const failed = form.querySelector("[data-failed]");
const again = form.querySelector("[data-again]");

// How often, and how long between, a photo is sent again by itself while the server reads others.
const TRIES = 8;
const LONGEST_WAIT_S = 30;
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
  bar.hidden = stage === null;
  bar.querySelectorAll("[data-say]").forEach((each) => (each.hidden = each.dataset.say !== stage));
  if (stage) bar.scrollIntoView({ block: "nearest" });
}

function words(name) {
  return form.querySelector(`[data-say=${name}]`).textContent;
}

function fail(sentence, worthAnother = false) {
  say(null);
  again.hidden = !worthAnother;
  failed.textContent = sentence;
  failed.hidden = false;
  failed.scrollIntoView({ block: "center" });
}

/** `ours`: a photo of the house's own tiles; a sample shows our drawings, whatever the house plays with. */
async function send(original, ours = true) {
  form.inert = true;
  say("shrinking");
  try {
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
    const { status, answer } = await patiently(fields);
    if (status !== 200) return fail(answer?.detail ?? words(status === 413 ? "too_large" : "offline"), status === 0 || status >= 500);
    await photos.add(key, photo, answer.reading);
    location.assign(answer.next);
  } finally {
    form.inert = false;
  }
}

/** Send; while the server is busy with other photos it says when to come back, and then it is asked again. */
async function patiently(fields) {
  for (let tries = 1; ; tries += 1) {
    const told = await post(fields);
    if (told.status !== 503 || tries === TRIES || !(told.retryAfter <= LONGEST_WAIT_S)) return told;
    say("waiting");
    await new Promise((resolve) => setTimeout(resolve, told.retryAfter * 1000));
  }
}

/** fetch tells nothing of how far an upload has come; XMLHttpRequest does. */
function post(fields) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const progress = bar.querySelector("progress");
    request.open("POST", form.action);
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRFToken", fields.get("csrf_token"));
    request.upload.onprogress = (event) => event.lengthComputable && (progress.value = event.loaded / event.total);
    request.upload.onload = () => {
      progress.removeAttribute("value");
      say("reading");
    };
    const told = (status) => ({ status, answer: request.response, retryAfter: parseInt(request.getResponseHeader("Retry-After"), 10) });
    request.onload = () => resolve(told(request.status));
    request.onerror = () => resolve(told(0));
    say("sending");
    request.send(fields);
  });
}

// Coming back by the back key must not show a frozen progress bar.
addEventListener("pageshow", () => say(null));
