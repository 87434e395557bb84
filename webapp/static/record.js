// A record's small helpers: copy the link, share the picture, print. On a plain http address the browser offers neither
// clipboard nor share sheet, so each has a way without.

const link = document.getElementById("link");
const copy = document.querySelector("[data-copy]");
const print = document.querySelector("[data-print]");
const picture = document.querySelector("[data-picture]");

copy.hidden = print.hidden = false;
print.addEventListener("click", () => window.print());
link.addEventListener("focus", () => link.select());

copy.addEventListener("click", async () => {
  const done = (await modern()) || old();
  if (done) document.querySelector("[data-copied]").hidden = false;
  else link.focus();
});

async function modern() {
  if (!window.isSecureContext || !navigator.clipboard) return false;
  try {
    await navigator.clipboard.writeText(link.value);
    return true;
  } catch {
    return false;
  }
}

function old() {
  link.focus();
  link.setSelectionRange(0, link.value.length);
  return document.execCommand("copy");
}

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
