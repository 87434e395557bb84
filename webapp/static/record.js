// A record's small helpers: share the picture, print; what there is to copy is in copy.js. On a plain http address the browser has no share sheet.

import "./copy.js";

const print = document.querySelector("[data-print]");
const picture = document.querySelector("[data-picture]");

print.hidden = false;
print.addEventListener("click", () => window.print());

picture.addEventListener("click", async (event) => {
  if (!window.isSecureContext || !navigator.canShare) return;
  event.preventDefault();
  try {
    const file = new File([await (await fetch(picture.href)).blob()], "fanlens.png", { type: "image/png" });
    if (navigator.canShare({ files: [file] })) return await navigator.share({ files: [file] });
  } catch (problem) {
    if (problem.name === "AbortError") return;
  }
  location.assign(picture.href);
});
