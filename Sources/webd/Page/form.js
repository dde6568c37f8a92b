// What is asked for before something is done: forms from schemas, confirmations, follow-ups of refusals.
import { element } from '/web/draw.js';
import { at, hasSomething, isDuration, particled, secondsOf } from '/web/text.js';
import { call, Refusal } from '/web/wire.js';

/** A button that is no answer by itself. */
export function button(text, go, kind) {
  const made = element('button', kind, text);
  made.type = go ? 'button' : 'submit';
  if (go) made.onclick = go;
  return made;
}

/**
 * A dialog that a promise stands for: what it was finished with, undefined where it was left. `build`
 * gives its parts; `submit` is called with `finish`, where there is more to it than yes. Where nothing has to be typed Enter
 * is no, unless yes is what is meant.
 */
function dialog(title, words, build, { yes, no = words.pick('Cancel', '취소'), submit = finish => finish(true), isMeant, isSudden } = {}) {
  return new Promise(done => {
    const box = element('dialog');
    const form = element('form');
    form.noValidate = true;
    box.ariaLabel = title;
    let answer;
    const finish = value => {
      answer = value;
      box.close();
    };
    const row = element('div', 'row');
    if (no) row.append(button(no, () => finish()));
    if (yes) {
      row.append(button(yes, undefined, 'main'));
    }
    form.append(element('h2', '', title), ...build(finish), row);
    let isUnderWay = false;
    form.onsubmit = async event => {
      event.preventDefault();
      // Whoever presses twice means it once.
      if (isUnderWay) return;
      isUnderWay = true;
      await submit(finish);
      isUnderWay = false;
    };
    box.append(form);
    document.body.append(box);
    box.onclose = () => {
      box.remove();
      done(answer);
    };
    if (isSudden) {
      // Who presses twice means what was there before; typing says that it was seen.
      const both = [...row.children];
      const open = () => {
        for (const one of both) one.disabled = false;
        if (!form.querySelector(':focus')) both[isMeant ? 1 : 0].focus();
      };
      for (const one of both) one.disabled = true;
      form.oninput = open;
      setTimeout(open, 300);
    }
    box.showModal();
  });
}

const paragraphs = lines => lines.map(line => element('p', '', line));

/** Asks for yes or no. */
const confirm = (question, lines, words, isMeant) =>
  dialog(question, words, () => paragraphs(lines), { yes: words.pick('Yes', '예'), isMeant, isSudden: true });

/** Shows lines until they are closed. */
export const show = (title, lines, words) =>
  dialog(title, words, () => paragraphs(lines), { yes: words.pick('Close', '닫기'), no: '' });

/** Lets one of several be chosen. */
export const choose = (title, entries, words) => dialog(title, words, finish => {
  const list = element('div', 'screens');
  list.append(...entries.map(entry => button(entry.label, () => finish(entry))));
  return [list];
});

const typesOf = schema => [schema.type ?? []].flat();

/** Whether numbers are taken, and no words. */
const isNumber = schema => /^(integer|number)(,number|,null)*$/.test(typesOf(schema));

/** The names of the two members of a pair, which is typed as `mango=2`. */
function pairOf(schema) {
  const names = Object.keys(schema.properties ?? {});
  return names.length === 2 && names;
}

/** A value as a person would type it; nothing where nobody would. */
function wordOf(value, schema, isLong, words) {
  if (isLong && typeof value === 'number') {
    return [words.duration(value).replaceAll(' ', ''), `${value}s`].find(one => secondsOf(one) === value) ?? value;
  }
  if (typeof value === 'object') return value && pairOf(schema) ? pairOf(schema).map(name => value[name]).join('=') : '';
  return String(value ?? '');
}

/** A field for a parameter: its element, and what it holds as it is sent. */
class Field {
  constructor(parameter, words, given, title, hint) {
    Object.assign(this, parameter, { parameter, words, title, items: parameter.schema.items });
    this.single = this.items ?? this.schema;
    this.types = typesOf(this.single);
    this.isDuration = isDuration(this.name) && isNumber(this.single);
    this.input = this.make(words, given);
    this.input.name = parameter.name;
    this.input.required = this.required;
    this.input.value = this.shown(given);
    this.given = this.input.value;
    this.fit();
    const label = element('label', '', title + (this.required ? ' *' : ''));
    label.append(this.input);
    this.parts = [label];
    if (this.list) label.append(this.list);
    if (!hint || hint.toLowerCase() === title.toLowerCase()) return;
    const rule = element('p', 'hint', hint);
    rule.id = `hint-${this.name}`;
    this.input.setAttribute('aria-describedby', rule.id);
    this.parts.push(rule);
  }

