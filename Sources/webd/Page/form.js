// What is asked for before something is done: forms from schemas, confirmations, follow-ups of refusals.
import { element } from '/web/draw.js';
import { at, hasSomething, isDuration, secondsOf } from '/web/text.js';
import { call, Refusal } from '/web/wire.js';

/** A button that is no answer by itself. */
export function button(text, go, kind) {
  const made = element('button', kind, text);
  made.type = go ? 'button' : 'submit';
  if (go) made.addEventListener('click', go);
  return made;
}

/**
 * A dialog that a promise stands for: what it was finished with, undefined where it was left. `build`
 * gives its parts; `submit` is called with `finish`, where there is more to it than yes. Where nothing has to be typed Enter
 * is no, unless yes is what is meant.
 */
function dialog(title, words, build, { yes, no = words.pick('Cancel', '취소'), submit = finish => finish(true), isMeant } = {}) {
  return new Promise(done => {
    const box = element('dialog');
    const form = element('form');
    form.noValidate = true;
    box.setAttribute('aria-label', title);
    let answer;
    const finish = value => {
      answer = value;
      box.close();
    };
    const row = element('div', 'row');
    if (no) row.append(button(no, () => finish(undefined)));
    if (yes) {
      const main = button(yes, undefined, 'main');
      main.autofocus = isMeant;
      row.append(main);
    }
    form.append(element('h2', '', title), ...build(finish), row);
    let isUnderWay = false;
    form.addEventListener('submit', async event => {
      event.preventDefault();
      // Whoever presses twice means it once.
      if (isUnderWay) return;
      isUnderWay = true;
      await submit(finish);
      isUnderWay = false;
    });
    box.append(form);
    document.body.append(box);
    box.addEventListener('close', () => {
      box.remove();
      done(answer);
    });
    box.showModal();
  });
}

const paragraphs = lines => lines.map(line => element('p', '', line));

/** Asks for yes or no. */
const confirm = (question, lines, words, isMeant) =>
  dialog(question, words, () => paragraphs(lines), { yes: words.pick('Yes', '예'), isMeant });

/** Shows lines until they are closed. */
export const show = (title, lines, words) =>
  dialog(title, words, () => paragraphs(lines), { yes: words.pick('Close', '닫기'), no: '' });

/** Lets one of several be chosen. */
export const choose = (title, entries, words) => dialog(title, words, finish => {
  const list = element('div', 'screens');
  list.append(...entries.map(entry => button(entry.label, () => finish(entry))));
  return [list];
});

/** A schema without references. */
function resolved(schema, schemas) {
  let current = schema ?? {};
  for (let depth = 0; current.$ref && depth < 16; depth += 1) current = schemas[current.$ref.split('/').at(-1)] ?? {};
  return current;
}

const typesOf = schema => [schema.type ?? []].flat();

/** Whether numbers are taken, and no words. */
const isNumber = schema => /^(integer|number)(,number|,null)*$/.test(typesOf(schema));

/** A field for a parameter: its element, and what it holds as it is sent. */
class Field {
  constructor(parameter, screen, words, given, title, hint) {
    Object.assign(this, { name: parameter.name, parameter, words, title });
    this.schema = resolved(parameter.schema, screen.schemas);
    this.items = this.schema.items && resolved(this.schema.items, screen.schemas);
    this.isDuration = isDuration(this.name) && isNumber(this.schema);
    this.input = this.make(words);
    this.input.name = parameter.name;
    this.input.required = parameter.required;
    if (given !== undefined && given !== null && typeof given !== 'object') {
      const words = this.isDuration ? [this.words.duration(given), `${given}s`] : [];
      this.input.value = words.find(one => secondsOf(one) === given) ?? given;
    }
    this.given = this.input.value;
    const label = element('label', '', title + (parameter.required ? ' *' : ''));
    label.append(this.input);
    this.parts = [label];
    if (this.list) label.append(this.list);
    if (!hint || hint === title) return;
    const rule = element('p', 'hint', hint);
    rule.id = `hint-${this.name}`;
    this.input.setAttribute('aria-describedby', rule.id);
    this.parts.push(rule);
  }

