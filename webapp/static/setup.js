// A table's settings: another rule set asks other questions, so the page is asked for again with what is filled in.

document.documentElement.classList.add("scripted");

const form = document.getElementById("setup");

form.addEventListener("change", ({ target }) => {
  if (target.matches("[data-rules]")) location.replace(`${location.pathname}?${new URLSearchParams(new FormData(form))}`);
});
