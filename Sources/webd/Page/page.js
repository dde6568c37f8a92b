// The page: which screen, in which language, with what keys.
import { charts } from '/web/chart.js';
import { element, setText, View } from '/web/draw.js';
import { button, choose, Deeds, show } from '/web/form.js';
import { at, hasSomething, Words } from '/web/text.js';
import { ticket, wall } from '/web/wall.js';
import { call, follow, get, post, told } from '/web/wire.js';

const $ = id => document.getElementById(id);
const options = new URLSearchParams(location.search);

/** Without a sign of life for so long what is shown may be old, in milliseconds. */
const stale = 10_000;

const page = {
  main: $('main'),
  language: 'en',
  skew: 0,
  onState: () => {},
  onRefused: text => page.say(text, true),
  onSecond: () => {},
  onLanguage: () => {},

  words(names) { return new Words(this.language, Date.now() + this.skew, names); },

  /** How old what is shown is, in seconds; undefined where nothing is. */
  get age() {
    return this.state?.at === undefined ? undefined : Math.max(0, Math.floor((Date.now() + this.skew - this.state.at) / 1000));
  },

  get connecting() { return this.words().pick('Connecting again…', '다시 연결하고 있습니다…'); },

  say(text, isRefusal = false) {
    $('said').textContent = text;
    // What one has done oneself comes as news too.
    if (text === $('news').textContent) setText($('news'), '');
    $('said').className = isRefusal ? 'refused' : '';
  },

  follow(path) {
    this.lastLife = performance.now();
    follow(path, state => {
      if (this.isRefused || $('said').textContent === this.connecting) this.say('');
      this.isRefused = false;
      this.state = state;
      this.onState(state);
      this.look();
    }, () => {
      this.lastLife = performance.now();
      this.look();
    }, error => {
      this.isRefused = true;
      if (error.status === 404) dispatchEvent(new Event('over'));
      this.onRefused(error.message);
    });
    setInterval(() => this.look(), 1000);
  },

  /** Whether what is shown can be believed. */
  look() {
    const words = this.words();
    const silent = performance.now() - this.lastLife;
    const text = silent >= stale ? words.pick('No connection: this may be old', '연결이 끊어졌습니다. 오래된 내용일 수 있습니다')
      : this.state?.away ? this.connecting : '';
    setText($('banner'), text);
    $('banner').hidden = !text;
    this.onSecond();
  },

  setLanguage(language) {
    this.language = language;
    document.documentElement.lang = language;
    localStorage.setItem('language', language);
  },
};

// What can be done with a screen

class Board {
  drawn = '';

  constructor(screen) {
    this.screen = screen;
    this.view = new View(screen, page.main);
    this.deeds = new Deeds(screen, page.words(screen.names), (text, isRefusal) => page.say(text, isRefusal));
    this.view.onChoose = () => this.drawBar();
    this.view.onOpen = () => this.open();
    page.onState = state => this.draw(state);
    page.onLanguage = () => {
      this.drawn = '';
      this.draw();
    };
    document.addEventListener('keydown', event => this.key(event));
    this.drag();
  }

  draw(state = page.state) {
    const words = page.words(this.screen.names);
    this.deeds.words = words;
    if (!state) return;
    if (state.refusal) page.say(this.deeds.sentence(state.refusal), true);
    // What asks for more has buttons to say it.
    if (state.result === null) return this.drawBar();
    this.view.draw(state.result, words);
    const { table } = this.view;
    for (const old of page.main.querySelectorAll(':scope > .chart')) old.remove();
    if (table?.chart) page.main.append(...charts(table.chart, table.rows, state.result, words));
    const sentence = state.news && this.screen.news?.message && words.message(this.screen.news.message, state.news);
    if (sentence) setText($('news'), sentence === $('said').textContent ? '' : sentence);
  }

  /** What is given to a parameter; undefined where nothing is there. */
  source(source, rows) {
    const value = typeof source === 'string' ? at(rows[0], source)
      : source.result !== undefined ? at(this.view.result, source.result)
      : source.marked !== undefined ? (rows.length ? rows.map(row => at(row, source.marked)) : undefined)
      : source.value;
    return value ?? undefined;
  }