  make(words) {
    const schema = this.items ?? this.schema;
    const types = typesOf(schema);
    const isBoolean = types.includes('boolean');
    if (!this.items && (schema.enum || isBoolean)) {
      const select = element('select');
      const choices = isBoolean ? [['true', words.pick('yes', '예')], ['false', words.pick('no', '아니요')]]
        : schema.enum.map(value => [String(value), String(value)]);
      if (!this.parameter.required || isBoolean) choices.unshift(['', '']);
      for (const [value, text] of choices) {
        const option = element('option', '', text);
        option.value = value;
        select.append(option);
      }
      return select;
    }
    const input = element('input');
    input.autocomplete = 'off';
    // A browser's own field for numbers is silent about letters: it is empty then, or does not take them.
    if (this.isDuration) input.placeholder = words.pick('5m, 1h30m', '5분, 1시간 30분');
    else if (!this.items && isNumber(schema)) input.inputMode = schema.minimum >= 0 ? types.includes('number') ? 'decimal' : 'numeric' : 'text';
    else if (!this.items) input.type = { date: 'date', 'date-time': 'datetime-local' }[schema.format] ?? 'text';
    const source = this.parameter['x-mate-complete'];
    if (source) this.complete(input, source);
    return input;
  }

  /** What may stand there, as the method that knows it says. */
  async complete(input, source) {
    const list = element('datalist');
    list.id = `values-of-${this.name}`;
    this.list = list;
    input.setAttribute('list', list.id);
    try {
      const result = await call(source.method, {});
      for (const value of spread(result, source.values.split('/').slice(1), source.where)) {
        const option = element('option');
        option.value = String(value);
        list.append(option);
      }
    } catch {
      // Whoever types knows it as well.
    }
  }

  /** Undefined where nothing is said; throws where it cannot be meant. */
  value(words) {
    const word = this.input.value.trim();
    if (this.input.validity.badInput) throw new Error(words.pick('a whole date is expected', '날짜를 끝까지 쓰십시오'));
    if (word === '' || (!this.parameter.required && word === this.given)) return undefined;
    const read = part => one(part, this.items ?? this.schema, words, isDuration(this.name));
    return this.items ? word.split(/\s*,\s*/).filter(Boolean).map(read) : read(word);
  }
}

/** One value of a schema from a word. */
function one(word, schema, words, isLong) {
  const types = typesOf(schema);
  if (schema.enum) return schema.enum.find(value => String(value) === word) ?? word;
  if (types.includes('boolean')) return word === 'true';
  if (isLong && isNumber(schema)) {
    const seconds = secondsOf(word);
    if (seconds === undefined) throw new Error(words.pick('as 5m or 1h30m', '`5분`, `1시간 30분`처럼 쓰십시오'));
    return seconds;
  }
  if (/integer|number/.test(types) && /^[+-]?\d+(\.\d+)?$/.test(word)) return Number(word);
  if (isNumber(schema)) throw new Error(words.pick('a number is expected', '숫자를 쓰십시오'));
  if (schema.format === 'date-time') return new Date(word).toISOString();
  if (types.includes('object')) {
    try {
      return JSON.parse(word);
    } catch {
      throw new Error(words.pick('JSON is expected', 'JSON을 쓰십시오'));
    }
  }
  return word;
}

/** All values that a pointer with stars names, of elements that have what is wanted. */
function spread(value, tokens, wanted) {
  if (tokens.length === 0) return value === null || value === undefined || typeof value === 'object' ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  const [token, ...rest] = tokens;
  if (token !== '*') return spread(value[token], rest, wanted);
  return Object.values(value)
    .filter(element => !wanted || rest.includes('*')
      || Object.entries(wanted).every(([name, is]) => (element?.[name] ?? null) === is))
    .flatMap(element => spread(element, rest, wanted));
}