  /** What stands there; several values have commas between, and nothing stands where a comma would tear one. */
  shown(given) {
    const all = [given].flat().map(value => wordOf(value, this.single, this.isDuration, this.words));
    return all.length < 2 || all.every(word => word && !word.includes(',')) ? all.join(', ') : '';
  }

  make(words, given) {
    const schema = this.single;
    const isBoolean = this.types.includes('boolean');
    if (!this.items && (schema.enum || isBoolean)) {
      const select = element('select');
      const choices = (isBoolean ? [true, false] : schema.enum).map(value => new Option(words.value(this.name, value), value));
      if (!this.required || isBoolean) choices.unshift(new Option());
      select.append(...choices);
      return select;
    }
    const source = this.parameter['x-mate-complete'];
    // A text may have several lines where its parameter says so, and where it has some.
    const isLong = this.parameter['x-mate-lines'] || String(given).includes('\n');
    const input = element(isLong ? 'textarea' : 'input');
    input.autocomplete = 'off';
    // A browser's own field for numbers is silent about letters: it is empty then, or does not take them.
    if (this.isDuration) input.placeholder = words.pick('5m, 1h30m', '5분, 1시간 30분');
    else if (!this.items && isNumber(schema)) input.inputMode = schema.minimum >= 0 ? this.types.includes('number') ? 'decimal' : 'numeric' : 'text';
    else if (!this.items && !isLong) input.type = { date: 'date', 'date-time': 'datetime-local' }[schema.format] ?? 'text';
    if (isLong) {
      input.oninput = () => this.fit();
      input.onkeydown = event => {
        // Enter sends a line, and goes on in a text of several.
        if (event.key !== 'Enter' || event.shiftKey || event.isComposing || input.value.includes('\n')) return;
        event.preventDefault();
        input.form.requestSubmit();
      };
    }
    if (source) this.complete(input, source);
    return input;
  }

  /** As many lines as are written there. */
  fit() { this.input.rows = this.input.value.split('\n').length; }

  /** What may stand there, as the method that knows it says. */
  async complete(input, source) {
    const list = this.list = element('datalist');
    list.id = `values-of-${this.name}`;
    input.setAttribute('list', list.id);
    try {
      const result = await call(source.method, {});
      const all = pointer => spread(result, pointer.split('/').slice(1), source.where);
      // Other words for a value are in languages; none are shown where some have none.
      const names = all(source.aliases?.replace(/\*$/, this.words.language) ?? '/0');
      list.append(...all(source.values).map((value, index, values) => new Option(names.length === values.length ? names[index] : '', value)));
    } catch {
      // Whoever types knows it as well.
    }
  }

  /** Undefined where nothing is said; throws where it cannot be meant. */
  value() {
    const { input, items, schema } = this;
    if (input.validity.badInput) this.refuse('a whole date is expected', '날짜를 끝까지 쓰십시오');
    const word = input.value.trim();
    if (!this.required && input.value === this.given) return undefined;
    // Nothing, as a shell is told it.
    if (word === '' || !this.required && word === '""') return this.given && !this.required ? this.nothing() : undefined;
    if (!items) return this.one(word, schema);
    return this.several(word).map(part => this.one(part, items));
  }

  refuse(en, ko) { throw new Error(this.words.pick(en, ko)); }

  /** What takes away what stood there. */
  nothing() {
    if (this.types.includes('null')) return null;
    if (this.items || this.schema.enum || this.schema.minLength || !this.types.includes('string')) {
      this.refuse('this cannot be empty', '비울 수 없습니다');
    }
    return '';
  }

  /** The words of a list: as in a shell where it is the rest of a line, else with commas between, or with blanks where no value has any. */
  several(word) {
    if (this.parameter['x-mate-rest']) return word.match(/("[^"]*"|[^\s"])+/g).map(part => part.replaceAll('"', ''));
    if (/^[[{]/.test(word)) return [this.json(word)].flat();
    const { enum: choices } = this.items;
    const pair = pairOf(this.items);
    const mayHaveBlanks = pair ? !isNumber(this.items.properties[pair[1]]) : !choices && String(this.types) === 'string';
    return word.split(mayHaveBlanks ? ',' : /[,\s]+/).map(part => part.trim()).filter(Boolean);
  }

  json(word) {
    try {
      return JSON.parse(word);
    } catch {
      return this.refuse('JSON is expected', 'JSON을 쓰십시오');
    }
  }

  /** One value of a schema from a word. */
  one(word, schema) {
    const types = typesOf(schema);
    if (typeof word !== 'string') return word;
    if (schema.enum) return schema.enum.find(value => String(value) === word) ?? word;
    if (types.includes('boolean')) return word === 'true';
    if (this.isDuration && isNumber(schema)) {
      const seconds = secondsOf(word);
      return seconds ?? this.refuse('as 5m or 1h30m', '`5분`, `1시간 30분`처럼 쓰십시오');
    }
    if (/integer|number/.test(types) && /^[+-]?\d+(\.\d+)?$/.test(word)) {
      if (Math.abs(word) > 2 ** 63) this.refuse('too many digits', '자릿수가 너무 많습니다');
      return Number(word);
    }
    if (isNumber(schema)) this.refuse('a number is expected', '숫자를 쓰십시오');
    if (schema.format === 'date-time') return new Date(word).toISOString();
    if (!types.includes('object')) return word;
    const [names, parts] = [pairOf(schema), word.split('=')];
    return names && parts.length === 2 ? Object.fromEntries(names.map((name, index) => [name, this.one(parts[index], schema.properties[name])]))
      : this.json(word);
  }
}

