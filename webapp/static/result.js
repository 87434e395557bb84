// Opening a Fan line lights the tiles that earn it.

document.documentElement.classList.add("scripted");

const tiles = [...document.querySelectorAll("#hand [data-face]")];

function light() {
  tiles.forEach((tile) => tile.classList.remove("lit"));
  const open = document.querySelector("details.line[open]");
  for (const face of open?.dataset.tiles.split(" ") ?? []) {
    tiles.find((tile) => tile.dataset.face === face && !tile.classList.contains("lit"))?.classList.add("lit");
  }
  document.getElementById("hand").classList.toggle("lighting", Boolean(open?.dataset.tiles));
}

document.querySelectorAll("details.line").forEach((line) => line.addEventListener("toggle", light));
