// A result as rows: columns of cards, or a table. Elements of rows that stay are kept, so that the
// focus, the selection and what a screen reader has read stay too.
import { at, isNumeric, marks, styleOf } from '/web/text.js';

/** An element with a class and a text; values are only ever texts. */
export function element(name, kind, text) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Writes only what is new, as a screen reader reads what is written. */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/** A text, and what more there is to say below it; page.css hides that where there is no room. */
function setDetailed(place, text, detail) {
  if (!detail) return setText(place, text);
  if (place.children.length !== 2) place.replaceChildren(element('span'), element('span', 'detail'));
  setText(place.children[0], text);
  setText(place.children[1], detail);
}

/** Puts these elements into a place, in their order, moving as few as possible. */
function arrange(place, elements) {
  const wanted = new Set(elements);
  for (const child of [...place.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((child, index) => {
    if (place.children[index] !== child) place.insertBefore(child, place.children[index] ?? null);
  });
}

/** The table of several that a result is shown as. */
function chosen(given, result) {
  const table = given.instead?.find(other => Array.isArray(at(result, other.rows))) ?? given;
  const rows = at(result, table.rows) ?? [];
  // A part that no row has, as what would be otherwise, has no columns.
  const isThere = column => !rows.length || !/^\/.*\//.test(column.value) || rows.some(row => row[column.value.split('/')[1]]);
  return { ...table, columns: table.columns.filter(isThere) };
}

export class View {
  items = new Map();
  columns = [];
  /** The key of the chosen one, and whether somebody has chosen it. */
  selected;
  isOwn = false;
  marked = new Set();
  filter = '';
  limit = Infinity;
  onChoose = () => {};
  onOpen = () => {};

  /** `screen` are the words of a screen, `place` is where it is drawn. */
  constructor(screen, place) {
    this.screen = screen;
    this.place = place;
  }

  /** What a row is known by: the first member of those that commands ask for, else all of it. */
  identity(row) {
    for (const pointer of [...this.screen.keys, '/id', '/key', '/name']) {
      const value = at(row, pointer);
      if ((value ?? null) !== null) return JSON.stringify(value);
    }
    return JSON.stringify(row);
  }

  /** The chosen item; undefined where there is none. */
  get item() { return this.items.get(this.selected); }

  get all() { return [...this.items.values()]; }

  /** Those of a column. */
  within(column) { return this.all.filter(item => item.column === column); }

  draw(result, words) {
    this.result = result;
    this.words = words;
    const before = this.items;
    this.items = new Map();
    const hadFocus = this.place.contains(document.activeElement);
    const { render } = this.screen;
    if (render.board) this.drawBoard(render.board, result, words, before);
    else this.drawTable(chosen(render.table, result), result, words, before);
    this.showDetails();
    for (const mark of this.marked) if (!this.items.has(mark)) this.marked.delete(mark);
    if (!this.isOwn && this.item?.column > 0) this.selected = this.all[0].key;
    if (!this.items.has(this.selected)) this.selected = this.neighbour(before);
    this.showSelection(hadFocus && !this.place.contains(document.activeElement));
  }

  /** Details stand where all of it is on one screen, as on a terminal. */
  showDetails() {
    const page = document.documentElement;
    this.place.classList.remove('dense');
    this.place.classList.toggle('dense', page.scrollHeight > page.clientHeight);
  }

  /** Where the chosen row is gone, the one at its place; until somebody chose one, what comes first. */
  neighbour(before) {
    const gone = before.get(this.selected);
    const near = gone && this.within(gone.column);
    return (near?.[Math.min(gone.index, near.length - 1)] ?? this.all[0])?.key;
  }

  /** What is drawn of an array, and what is said of the rest: `count` names how many there are in all, and nobody looks at what is not here. */
  shown(source, count, textOf) {
    const { result, words, limit } = this;
    const wanted = this.filter.toLowerCase();
    const all = at(result, source) ?? [];
    const away = Math.max(0, at(result, count ?? '/-') - all.length) || 0;
    const list = all.map(row => ({ row, text: textOf(row) }))
      .filter(entry => !wanted || [entry.text].flat().join(' ').toLowerCase().includes(wanted));
    const rest = Math.max(0, list.length - limit) + away;
    const more = wanted ? words.pick(`${list.length} of ${all.length}`, `${all.length}개 중 ${list.length}개`)
      + (away ? words.pick(`; ${away} more are not here`, `; 여기 없는 ${away}개는 찾지 않음`) : '')
      : rest ? words.pick(`and ${rest} more`, `${rest}개 더`) : '';
    return { list: list.slice(0, limit), more };
  }

  keep(entry, column, index, source, before, make) {
    let key = this.identity(entry.row);
    // Two rows that nothing tells apart are told apart by their order.
    while (this.items.has(key)) key += "'";
    const place = before.get(key)?.place ?? make();
    const item = { key, row: entry.row, column, index, source, place };
    this.items.set(key, item);
    place.dataset.key = key;
    return item;
  }

  drawBoard(board, result, words, before) {
    const box = this.box('div', 'board');
    this.columns = board.columns.map((template, column) => {
      const section = box.children[column] ?? this.column(box, column);
      const list = section.querySelector('ul');
      setText(section.querySelector('h2'), words.line(template.title, result));
      const { list: rows, more } = this.shown(template.items, template.count, row => words.line(template.card, row));
      const cards = rows.map((entry, index) => {
        const item = this.keep(entry, column, index, template.items, before, () => this.card());
        return this.write(item.place, 'card', template, entry.row, entry.text);
      });
      arrange(list, cards);
      setText(section.querySelector('.more'), more);
      return { value: template.value, source: template.items, place: section };
    });
    this.foot(board.footer && words.line(board.footer, result));
  }

  column(box, index) {
    const section = element('section', 'column');
    const title = element('h2');
    title.id = `column-${index}`;
    const list = element('ul');
    list.role = 'listbox';
    list.setAttribute('aria-labelledby', title.id);
    section.append(title, list, element('p', 'more'));
    section.dataset.column = index;
    box.append(section);
    return section;
  }

  card() {
    const card = element('li');
    card.role = 'option';
    return this.choosable(card);
  }

  drawTable(table, result, words, before) {
    const box = this.box('table', 'table');
    if (!box.tHead) {
      box.role = 'grid';
      box.append(element('thead'), element('tbody'));
      box.tHead.append(element('tr'));
    }
    const heads = table.columns.map((column, index) => {
      const head = box.tHead.rows[0].cells[index] ?? element('th');
      head.scope = 'col';
      head.className = isNumeric(column) ? 'number' : '';
      setText(head, words.line(column.header, {}));
      return head;
    });
    arrange(box.tHead.rows[0], heads);
    const own = words.of(result);
    const { list, more } = this.shown(table.rows, table.count, row => table.columns.map(column => own.cell(column, row)));
    const rows = list.map((entry, index) => {
      const item = this.keep(entry, 0, index, table.rows, before, () => this.choosable(element('tr')));
      const cells = table.columns.map((column, place) => {
        const cell = item.place.cells[place] ?? element('td');
        return this.write(cell, isNumeric(column) ? 'number' : '', column, entry.row, entry.text[place]);
      });
      arrange(item.place, cells);
      return item.place;
    });
    arrange(box.tBodies[0], rows);
    const gone = this.fit(box, table).map(index => heads[index].textContent).join(', ');
    this.columns = [{ source: table.rows, place: box }];
    const none = (table.empty && words.line(table.empty, result)) || words.pick('none', '없음');
    const footer = table.footer ? words.line(table.footer, result) : '';
    const hidden = gone && words.pick(`no room for: ${gone}`, `자리가 없어 숨긴 열: ${gone}`);
    this.foot([rows.length ? '' : none, more, hidden, footer]
      .filter(Boolean).join('\n'));
    this.table = table;
  }

  /**
   * Columns where nothing stands leave first where a table has no room, then those of high ranks, as on a terminal; the
   * first one stays. Gives the numbers of those with something in them that left.
   */
  fit(box, table) {
    const rows = [...box.tBodies[0].rows];
    const isEmpty = index => rows.every(row => !row.cells[index].textContent);
    const order = table.columns.map((column, index) => [isEmpty(index) ? Infinity : column.rank ?? index + 1, index])
      .slice(1).sort((a, b) => a[0] - b[0] || 0);
    const gone = [];
    for (const row of box.rows) for (const cell of row.cells) cell.hidden = false;
    while (order.length && this.place.scrollWidth > this.place.clientWidth) {
      const [rank, index] = order.pop();
      if (rank < Infinity) gone.push(index);
      for (const row of box.rows) row.cells[index].hidden = true;
    }
    return gone.sort((a, b) => a - b);
  }

  /** A card or a cell of a row, with its text, as its template has it. */
  write(place, kind, template, row, text) {
    const style = styleOf(template.style, row);
    const name = [kind, style].filter(Boolean).join(' ');
    if (place.className.replace(/ ?(selected|marked|dragged)/g, '') !== name) place.className = name;
    setDetailed(place, text + (marks[style] ?? ''), template.detail && this.words.text(at(row, template.detail)));
    return place;
  }

  choosable(place) {
    place.tabIndex = -1;
    place.onclick = () => this.choose(place.dataset.key, true);
    place.ondblclick = () => this.onOpen();
    return place;
  }

  /** What rows are drawn in, made once. */
  box(name, kind) {
    let box = this.place.querySelector(`:scope > .${kind}`);
    if (!box) {
      box = element(name, kind);
      this.place.replaceChildren(box, element('p', 'foot'));
    }
    return box;
  }

  foot(text) { setText(this.place.querySelector(':scope > .foot'), text ?? ''); }

  // The selection

  choose(key, takesFocus) {
    if (!this.items.has(key)) return;
    this.selected = key;
    this.isOwn = true;
    this.showSelection(takesFocus);
  }

  showSelection(takesFocus) {
    for (const item of this.all) {
      const isSelected = item.key === this.selected;
      item.place.tabIndex = isSelected ? 0 : -1;
      item.place.ariaSelected = isSelected;
      item.place.classList.toggle('selected', isSelected);
      item.place.classList.toggle('marked', this.marked.has(item.key));
    }
    if (takesFocus) this.item?.place.focus();
    this.onChoose();
  }

  /** By rows within a column, by columns at about the same height. */
  move(rows, columns) {
    const now = this.item;
    if (!now) return this.choose(this.all[0]?.key, true);
    for (let column = now.column + columns; column >= 0 && column < this.columns.length; column += columns) {
      const near = this.within(column);
      if (near.length) return this.choose(near[Math.max(0, Math.min(near.length - 1, now.index + rows))].key, true);
    }
    return undefined;
  }

  mark() {
    if (!this.item) return;
    if (!this.marked.delete(this.selected)) this.marked.add(this.selected);
    this.showSelection(true);
  }

  /** What the rows are called that something is done with: a card as it is seen, or of a row its name, behind the number or the day that it has first. */
  get name() {
    const { words, table, wanted: { length, 0: item } } = this;
    if (length > 1) return words.pick(`${length} marked rows`, `표시한 줄 ${length}개`);
    const { row, column } = item;
    if (!table) return words.line(this.screen.render.board.columns[column].card, row);
    const cells = table.columns.map(column => ({ ...column, text: words.of(this.result).cell(column, row) })).filter(cell => cell.text);
    const names = cells.filter(cell => !cell.format && !/^\p{N}\P{L}*$/u.test(cell.text));
    const isName = ({ value }) => /^\/(name|title)$/.test(value);
    // Who has no name is not called by what they do.
    const name = names.find(isName) ?? (table.columns.some(isName) ? undefined : names[0]);
    const [first] = cells;
    return [first && !names.includes(first) && `${words.said(first.header)} ${first.text}`, name?.text].filter(Boolean).join(': ');
  }

  /** The rows that something is done with. */
  get rows() { return this.wanted.map(item => item.row); }

  get wanted() { return this.marked.size ? [...this.marked].map(key => this.items.get(key)) : [this.item].filter(Boolean); }
}