/** Does things of one screen, and asks for what it must know. */
export class Deeds {
  constructor(screen, words, tell) {
    Object.assign(this, { screen, words, tell });
  }

  title(name) { return this.words.said(this.screen.methods[name]['x-mate-summary']); }

  called(parameter) { return this.words.said(parameter['x-mate-called']); }

  /** What is about to be done with what; `data` knows names of things. */
  told(name, params, data) {
    return this.screen.methods[name].params.filter(one => !one['x-mate-from']).map(one => [one, data[`${one.name}Name`] ?? params[one.name] ?? one.schema.default])
      .filter(([, value]) => value !== undefined)
      .map(([one, value]) => `${this.called(one)}: ${this.words.named(one.name, value)}`);
  }

  sentence(error) { return this.words.refusal(error, this.screen.errors); }

  answer(name, result) {
    const render = this.screen.methods[name]?.['x-mate-render'];
    return (render?.message && this.words.message(render.message, result)) ?? this.words.pick('Done', '했습니다');
  }

  /**
   * Does a method with what is known; `asks` are parameters to be asked for, with what stands there at first, undefined is
   * all of them: then texts of the row stand there that can be left out, as they are sent only where they are changed.
   */
  async run(name, known, row, asks) {
    const method = this.screen.methods[name];
    if (!method) return;
    const fixed = { ...known };
    const isRead = method['x-mate-access'] === 'read';
    const own = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: this.words.language };
    for (const { name, 'x-mate-from': source } of method.params) {
      if (source in own && fixed[name] === undefined) fixed[name] = own[source];
    }
    const knownValues = Object.values(fixed).flat();
    const asked = method.params.filter(parameter => fixed[parameter.name] === undefined
      && !['descriptor', 'path'].includes(parameter['x-mate-from'])
      && (parameter.required || ((asks ? parameter.name in asks : !isRead)
        && !knownValues.includes(row?.[parameter.name] ?? NaN))));
    if (asked.length === 0) {
      await this.send(name, fixed).then(undefined, error => this.refused(error, name, fixed));
    } else {
      const texts = asked.filter(one => !one.required && typeof row?.[one.name] === 'string').map(one => [one.name, row[one.name]]);
      await this.form(name, asked, fixed, asks ?? Object.fromEntries(texts));
    }
  }

  form(name, asked, fixed, given) {
    const ordered = [...asked.filter(one => one.required), ...asked.filter(one => !one.required)];
    const fields = ordered.map(parameter => new Field(
      parameter, this.screen, this.words, given[parameter.name], this.called(parameter), this.words.said(parameter['x-mate-summary'])));
    return this.fill(this.title(name), [], fields, fixed, this.words.pick('Send', '보내기'), async (params, finish) => {
      try {
        await this.send(name, params);
        finish(true);
      } catch (error) {
        if (!(error instanceof Refusal) || !this.screen.followUps[error.error.data?.name]) throw error;
        finish(undefined);
        this.refused(error, name, params);
      }
    });
  }

  /** A dialog with fields; what is refused is told at its field, and stays to be mended. */
  fill(title, lines, fields, fixed, yes, send) {
    const problem = element('p', 'problem');
    problem.setAttribute('role', 'alert');
    const submit = async finish => {
      let blamed;
      try {
        const params = { ...fixed };
        for (const field of fields) {
          blamed = field;
          const value = field.value(this.words);
          if (value !== undefined) params[field.name] = value;
          else if (field.parameter.required) throw new Error(this.words.pick('this has to be said', '꼭 필요합니다'));
        }
        blamed = undefined;
        await send(params, finish);
      } catch (error) {
        const isRefusal = error instanceof Refusal;
        const place = isRefusal && at(error.error, '/data/path')?.split('/')[1];
        for (const one of fields) one.input.removeAttribute('aria-invalid');
        const wrong = blamed ?? fields.find(one => one.name === place);
        problem.textContent = isRefusal ? this.sentence(error.error) : error.message;
        // A person knows a field by what is written there.
        if (wrong) problem.textContent = problem.textContent.replace(`/${wrong.name}:`, () => `${wrong.title}:`);
        wrong?.input.setAttribute('aria-invalid', 'true');
        wrong?.input.focus();
      }
    };
    return dialog(title, this.words, () => [...lines, ...fields.flatMap(field => field.parts), problem], { yes, submit, isMeant: !fields.length });
  }

  /** Asks first where the description says so, then does it; throws what is refused. */
  async send(name, params) {
    const method = this.screen.methods[name];
    const changes = method['x-mate-access'] !== 'read';
    const asksFirst = method['x-mate-confirm'];
    if (asksFirst) {
      const rehearsed = await call(name, params, { dryRun: true });
      if (asksFirst === true || hasSomething(rehearsed, asksFirst)) {
        if (!await confirm(`${this.title(name)}?`, this.told(name, params, {}), this.words)) return;
      }
    }
    const result = await call(name, params, { changes });
    if (changes || method['x-mate-render']?.message) this.tell(this.answer(name, result));
    else await this.showResult(name, result);
  }

  async showResult(name, result) {
    const method = this.screen.methods[name];
    const table = method['x-mate-render']?.table;
    const lines = [];
    for (const row of table ? at(result, table.rows) ?? [] : []) {
      const cells = table.columns.map(column => {
        const text = this.words.of(result).cell(column, row);
        return table.columns.length === 2 ? text : text && `${this.words.said(column.header)}: ${text}`;
      });
      lines.push(cells.filter(Boolean).join(table.columns.length === 2 ? ': ' : '\n'));
    }
    await show(this.title(name), lines.length ? lines : [JSON.stringify(result, null, 1)], this.words);
  }

  /** A refusal that has a remedy is followed by its question. */
  async refused(error, name, params) {
    if (!(error instanceof Refusal)) return this.tell(error.message, true);
    const data = error.error.data ?? {};
    const remedy = this.screen.followUps[data.name];
    const sentence = this.sentence(error.error);
    if (!remedy) return this.tell(sentence, true);
    for (const element of remedy.each ? at(data, remedy.each) ?? [] : [data]) {
      const known = {};
      for (const [parameter, pointer] of Object.entries(remedy.params ?? {})) {
        known[parameter] = at(element, pointer) ?? at(data, pointer);
      }
      if (!await this.remedy(remedy, sentence, data, element, known)) return this.tell(sentence, true);
    }
    if (!remedy.again || !await confirm(this.words.fill(remedy.again, data), this.told(name, params, data), this.words, true)) return undefined;
    return this.send(name, params).then(undefined, second => this.refused(second, name, params));
  }

  /** Asks the question with what has to be typed, and does it; false where it was left. */
  async remedy(remedy, sentence, data, one, known) {
    const { words } = this;
    const lines = [element('p', '', sentence)];
    for (const detail of remedy.details ?? []) {
      if (detail.when && !hasSomething(data, detail.when)) continue;
      for (const part of detail.each ? at(data, detail.each) ?? [] : [data]) lines.push(element('p', 'muted', words.fill(detail.text, part)));
    }
    const { params } = this.screen.methods[remedy.method];
    const fields = Object.entries(remedy.ask ?? {}).map(([name, ask]) => new Field(
      { ...params.find(parameter => parameter.name === name), required: true }, this.screen, words,
      ask.default && at(one, ask.default), words.fill(ask.prompt, one)));
    // Not every keyboard for numbers has signs.
    if (remedy.step) for (const field of fields) field.input.inputMode = 'text';
    const title = remedy.question ? words.fill(remedy.question, data) : sentence;
    return await this.fill(title, lines, fields, known, words.said(remedy.yes) || words.pick('Yes', '예'), async (all, finish) => {
      // `+5` is five more, and no count.
      const stepped = remedy.step && fields.find(field => /^[+-]/.test(field.input.value.trim()));
      if (stepped) await this.send(remedy.step.method, { ...known, [remedy.step.parameter]: all[stepped.name] });
      else await this.send(remedy.method, all);
      finish(true);
    }) === true;
  }
}
