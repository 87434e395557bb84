// Text to copy with one tap. On a plain http address the browser offers no clipboard, so there is a way without; and where that fails as well, the
// text stands there, chosen whole.

async function modern(text) {
  if (!window.isSecureContext || !navigator.clipboard) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function old(field) {
  field.focus();
  field.setSelectionRange(0, field.value.length);
  return document.execCommand("copy");
}

document.querySelectorAll("[data-copy]").forEach((button) => {
  const around = button.closest("details, [data-copying]");
  const field = around.querySelector("input, textarea");
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    if ((await modern(field.value)) || old(field)) around.querySelector("[data-copied]").hidden = false;
    else field.focus();
  });
});