  /** What can be done now: keys of the description first, then what completes from the row. */
  get actions() {
    if (!this.screen.canWrite) return [];
    const { item, rows } = this.view;
    const words = page.words();
    const found = [];
    for (const action of this.screen.actions ?? []) {
      if (action.on && item?.source !== action.on) continue;
      if (action.when && !(rows.length && rows.every(row => hasSomething(row, action.when)))) continue;
      if (action.unless && rows.some(row => hasSomething(row, action.unless))) continue;
      const params = {};
      const asks = {};
      const sources = Object.entries(action.params ?? {});
      // What one of several rows has is not what the others have.
      const isOne = rows.length === 1;
      const takesOne = sources.some(([, source]) => typeof source === 'string');
      let isWhole = rows.length < 2 || !takesOne;
      for (const [name, source] of sources) {
        if (source.ask) asks[name] = isOne && source.ask !== true ? at(rows[0], source.ask) : undefined;
        else if ((params[name] = this.source(source, rows)) === undefined) isWhole = false;
      }
      if (!isWhole) continue;
      const lacks = sources.filter(([name, source]) => isOne && typeof source.ask === 'string' && asks[name] === undefined);
      const isOfRow = action.on || takesOne || sources.some(([, source]) => source.marked);
      found.push({ ...action, label: words.said(action.label), params, asks, lacks, row: isOfRow ? rows[0] : undefined });
    }
    return found;
  }

  /** What else can be done with the row, and with the domain. */
  get others() {
    const { item, rows } = this.view;
    const named = new Set(this.actions.map(action => action.method));
    const found = [];
    for (const action of this.screen.rowActions ?? []) {
      if (!item || action.on !== item.source || named.has(action.method) || (rows.length > 1 && !action.many)) continue;
      if (!Object.entries(action.where).every(([name, is]) => (item.row[name] ?? null) === is)) continue;
      const values = rows.map(row => at(row, action.pointer));
      if (values.some(value => (value ?? null) === null)) continue;
      found.push({ method: action.method, params: { [action.parameter]: action.many ? values : values[0] }, row: rows[0] });
    }
    const ofRow = new Set([...named, ...found.map(action => action.method)]);
    for (const [name, method] of Object.entries(this.screen.methods ?? {})) {
      if (!ofRow.has(name) && method['x-mate-access'] !== 'read') found.push({ method: name, params: {} });
    }
    return found.map(action => ({ ...action, label: this.deeds.title(action.method) }));
  }

  async do(action) {
    const { method, params, row, lacks } = action;
    page.say('');
    // It stays chosen, though it came first by itself.
    if (row) this.view.isOwn = true;
    const about = row && this.view.name;
    const detail = lacks?.length && this.screen.details[this.view.wanted[0].source];
    if (detail) {
      try {
        const whole = await call(detail.method, this.deeds.filled(detail.method, { [detail.parameter]: at(row, detail.pointer) }));
        for (const [name, source] of lacks) action.asks[name] = at(whole, source.ask);
      } catch (error) {
        // What is typed would take the place of something unseen.
        return this.deeds.refused(error, detail.method, {});
      }
      // Somebody has gone on meanwhile.
      if (document.querySelector('dialog[open]')) return undefined;
    }
    return this.deeds.run(method, params, row, action.asks, about);
  }

  async more() {
    const { view: { item, rows }, deeds: { words } } = this;
    const title = [words.pick('What shall be done?', '무엇을 할까요?'), item && this.view.name].filter(Boolean).join(' ');
    // A finger has no Enter.
    const details = rows.length === 1 && { label: words.pick('Details', '자세히') };
    const action = await choose(title, [details, ...this.others].filter(Boolean), words);
    if (action) await (action === details ? this.tell(rows[0]) : this.do(action));
  }

  open() {
    const usual = this.actions.find(action => action.key === this.screen.default);
    if (usual) return this.do(usual);
    return this.view.item && this.tell(this.view.item.row);
  }

  tell(row) {
    const { words } = this.deeds;
    return show(words.pick('Details', '자세히'), this.details(row, words), words);
  }

