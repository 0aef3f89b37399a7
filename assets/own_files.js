// Files that are dropped or chosen, as pairs of name and content in base64.
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
const packed = (files) =>
  Promise.all([...files].map(async (one) => [one.name, base64(new Uint8Array(await one.arrayBuffer()))]));
