// Steps of the road without a reload: an edit's link or button is fetched, and the page's own answer takes the place of
// what is shown. The server renders everything and the address bar holds the result, so this adds speed and undo, nothing else.

const EDITS = ["put", "drop", "win", "add", "take", "aside", "gather", "cast", "claim", "as", "repair", "ordered", "clear", "at", "after", "text"];
const listeners = [];
let line = Promise.resolve();

document.documentElement.classList.add("scripted");

/** Call back after every swap (and once now, for the page as it came). */
export function onShow(callback) {
  listeners.push(callback);
  callback();
}

/** The parts of an address or form that ask for an edit; the tiles themselves are left out, for they may have changed meanwhile. */
export function editOf(pairs) {
  return [...pairs].filter(([key]) => EDITS.includes(key));
}

/** Ask for an edit of whatever the tiles are when its turn comes: quick taps queue up and none is lost. */
export function step(edit) {
  line = line.then(() => take(edit)).catch(() => location.reload());
  return line;
}

async function take(edit) {
  const url = here();
  EDITS.concat("adding").forEach((key) => url.searchParams.delete(key));
  const before = url.searchParams.get("d") ?? "";
  edit.forEach(([key, value]) => value !== "" && url.searchParams.append(key, value));
  await show(url, before);
}

/** This page's address. A refused result is shown on the page that can put it right, whose own path the server names. */
function here() {
  const url = new URL(location.href);
  url.hash = "";
  url.pathname = document.getElementById("work").dataset.path;
  return url;
}

async function show(url, before) {
  const response = await fetch(url, { headers: { Accept: "text/html" } });
  const answer = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = answer.getElementById("work");
  const at = new URL(response.url);
  if (!fresh || at.pathname !== url.pathname) return location.assign(response.url);
  swap(answer);
  if (!response.ok) return listeners.forEach((callback) => callback());
  at.searchParams.delete("at");
  if (before !== null && before !== (at.searchParams.get("d") ?? "")) past.push(before);
  history.replaceState(null, "", at);
  listeners.forEach((callback) => callback());
}

function swap(answer) {
  const focus = document.activeElement?.dataset?.focus;
  const open = new Map([...document.querySelectorAll("details[data-keep]")].map((each) => [each.dataset.keep, each.open]));
  document.querySelector("dialog[open]")?.close();
  for (const selector of [".steps", ".languages", "#work"]) {
    const [old, fresh] = [document.querySelector(selector), answer.querySelector(selector)];
    if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  document.title = answer.title;
  document.querySelectorAll("details[data-keep]").forEach((each) => (each.open = open.get(each.dataset.keep) ?? each.open));
  if (focus) document.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

/** The drafts one came from, in this tab and on this page. Without storage, undo lasts as long as the page. */
const past = {
  key: `undo:${document.getElementById("work").dataset.path}`,
  kept: [],
  all() {
    try {
      return JSON.parse(sessionStorage.getItem(this.key)) ?? this.kept;
    } catch {
      return this.kept;
    }
  },
  save(drafts) {
    this.kept = drafts.slice(-40);
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.kept));
    } catch {
      // A full or forbidden storage leaves the undo of this page alone.
    }
  },
  push(draft) {
    this.save([...this.all(), draft]);
  },
  pop() {
    const drafts = this.all();
    const last = drafts.pop();
    this.save(drafts);
    return last;
  },
};

if (performance.getEntriesByType("navigation")[0]?.type === "navigate") past.save([]);

async function undo() {
  const draft = past.pop();
  if (draft === undefined) return;
  const url = here();
  url.searchParams.set("d", draft);
  await show(url, null);
}

onShow(() => document.querySelectorAll("[data-undo]").forEach((button) => (button.hidden = past.all().length === 0)));

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-undo]")) {
    line = line.then(undo);
    return;
  }
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  step(editOf(new URL(link.href).searchParams));
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches("form[data-step]")) return;
  event.preventDefault();
  step(editOf(new FormData(event.target, event.submitter)));
});

// A link that stands for a button answers the space bar as a button does.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !event.target.matches("a[role=button]")) return;
  event.preventDefault();
  event.target.click();
});