  /** What a row says, by the heads above it, then by what its domain calls the rest, as on a terminal. */
  details(row, words) {
    const { columns = [] } = this.view.table ?? {};
    const told = columns.map(column => column.value.split('/')[1]);
    const pairs = columns.map(column => [words.said(column.header), words.of(this.view.result).cell(column, row)]);
    for (const [name, value] of Object.entries(row)) {
      if (told.includes(name) || row[`${name}Name`] || row[`${name.replace(/s$/, '')}Names`]) continue;
      const text = /^\d{4}-\d\d-\d\dT/.test(value) ? ['date', 'time'].map(format => words.text(value, format)).join(' ')
        : words.value(name, value);
      pairs.push([words.said(this.screen.names[name]) || name, text]);
    }
    return pairs.filter(([, text]) => text).map(pair => pair.join(': '));
  }

  drawBar() {
    const bar = $('bar');
    const actions = this.actions;
    bar.hidden = !this.screen.canWrite;
    if (bar.hidden) return;
    const entries = actions.map(action => ({ label: action.label, key: action.key, isMain: action.key === this.screen.default, go: () => this.do(action) }));
    const column = this.screen.move && this.view.item?.column;
    for (const [step, key, sign] of [[-1, '<', '←'], [1, '>', '→']]) {
      const title = this.view.columns[column + step];
      if (title) entries.push({ label: `${sign} ${title.place.querySelector('h2').textContent}`, key, go: () => this.shift(step) });
    }
    entries.push({ label: page.words().pick('More…', '더 보기…'), key: 'a', go: () => this.more() });
    const names = JSON.stringify(entries);
    this.entries = entries;
    // The same buttons stay, so that a finger that is on its way finds them.
    if (names === this.drawn) return;
    this.drawn = names;
    bar.replaceChildren(...entries.map((entry, index) => {
      const place = button(entry.label, () => this.entries[index].go(), entry.isMain ? 'main' : '');
      const key = element('kbd', '', entry.key);
      key.ariaHidden = true;
      place.ariaKeyShortcuts = entry.key;
      place.append(key);
      return place;
    }));
  }

  // Moving cards

  shift(step) {
    const { item } = this.view;
    if (this.screen.move && item) this.moveTo(item.column + step);
  }

  moveTo(column, rows = this.view.rows) {
    const { move } = this.screen;
    const target = this.view.columns[column];
    if (!target || target.value === undefined || !rows.length) return undefined;
    const [[name, source]] = Object.entries(move.item);
    const params = { [name]: this.source(source, rows), [move.column]: target.value };
    for (const row of rows) this.view.marked.delete(this.view.identity(row));
    this.view.isOwn = true;
    return this.do({ method: move.method, params, asks: {} });
  }

  drag() {
    let held;
    const columnAt = event => document.elementsFromPoint(event.clientX, event.clientY).find(place => place.classList.contains('column'));
    const light = column => {
      for (const place of page.main.querySelectorAll('.column')) place.classList.toggle('over', place === column);
    };
    const isDragged = () => held?.card.classList.contains('dragged');
    const end = () => {
      clearTimeout(held?.timer);
      if (held) held.card.style.transform = '';
      held?.card.classList.remove('dragged');
      light(undefined);
      held = undefined;
    };
    page.main.addEventListener('pointerdown', event => {
      const card = event.target.closest?.('.card');
      if (!card || !this.screen.move || !this.screen.canWrite || event.button !== 0) return;
      held = { card, x: event.clientX, y: event.clientY + scrollY };
      // A finger that moves up or down scrolls; one that stays for a moment takes the card, whichever way it goes then.
      if (event.pointerType !== 'mouse') held.timer = setTimeout(() => card.classList.add('dragged'), 400);
    });
    for (const name of ['touchmove', 'contextmenu']) page.main.addEventListener(name, event => { if (isDragged()) event.preventDefault(); }, { passive: false });
    addEventListener('pointermove', event => {
      if (!held) return;
      const [x, y] = [event.clientX - held.x, event.clientY + scrollY - held.y];
      // One that goes up or down at once scrolls.
      if (Math.hypot(x, y) >= 8 && (event.pointerType === 'mouse' || Math.abs(x) > Math.abs(y))) held.card.classList.add('dragged');
      if (!isDragged()) return;
      if (event.clientY > innerHeight - 80) scrollBy(0, 16);
      else if (event.clientY < 40) scrollBy(0, -16);
      held.card.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
      light(columnAt(event));
    });
    addEventListener('pointerup', event => {
      const column = isDragged() && columnAt(event);
      const key = held?.card.dataset.key;
      end();
      if (!column) return;
      this.view.choose(key, false);
      const { item, marked, rows } = this.view;
      // Who is gone meanwhile is not in the hand; who is not marked goes alone.
      if (item?.key === key && Number(column.dataset.column) !== item.column) this.moveTo(Number(column.dataset.column), marked.has(key) ? rows : [item.row]);
    });
    addEventListener('pointercancel', end);
  }

