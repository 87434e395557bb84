// A photo on its way to the reader: the upload tells how far it has come, and is sent again by itself while the server reads others.

// How often, and how long between.
const TRIES = 8;
const LONGEST_WAIT_S = 30;

/** Send a form's fields. `bar` is shown at its stages: the sentences in it are `data-say`, one of `sending`, `reading`, `waiting`. */
export async function patiently(action, fields, bar) {
  for (let tries = 1; ; tries += 1) {
    const told = await post(action, fields, bar);
    if (told.status !== 503 || tries === TRIES || !(told.retryAfter <= LONGEST_WAIT_S)) return told;
    say(bar, "waiting");
    await new Promise((resolve) => setTimeout(resolve, told.retryAfter * 1000));
  }
}

/** Show one sentence of a progress bar, or put the bar away (null). */
export function say(bar, stage) {
  bar.hidden = stage === null;
  bar.querySelectorAll("[data-say]").forEach((each) => (each.hidden = each.dataset.say !== stage));
  if (stage) bar.scrollIntoView({ block: "nearest" });
}

/** fetch tells nothing of how far an upload has come; XMLHttpRequest does. */
function post(action, fields, bar) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const progress = bar.querySelector("progress");
    request.open("POST", action);
    request.responseType = "json";
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("X-CSRFToken", fields.get("csrf_token"));
    request.upload.onprogress = (event) => event.lengthComputable && (progress.value = event.loaded / event.total);
    request.upload.onload = () => {
      progress.removeAttribute("value");
      say(bar, "reading");
    };
    const told = (status) => ({ status, answer: request.response, retryAfter: parseInt(request.getResponseHeader("Retry-After"), 10) });
    request.onload = () => resolve(told(request.status));
    request.onerror = () => resolve(told(0));
    say(bar, "sending");
    request.send(fields);
  });
}