/** All values that a pointer with stars names, of elements that have what is wanted. */
function spread(value, tokens, wanted) {
  const isWhole = typeof value === 'object' || value === undefined;
  if (tokens.length === 0) return isWhole ? [] : [value];
  if (!isWhole || !value) return [];
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
    Object.assign(this, { screen, words, tell, methods: screen.methods });
  }

  title(name) { return this.words.said(this.methods[name]['x-mate-summary']); }

  called(parameter) { return this.words.said(parameter['x-mate-called']); }

  /** What is about to be done with what; `data` knows names of things. */
  told(name, params, data) {
    return this.methods[name].params.flatMap(one => {
      const value = data[`${one.name}Name`] ?? params[one.name] ?? one.schema.default;
      return one['x-mate-from'] || value === undefined ? [] : `${this.called(one)}: ${this.words.value(one.name, value)}`;
    });
  }

  sentence(error) { return this.advice(this.words.refusal(error, this.screen.errors)); }

  /**
   * A sentence with the shell's lines as what can be done here is called: what has a button, else what stands below
   * `More…`; options as their fields. What no page does stays a line of the shell.
   */
  advice(text) {
    const { words, screen: { domain, actions = [], methods = {} } } = this;
    const offered = Object.entries(methods);
    const lines = text.replace(/`matectl (\S+) ([^`]+)`([가-힣]*)/g, (line, label, typed, particle) => {
      const paths = offered.map(([name, method]) => [name, method['x-mate-command']?.path?.join(' ')]);
      const [name] = paths.filter(([, path]) => path && `${typed} `.startsWith(`${path} `))
        .sort((one, other) => other[1].length - one[1].length)[0] ?? [];
      if (label !== domain || !name) return line;
      const action = actions.find(one => one.method === name);
      return particled(`“${action ? words.said(action.label) : this.title(name)}”`, particle);
    });
    const options = new Map(offered.flatMap(([, method]) => method.params.map(one =>
      [one.name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`), one])));
    return lines.replace(/`matectl [^`]*`|(`?)--([a-z][a-z-]+)\1([가-힣]*)/g, (whole, _, name, particle) =>
      (options.has(name) ? particled(`“${this.called(options.get(name))}”`, particle) : whole));
  }

  answer(name, result) {
    const render = this.methods[name]?.['x-mate-render'];
    return (render?.message && this.advice(this.words.message(render.message, result) ?? '')) || this.words.pick('Done', '했습니다');
  }

  /**
   * Does a method with what is known; `asks` are parameters to be asked for, with what stands there at first, undefined is
   * all of them: then texts of the row stand there that can be left out, as they are sent only where they are changed.
   * `about` is what the row is called.
   */
  async run(name, known, row, asks, about) {
    const method = this.methods[name];
    if (!method) return;
    const fixed = this.filled(name, known);
    const isRead = method['x-mate-access'] === 'read';
    const knownValues = Object.values(fixed).flat();
    const asked = method.params.filter(parameter => fixed[parameter.name] === undefined
      && !['descriptor', 'path'].includes(parameter['x-mate-from'])
      && (parameter.required || ((asks ? parameter.name in asks : !isRead)
        && !knownValues.includes(row?.[parameter.name] ?? NaN))));
    if (asked.length === 0) {
      await this.send(name, fixed).then(undefined, error => this.refused(error, name, fixed));
    } else {
      const texts = asked.filter(one => !one.required && (typeof row?.[one.name] === 'string' || one.schema.type === 'string'))
        .map(one => [one.name, row?.[one.name]]);
      await this.form(name, asked, fixed, asks ?? Object.fromEntries(texts), about);
    }
  }

  /** What is known, with what the browser knows. */
  filled(name, known) {
    const own = { timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone, language: this.words.language };
    const all = { ...known };
    for (const { name: parameter, 'x-mate-from': source } of this.methods[name].params) if (source in own) all[parameter] ??= own[source];
    return all;
  }

  form(name, asked, fixed, given, about) {
    const isRead = this.screen.methods[name]['x-mate-access'] === 'read';
    // A key that asks what is looked for is pressed for that.
    const needed = asked.map(one => ({ ...one, required: one.required || (isRead && one.name in given && given[one.name] === undefined) }));
    const fields = needed.sort((one, other) => other.required - one.required).map(parameter => new Field(
      parameter, this.words, given[parameter.name], this.called(parameter).replace(/^./u, first => first.toUpperCase()),
      this.advice(this.words.said(parameter['x-mate-summary']).replace(/; ""[^;]*/, ''))));
    return this.fill([this.title(name), about].filter(Boolean).join(': '), [], fields, fixed, this.words.pick('Send', '보내기'), async (params, finish) => {
      try {
        await this.send(name, params);
        finish(true);
      } catch (error) {
        if (!(error instanceof Refusal) || !this.screen.followUps[error.error.data?.name]) throw error;
        finish();
        this.refused(error, name, params);
      }
    });
  }

  /** A dialog with fields; what is refused is told at its field, and stays to be mended. */
  fill(title, lines, fields, fixed, yes, send, isSudden) {
    const problem = element('p', 'problem');
    problem.role = 'alert';
    const submit = async finish => {
      let blamed;
      try {
        const params = { ...fixed };
        for (const field of fields) {
          blamed = field;
          const value = field.value();
          if (value !== undefined) params[field.name] = value;
          else if (field.required) field.refuse('this has to be said', '꼭 필요합니다');
        }
        blamed = undefined;
        await send(params, finish);
      } catch (error) {
        const isRefusal = error instanceof Refusal;
        for (const one of fields) one.input.ariaInvalid = null;
        const wrong = blamed ?? (isRefusal && this.blamed(fields, error.error.data ?? {}));
        problem.textContent = isRefusal ? this.sentence(error.error) : error.message;
        // A person knows a field by what is written there.
        if (!wrong) return;
        problem.textContent = problem.textContent.replace(`/${wrong.name}:`, () => `${wrong.title}:`);
        wrong.input.ariaInvalid = true;
        wrong.input.focus();
      }
    };
    return dialog(title, this.words, () => [...lines, ...fields.flatMap(field => field.parts), problem], { yes, submit, isMeant: !fields.length, isSudden });
  }

  /** The field that a refusal names, or whose value it repeats, or that alone was filled in, as on a terminal. */
  blamed(fields, { path, name, traceId, hint, what, example, minimum, maximum, ...told }) {
    const said = fields.filter(one => one.input.value);
    const values = Object.values(told).map(String);
    const repeats = one => values.includes(one.input.value.trim());
    const changed = said.filter(one => one.input.value !== one.given);
    const rules = [one => one.name in told && repeats(one), repeats, one => one.name in told,
      one => one.input.value.split(/[,=\s]+/).some(part => part && values.includes(part))];
    return fields.find(one => one.name === String(path).split('/')[1])
      ?? rules.map(rule => said.find(rule)).find(Boolean) ?? (changed.length === 1 ? changed[0] : undefined);
  }

  /** Asks first where the description says so, then does it; throws what is refused. */
  async send(name, params) {
    const method = this.methods[name];
    const changes = method['x-mate-access'] !== 'read';
    const asksFirst = method['x-mate-confirm'];
    if (asksFirst) {
      const rehearsed = await call(name, params, { dryRun: true });
      if ((asksFirst === true || hasSomething(rehearsed, asksFirst))
        && !await confirm(`${this.title(name)}?`, this.told(name, params, {}), this.words)) return;
    }
    const result = await call(name, params, { changes });
    if (changes || method['x-mate-render']?.message) this.tell(this.answer(name, result));
    else await this.showResult(name, result);
  }

  async showResult(name, result) {
    const method = this.methods[name];
    const table = method['x-mate-render']?.table;
    const isPair = table?.columns.length === 2;
    const lines = (table && at(result, table.rows) || []).map(row => table.columns.map(column => {
      const text = this.words.of(result).cell(column, row);
      return isPair ? text : text && `${this.words.said(column.header)}: ${text}`;
    }).filter(Boolean).join(isPair ? ': ' : '\n'));
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
    const lines = remedy.question ? [element('p', '', sentence)] : [];
    for (const detail of remedy.details ?? []) {
      if (detail.when && !hasSomething(data, detail.when)) continue;
      for (const part of detail.each ? at(data, detail.each) ?? [] : [data]) lines.push(element('p', 'muted', words.fill(detail.text, part)));
    }
    const { params } = this.methods[remedy.method];
    const fields = Object.entries(remedy.ask ?? {}).map(([name, ask]) => new Field(
      { ...params.find(parameter => parameter.name === name), required: true }, words,
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
    }, true) === true;
  }
}