  // Keys

  key(event) {
    const { code, shiftKey, target } = event;
    // A keyboard that writes 한글 has the same keys.
    const key = event.key > '~' ? shiftKey ? code.slice(3) : code.slice(3).toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (target.matches?.('input, select, textarea')) return;
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] };
    const ends = { Home: -Infinity, g: -Infinity, End: Infinity, G: Infinity };
    const isPage = !target.closest?.('button, a');
    const own = this.actions.find(action => action.key === key);
    if (shiftKey && steps[key]?.[1]) this.shift(steps[key][1]);
    else if (own) this.do(own);
    else if ('<>'.includes(key)) this.shift(key === '<' ? -1 : 1);
    else if (steps[key]) this.view.move(...steps[key]);
    else if (ends[key]) this.view.move(ends[key], 0);
    else if (key === 'Enter' && isPage) this.open();
    else if (key === ' ' && isPage) this.view.mark();
    else if (key === 'a' && this.screen.canWrite) this.more();
    else if (key === 'u' && this.undo) this.do({ method: this.undo, params: {}, asks: {} });
    else if (key === '/') $('filter').focus();
    else if (key === '?') this.help();
    else if (key === 'L') toggleLanguage();
    else if (this.screen.actions?.some(action => action.key === key)) page.say(page.words().pick('There is nothing to do that with', '지금은 할 수 없습니다'), true);
    else if (/^[1-9]$/.test(key)) $('tabs').children[key - 1]?.click();
    else return;
    event.preventDefault();
  }

  /** What takes back the last change, where the domain can. */
  get undo() {
    const name = this.screen.method.replace(/\..*/, '.undo');
    return this.screen.methods?.[name]?.params.every(one => !one.required) && name;
  }

  /** The keys of the screen, whatever row is chosen, then those of every screen. */
  help() {
    const { words } = this.deeds;
    const own = new Map();
    for (const { key, label } of this.screen.canWrite && this.screen.actions || []) {
      own.set(key, [...new Set([...own.get(key) ?? [], words.said(label)])]);
    }
    const lines = [
      ...[...own].map(([key, labels]) => `${key}: ${labels.join(', ')}`),
      this.screen.canWrite && this.screen.move && words.pick('< and >, or drag: to another column', '< 와 >, 또는 끌기: 다른 열로'),
      this.undo && `u: ${this.deeds.title(this.undo)}`,
      this.screen.canWrite && words.pick('a: more', 'a: 더 보기'),
      words.pick('Enter: open · Space: mark · Arrows, Home, End', 'Enter: 열기 · Space: 표시 · 방향키, Home, End'),
      words.pick('/: find · 1–9: tabs · L: 한국어 · ?: keys', '/: 찾기 · 1–9: 탭 · L: English · ?: 키'),
    ];
    return show(words.pick('Keys', '키'), lines.filter(Boolean), words);
  }
}

// The frame around it

function toggleLanguage() {
  page.setLanguage(page.language === 'ko' ? 'en' : 'ko');
  drawFrame();
  page.onLanguage();
  page.look();
}

const fail = error => page.say(error.message, true);

