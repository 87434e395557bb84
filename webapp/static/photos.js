// What was read in a hand's photos stays in this browser tab: sessionStorage lives through reloads and the back key, is
// there on plain http, and is gone with the tab. IndexedDB would outlive it, and nobody asked for the photo to be kept.
// Where storage is full or forbidden, the page works on without the picture: the tiles are in the address.

const PREFIX = "hand:";
const KEPT = 3;

/** A key for a new hand's photos. (`crypto.randomUUID` does not exist on a plain http address.) */
export function newKey() {
  return Math.random().toString(36).slice(2, 12) || "hand";
}

/** `{photos: [{url, width, height, first}], tiles: [{photo, face, box, alternatives, doubtful, reason}], doubts: [{photo, box, text}], model}`, or null. */
export function load(key) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

/** The same where every picture of the hand is here; null where one is missing, for half of a hand is another hand. */
export function whole(key) {
  const record = load(key);
  return record?.photos.length && record.photos.every((photo) => photo.url) ? record : null;
}

/** Add a photo and its reading to a hand; older hands make room. Tells nothing where it cannot: see above. */
export async function add(key, blob, reading) {
  const record = load(key) ?? { photos: [], tiles: [], doubts: [] };
  const photo = record.photos.length;
  record.photos.push({ url: await dataUrl(blob), width: reading.image.width, height: reading.image.height, first: record.tiles.length });
  record.tiles.push(...reading.tiles.map(({ face, box, alternatives, doubtful, reason }) => ({ photo, face, box, alternatives, doubtful, reason })));
  record.model = reading.model?.version ?? "";
  record.doubts.push(...reading.doubts.map((doubt) => ({ ...doubt, photo })));
  forgetOthers(key, KEPT - 1);
  if (save(key, record)) return;
  forgetOthers(key, 0);
  if (save(key, record)) return;
  record.photos.forEach((each) => (each.url = ""));
  save(key, record);
}

function save(key, record) {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify({ ...record, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

function forgetOthers(key, keep) {
  try {
    const others = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + key);
    const ages = new Map(others.map((name) => [name, JSON.parse(sessionStorage.getItem(name)).at ?? 0]));
    others.sort((a, b) => ages.get(b) - ages.get(a));
    others.slice(keep).forEach((name) => sessionStorage.removeItem(name));
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** A kept picture as it was sent. */
export function blobOf(url) {
  const [head, data] = url.split(",");
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: head.slice(5).split(";")[0] });
}

function dataUrl(blob) {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => resolve("");
    reader.readAsDataURL(blob);
  });
}
