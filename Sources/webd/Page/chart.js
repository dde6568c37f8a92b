// A chart of a table's rows: a bar for each place, with the interval of its figure.
import { at } from '/web/text.js';

const svg = (name, attributes, text) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

const finite = value => (typeof value === 'number' && Math.abs(value) <= 1e15 ? value : undefined);

/** One, two or five times a power of ten, so that there are about four lines. */
function step(span) {
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(factor => factor * power).find(size => size >= rough) ?? power * 10;
}

/** The pictures of a chart, one below the other on one scale; nothing where there are no figures. */
export function charts(template, rowsAt, result, words) {
  const own = words.of(result);
  const pictures = new Map();
  const places = [];
  let [low, high] = [0, 0];
  for (const row of at(result, rowsAt) ?? []) {
    const place = own.text(at(row, template.at));
    if (!places.includes(place)) places.push(place);
    const name = template.by ? own.text(at(row, template.by)) : '';
    const value = finite(at(row, template.value));
    if (!pictures.has(name)) pictures.set(name, new Map());
    if (value === undefined) continue;
    const ends = [template.low, template.high].map(end => (end && finite(at(row, end))) ?? value);
    const bar = { value, low: Math.min(ends[0], value), high: Math.max(ends[1], value) };
    pictures.get(name).set(place, bar);
    [low, high] = [Math.min(low, bar.low), Math.max(high, bar.high)];
  }
  if (low === high) return [];
  return [...pictures].map(([name, bars]) => draw(
    [name, words.line(template.title, {})].filter(Boolean).join(': '), bars, places, { low, high },
    value => own.text(value, template.format ?? 'number')));
}

function draw(title, bars, places, { low, high }, text) {
  const [width, height, left, top] = [640, 220, 80, 28];
  const y = value => top + (high - value) / (high - low) * (height - top - 24);
  const x = index => left + index * (width - left - 8) / places.length;
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img' });
  const parts = [...bars].map(([place, bar]) => `${place} ${text(bar.value)}`);
  picture.append(svg('title', {}, `${title}: ${parts.join(', ')}`), svg('text', { x: left, y: 16, class: 'name' }, title));
  const size = step(high - low);
  for (let tick = Math.ceil(low / size) * size; tick <= high; tick += size) {
    picture.append(
      svg('line', { x1: left, x2: width - 8, y1: y(tick), y2: y(tick), class: tick === 0 ? 'ground' : 'tick' }),
      svg('text', { x: left - 6, y: y(tick) + 4, class: 'label' }, text(Number(tick.toPrecision(12)))));
  }
  const room = x(1) - x(0);
  const every = Math.ceil(places.length * 44 / (width - left));
  places.forEach((place, index) => {
    if (index % every === 0) picture.append(svg('text', { x: x(index) + room / 2, y: height - 6, class: 'place' }, place));
    const bar = bars.get(place);
    if (!bar) return;
    const thick = Math.min(40, room * 0.7);
    const start = x(index) + (room - thick) / 2;
    picture.append(svg('rect', {
      x: start, width: thick, y: Math.min(y(bar.value), y(0)), height: Math.abs(y(bar.value) - y(0)), class: 'bar',
    }));
    if (bar.low < bar.high) picture.append(svg('path', { d: `M${start + thick / 2} ${y(bar.low)}V${y(bar.high)}`, class: 'interval' }));
  });
  return picture;
}
