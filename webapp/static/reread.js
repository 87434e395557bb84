// The review's photos read anew as another tile set: they lie in this tab, so nobody has to choose them once more.
// The hand that was read before keeps its own address and its own photos: the back key leads to it.

import * as photos from "./photos.js";
import { onShow } from "./road.js";
import { patiently, say } from "./sending.js";

const form = () => document.querySelector("[data-reread]");

onShow(() => {
  const again = form()?.querySelector("[data-photo-again]");
  if (again) again.hidden = photos.whole(form().elements.of.value) !== null;
});

document.addEventListener("submit", async (event) => {
  if (event.target !== form()) return;
  const record = photos.whole(form().elements.of.value);
  if (!record) return;
  event.preventDefault();
  const sent = form();
  const failed = sent.querySelector("[data-failed]");
  const bar = sent.querySelector(".progress");
  const asked = new FormData(sent);
  failed.hidden = true;
  busy(sent, true);
  const key = photos.newKey();
  let next = null;
  let read = 0;
  for (const { url } of record.photos) {
    const photo = photos.blobOf(url);
    const fields = new FormData();
    asked.forEach((value, name) => name !== "photo" && fields.append(name, value));
    fields.set("photo", photo, "photo.jpg");
    fields.set("p", key);
    fields.set("first", read);
    fields.set("d", (next && new URL(next, location.href).searchParams.get("d")) ?? "");
    const { status, answer } = await patiently(sent.action, fields, bar);
    if (status !== 200) {
      busy(sent, false);
      failed.textContent = answer?.detail ?? sent.querySelector("[data-say=offline]").textContent;
      failed.hidden = false;
      return failed.scrollIntoView({ block: "center" });
    }
    await photos.add(key, photo, answer.reading);
    read += answer.reading.tiles.length;
    next = answer.next;
  }
  location.assign(next);
});

function busy(which, on) {
  which.querySelectorAll("select, button").forEach((each) => (each.disabled = on));
  if (!on) say(which.querySelector(".progress"), null);
}

addEventListener("pageshow", () => form() && busy(form(), false));
