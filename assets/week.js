// A calendar that is written by clicking: the text of `area`, an entry a line, is its only source.
// Its times are those of arrows.js.
const LINE = /^(\d{4}-\d\d-\d\d)\s+(\d\d?):(\d\d)\s*[-–]\s*(\d\d?):(\d\d)\s*(.*)$/;
const minute = (clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
const clock = (at) => `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;

function entries(area) {
  return area.value.split("\n").flatMap((line, place) => {
    const found = LINE.exec(line.trim());
    if (!found) return [];
    const [, day, h, m, to, past, title] = found;
    const start = Number(h) * 60 + Number(m);
    return [{ place, day, start, end: Number(to) * 60 + Number(past) || 1440, title: title || "busy" }];
  });
}

function box(kind, text, take, top, bottom, note) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.tabIndex = -1;
  made.dataset.take = take;
  made.textContent = text;
  made.style.cssText = `--top:${top};--bottom:${bottom}`;
  made.setAttribute("aria-label", note);
  return made;
}

// Those of one day, sorted, with their lanes: entries that overlap stand side by side.
function inLanes(today) {
  let ends = []; // of the lanes that entries share
  const sorted = today.sort((one, other) => one.start - other.start || one.end - other.end);
  return sorted.map((one) => {
    if (one.start >= Math.max(...ends)) ends = [];
    const lane = [...ends, -1].findIndex((end) => end <= one.start);
    ends[lane] = one.end;
    return { ...one, lane, ends };
  });
}

function drawWeek(week, area) {
  const { days, opens, closes } = week.dataset;
  const all = entries(area);
  const first = Math.floor(Math.min(minute(opens), ...all.map((one) => one.start)) / 60) * 60;
  const last = Math.ceil(Math.max(minute(closes), ...all.map((one) => one.end)) / 60) * 60;
  const share = (at) => (Math.min(Math.max(at, first), last) - first) / (last - first);
  week.style.setProperty("--hours", String((last - first) / 60));
  week.replaceChildren(
    ...days.split(",").map((day) => {
      const column = document.createElement("div");
      column.dataset.day = day;
      const head = document.createElement("b");
      head.textContent = new Date(`${day}T12:00`).toLocaleDateString("en", { weekday: "short", day: "numeric", month: "short" });
      const rows = document.createElement("div");
      for (let at = first; at < last; at += 30) {
        const slot = box("slot", at % 60 ? "" : clock(at), `${day}T${clock(at)}`, share(at), share(at + 30), `Add ${day} ${clock(at)}`);
        slot.dataset.add = `${day} ${clock(at)}-${clock((at + 30) % 1440)} busy`;
        rows.append(slot);
      }
      for (const one of inLanes(all.filter((other) => other.day === day))) {
        const entry = box("entry", one.title, `${day}T${clock(one.start)}`, share(one.start), share(one.end), `Take out ${one.title}, ${clock(one.start)}`);
        entry.style.setProperty("--lane", one.lane);
        entry.style.setProperty("--lanes", one.ends.length);
        entry.dataset.remove = one.place;
        entry.dataset.over = `${day} ${clock(one.start - (one.start % 30))}`;
        rows.append(entry);
      }
      column.append(head, rows);
      return column;
    }),
  );
  week.querySelector("[data-take]").tabIndex = 0;
}

function changeWeek(target, area) {
  const lines = area.value.split("\n").filter((line, place) => String(place) !== target.dataset.remove);
  if (target.dataset.add) lines.push(target.dataset.add);
  area.value = lines.filter(Boolean).join("\n");
}