/** A link that keeps the language of the address. */
function link(text, path) {
  const made = element('a', '', text);
  made.href = path + location.search;
  return made;
}

let list = { screens: [], tickets: [] };
let board;
const [kind, ...parts] = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);

function drawFrame() {
  const words = page.words();
  const links = list.screens.filter(screen => kind === 's' && screen.domain === parts[0]);
  $('tabs').ariaLabel = words.pick('Screens', '화면');
  $('bar').ariaLabel = words.pick('Actions', '할 수 있는 일');
  $('tabs').replaceChildren(...links.map(screen => {
    const tab = link(words.said(screen.title), `/s/${screen.domain}/${screen.name}`);
    if (screen.name === parts[1]) tab.ariaCurrent = 'page';
    return tab;
  }), link('Mate', '/'));
  $('tabs').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  const tools = [];
  if (board) {
    const filter = $('filter') ?? element('input');
    filter.id = 'filter';
    filter.type = 'search';
    filter.ariaLabel = filter.placeholder = words.pick('find', '찾기');
    filter.oninput = () => {
      board.view.filter = filter.value;
      board.draw();
    };
    filter.onkeydown = event => {
      if (event.key === 'Escape') filter.value = '';
      if (event.key === 'Escape' || event.key === 'Enter') page.main.focus();
      filter.oninput();
    };
    tools.push(filter);
  }
  const language = button(words.pick('한국어', 'English'), toggleLanguage);
  language.lang = words.pick('ko', 'en');
  tools.push(language);
  if (list.writer) {
    tools.push(button(words.pick(`Leave (${list.writer})`, `끝내기 (${list.writer})`), () => post('/leave', {}).then(() => location.reload(), fail)));
  }
  $('tools').replaceChildren(...tools);
}

function drawIndex() {
  const words = page.words();
  const links = [...list.screens, ...list.tickets].map(screen =>
    link(`${screen.domain}: ${words.said(screen.title)}`, screen.name ? `/s/${screen.domain}/${screen.name}` : '/t/'));
  const box = element('div', 'screens');
  if (!links.length) links.push(element('p', '', words.said(list.empty)));
  box.append(element('h1', '', words.pick('Screens', '화면')), ...links);
  page.main.replaceChildren(box);
}

const keyOf = hash => /^#open=([0-9a-f]+)$/.exec(hash)?.[1];

async function start() {
  const wanted = options.get('lang') ?? localStorage.getItem('language') ?? navigator.language;
  page.setLanguage(wanted?.startsWith('ko') ? 'ko' : 'en');
  const key = keyOf(location.hash);
  if (key) {
    // Out of sight before anything else: a link is a key.
    history.replaceState(null, '', location.pathname + location.search);
    await post('/open', { link: key }).catch(fail);
  }
  list = await get('/screens');
  page.skew = list.now - Date.now();
  Object.assign(told, list.told);
  drawFrame();
  if (kind === 's' || kind === 'd') {
    const path = parts.map(encodeURIComponent).join('/');
    const screen = await get(`/screen/${path}`);
    document.title = [screen.title, screen.summary].map(text => page.words().said(text)).join(' – ');
    if (kind === 'd') wall(screen, page, options);
    else board = new Board(screen);
    drawFrame();
    page.follow(`/events/${path}`);
  } else if (kind === 't') {
    ticket(list.tickets, ['t', ...parts], page);
  } else {
    page.onLanguage = drawIndex;
    drawIndex();
  }
}

// Whoever may only look has no buttons.
addEventListener('over', () => {
  list.writer = undefined;
  drawFrame();
  if (!board) return;
  board.screen.canWrite = false;
  board.drawBar();
});

// A link for writing that is opened where the page is already.
addEventListener('hashchange', () => { if (keyOf(location.hash)) location.reload(); });
// What was asked for waits for the page's own server.
addEventListener('waits', () => page.say(page.connecting));

start().catch(error => {
  // The program behind the page may be on its way.
  const isAway = error instanceof TypeError;
  page.say(isAway ? page.connecting : error.message, true);
  if (isAway || kind === 'd') setTimeout(() => location.reload(), 3000);
});
