// A screen on a wall, which nobody touches; and the page of one customer.
import { element, setText, View } from '/web/draw.js';
import { at } from '/web/text.js';

/** Calls out what comes to an array: large on the screen, and aloud where that is wanted. */
export class Announcer {
  /** How long a call stays, in milliseconds. */
  static lasting = 6000;
  waiting = [];

  constructor(screen, speaks) {
    this.announce = screen.announce;
    this.speaks = speaks;
    this.box = element('div', 'called');
    this.box.role = 'alert';
    this.box.hidden = true;
    document.body.append(this.box);
  }

  see(result, view, words) {
    if (!this.announce) return;
    const { on, text, again } = this.announce;
    const all = (at(result, on) ?? []).map(row => [view.identity(row), words.line(text, row), again && at(row, again) || 0]);
    const now = new Map(all.map(([who, , count]) => [who, count]));
    // Who was there when the screen was switched on was called before, but for those who are called again.
    const calls = all.filter(([who, , count]) => this.known && !(this.known.get(who) >= count));
    this.known = now;
    // Nobody is called who has gone meanwhile; a day's calls that came while the screen was away are not read out one by one.
    this.waiting = this.waiting.concat(calls).filter(([who]) => now.has(who)).slice(-4);
    if (this.box.hidden) this.next(words.language);
  }

  next(language) {
    const text = this.waiting.shift()?.[1];
    this.box.hidden = text === undefined;
    if (this.box.hidden) return;
    this.box.textContent = text;
    if (this.speaks && globalThis.speechSynthesis) {
      const speech = new SpeechSynthesisUtterance(text);
      speech.lang = language === 'ko' ? 'ko-KR' : 'en-US';
      speechSynthesis.speak(speech);
    }
    setTimeout(() => this.next(language), Announcer.lasting / (this.waiting.length ? 2 : 1));
  }
}

/** A screen without actions; `columns` are the numbers of those of its columns that are shown. */
export function wall(screen, page, options) {
  document.body.classList.add('wall');
  const view = new View(screen, page.main);
  const columns = options.get('columns')?.split(',').map(Number).filter(number => number > 0);
  const announcer = new Announcer(screen, options.get('speech') === '1');
  const age = element('p', 'age');
  document.body.append(age);
  if (screen.ticketPage && options.get('code') !== '0') document.body.append(code(screen, page));
  page.onState = state => {
    if (state.result === null) return;
    const words = page.words();
    view.limit = Infinity;
    view.draw(state.result, words);
    view.limit = rowsThatFit(view, screen);
    view.draw(state.result, words);
    if (columns?.length) {
      view.columns.forEach((column, index) => { column.place.hidden = screen.render.board && !columns.includes(index + 1); });
    }
    announcer.see(state.result, view, words);
  };
  page.onSecond = () => {
    const words = page.words();
    age.textContent = page.age === undefined ? '' : words.pick(`${words.duration(page.age)} ago`, `${words.duration(page.age)} 전`);
  };
}

/** What does not fit on a wall nobody scrolls to; below the rows there is room for what is counted, where calls stand for a while. */
function rowsThatFit(view, screen) {
  const rows = view.all.map(item => item.place.getBoundingClientRect());
  const height = rows.reduce((sum, row) => sum + row.height * 1.07, 0) / rows.length;
  const size = parseFloat(getComputedStyle(document.body).fontSize);
  const room = Math.min(innerHeight - 3 * size, innerHeight * (screen.announce ? 0.82 : 1));
  return Math.max(3, Math.floor((room - rows[0]?.top) / height) || 0);
}

function code(screen, page) {
  const box = element('div', 'code');
  const picture = element('img');
  picture.src = `/qr/${screen.domain}.svg`;
  picture.alt = page.words().pick('Your ticket', '내 번호표');
  box.append(picture, element('p', '', picture.alt));
  return box;
}

/** The page of one customer; without a number it asks for one. */
export function ticket(list, parts, page) {
  const named = list.find(one => one.domain === parts[1]);
  const domain = named || parts.length < 3 && list[0];
  const number = parts[named ? 2 : 1];
  if (!domain) return page.say(page.words().pick('There is nothing here', '아무것도 없습니다'), true);
  const box = element('div', 'ticket');
  const title = element('h1');
  const place = element('p', 'place');
  place.ariaLive = 'polite';
  box.append(title, place);
  page.main.replaceChildren(box);
  const form = element('form');
  const input = element('input');
  input.inputMode = 'numeric';
  input.required = true;
  input.maxLength = 9;
  const button = element('button', 'main');
  form.append(input, button);
  form.onsubmit = event => {
    event.preventDefault();
    location.assign(`/t/${named ? `${parts[1]}/` : ''}${encodeURIComponent(input.value.trim())}${location.search}`);
  };
  box.append(form);
  let last;
  const draw = () => {
    const words = page.words();
    title.textContent = words.line(domain.title, {}) + (number ? ` ${number}` : '');
    input.ariaLabel = input.placeholder = words.pick('number of the ticket', '번호표 번호');
    button.textContent = words.pick('Show', '보기');
    if (!last) return;
    const { data = {} } = last.refusal ?? {};
    const text = last.refusal ? words.fill(domain.errors[data.name] ?? domain.errors.other, data)
      : last.result === null ? '' : words.message(domain.render?.message, last.result) ?? '';
    setText(place, text);
  };
  page.onState = state => {
    last = state;
    draw();
  };
  page.onRefused = text => { place.textContent = text; };
  page.onLanguage = draw;
  draw();
  if (number) page.follow(`/events/${domain.domain}/t/${encodeURIComponent(number)}`);
  else input.focus();
}
