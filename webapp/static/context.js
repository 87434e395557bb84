// The win's circumstances: what cannot be with the answers so far cannot be chosen. (The scorer refuses it all the same.)

document.documentElement.classList.add("scripted");

const form = document.getElementById("win");

function allow(input, possible) {
  input.disabled = !possible;
  if (!possible) input.checked = false;
  input.closest("label").classList.toggle("off", !possible);
}

/** The winner of last time, while that is only proposed: a tile that came from them says that somebody else has won. */
const proposed = () => document.querySelector("[data-as-last-time]");

function update() {
  const seat = form.elements.seat.value;
  form.querySelectorAll("[name=won]").forEach((input) => allow(input, proposed() || !input.value.endsWith(`-${seat}`)));
  form.querySelectorAll("[name=pays]:not([value=''])").forEach((input) => allow(input, input.value !== seat));
  const [way, from] = form.elements.won.value.split("-");
  // Who is out of the hand throws no tile.
  form.querySelectorAll("[name=out]").forEach((input) => allow(input, input.value !== seat && input.value !== from));
  form.querySelectorAll("[data-says]").forEach((label) => {
    const fits = label.dataset.seat === "" || (seat !== "" && (label.dataset.seat === "dealer") === (seat === "east"));
    const earthly = label.querySelector("input").value !== "earthly" || from === "east";
    allow(label.querySelector("input"), fits && earthly && label.dataset.won.split(" ").includes(way));
  });
}

/** The address of this page with what is chosen now. */
function here() {
  return `${document.getElementById("work").dataset.path}?${new URLSearchParams(new FormData(form))}`;
}

/** Answers that are not sent yet survive a reload, the back key and a look at the tiles: they are in the address and in the links back. */
function keep() {
  history.replaceState(null, "", here());
  document.querySelectorAll(".steps a").forEach((link) => (link.search = new URLSearchParams(new FormData(form))));
}

form.addEventListener("change", ({ target }) => {
  // Another rule set asks other questions.
  if (target.matches("[data-rules]")) return location.replace(here());
  if (target.name === "moment" && target.checked) {
    const says = target.closest("label").dataset.says;
    const opening = (label) => label.dataset.says === "opening" || says === "opening";
    form.querySelectorAll("[data-says]").forEach((label) => {
      const other = label.querySelector("input");
      if (other !== target && (label.dataset.says === says || opening(label))) other.checked = false;
    });
  }
  cure(target.name);
  if (target.name === "won" && proposed() && target.value.endsWith(`-${form.elements.seat.value}`)) {
    form.querySelector("[name=seat]:checked").checked = false;
    proposed().remove();
  }
  if (target.name === "seat") proposed()?.remove();
  update();
  keep();
});
/** What an answer may cure: the sentences about it, and about the answers that it goes with. Whether it did, the server says. */
const CURES = {
  won: ["won", "seat", "moment", "out", "pays"],
  seat: ["won", "seat", "moment", "out", "pays"],
  round: ["moment"],
  moment: ["moment"],
  pays: ["pays"],
  void: ["void"],
  out: ["out", "won", "seat"],
};

function cure(name) {
  for (const about of CURES[name] ?? ["rules", "printed"]) document.getElementById(`problem-${about}`)?.remove();
}

addEventListener("pageshow", update);
update();
