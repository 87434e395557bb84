// A phone's photo, small enough to send: at most 1600 px on the long side, upright. Whatever goes wrong, the original is
// sent, and the server does the rest.

const LONGEST = 1600;
const SMALL_ENOUGH = 1_500_000;
// iPhones give a black picture, without an error, from a canvas above this area.
const LARGEST_CANVAS = 16_777_216;

export async function shrink(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    if (scale === 1 && file.size <= SMALL_ENOUGH) return file;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    if (canvas.width * canvas.height > LARGEST_CANVAS) return file;
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const small = isFlat(canvas) ? null : await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.9));
    canvas.width = canvas.height = 0;
    return small ?? file;
  } catch {
    return file;
  } finally {
    bitmap?.close();
  }
}

/** One colour all over: what a canvas gives that ran out of memory. */
function isFlat(canvas) {
  const probe = document.createElement("canvas");
  probe.width = probe.height = 16;
  const pen = probe.getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, 0, 0, 16, 16);
  const { data } = pen.getImageData(0, 0, 16, 16);
  return data.every((value, index) => Math.abs(value - data[index % 4]) < 3);
}
