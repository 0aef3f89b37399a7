// Files that are dropped or chosen: as text, or as pairs of name and content in base64.
const WESTERN = "windows-1252";

// Each line is UTF-8 or, where it cannot be, in the charset that `charsetOf` finds in the file.
async function textOf(file, charsetOf = () => WESTERN) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const first = new TextDecoder("utf-8", { fatal: true });
  const other = new TextDecoder(charsetOf(new TextDecoder(WESTERN).decode(bytes)));
  let text = "";
  for (let at = 0, end; at < bytes.length; at = end) {
    end = bytes.indexOf(10, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    try {
      text += first.decode(line);
    } catch {
      text += other.decode(line);
    }
  }
  return text;
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
const packed = (files) =>
  Promise.all([...files].map(async (one) => [one.name, base64(new Uint8Array(await one.arrayBuffer()))]));
