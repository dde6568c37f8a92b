// Values as a person reads them: the formats and templates of docs/protocol.md, section 6, as matectl
// has them (Rendering/ValueText.swift); Tests/Web holds this file to matectl's words.

export const languages = ['en', 'ko'];

/** What an RFC 6901 JSON Pointer names; undefined where nothing is there. */
export function at(value, pointer) {
  if (pointer === '') return value;
  let current = value;
  for (const token of pointer.slice(1).split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = /^\d+$/.test(key) ? current[Number(key)] : undefined;
    else if (current !== null && typeof current === 'object' && Object.hasOwn(current, key)) current = current[key];
    else return undefined;
  }
  return current;
}

/** Whether something is there that is not null, false, 0 or empty. */
export function hasSomething(value, pointer) {
  const found = at(value, pointer);
  return Boolean(found) && (typeof found !== 'object' || Object.keys(found).length > 0);
}

/** Without what steers instead of being seen: controls, separators of lines, marks of direction. */
const printable = text => text.replaceAll('\t', ' ')
  .replace(/[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufdd0-\ufdef\ufffe\uffff]/g, '\ufffd');

const oneLine = text => text.replaceAll('\n', ' ');

const same = (one, other) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The style that the first rule with its value gives a row; undefined where none has. */
export const styleOf = (rules, row) => rules?.find(rule => same(at(row, rule.when), rule.is))?.use;

/** A sign for those who see no colour. */
export const marks = { danger: '!', warning: '~' };

export class Words {
  currency;

  /** `names` are what members of a screen's rows are called, and values of them (`grade=vip`). */
  constructor(language, now = Date.now(), names = {}) {
    Object.assign(this, { language, now, names });
  }

  get isKorean() { return this.language === 'ko'; }

  /** Our own words, in both languages. */
  pick(en, ko) { return this.isKorean ? ko : en; }

  /** A text of a description. */
  said(text) { return text?.[this.language] ?? text?.en ?? text ?? ''; }

  /** These, for the amounts of a result that names its currency. */
  of(result) {
    const words = new Words(this.language, this.now, this.names);
    const code = at(result, '/currency');
    words.currency = typeof code === 'string' && /^[A-Za-z]{3}$/.test(code) ? code.toUpperCase() : this.currency;
    return words;
  }

  text(value, format) {
    if ((value ?? null) === null) return '';
    const forms = format?.split('/') ?? '';
    const arePair = kind => forms.length === 2 && forms.every(form => kind.test(form));
    if (arePair(/^[가-힣]+$/)) return withParticle(this.text(value), forms);
    if (arePair(/^[A-Za-z-][A-Za-z -]*$/)) {
      const number = this.text(value);
      return `${number} ${forms[number === '1' ? 0 : 1]}`;
    }
    return printable(this.unchecked(value, format));
  }

  unchecked(value, format) {
    const inLanguage = this.localized(value);
    if (inLanguage !== undefined) return inLanguage;
    const digits = /^fixed([0-6])$/.exec(format ?? '');
    const isNumber = typeof value === 'number';
    if (digits && isNumber) return fixed(value, Number(digits[1]));
    const moment = new Date(typeof value === 'string' ? Date.parse(value) : NaN);
    // What there is of formats depends on what kind of a value it is.
    const formats = {
      ...(isNumber && {
        number: () => number(value), duration: () => this.duration(value), bytes: () => bytes(value),
        percent: () => `${fixed(value * 100, 1)}%`, bar: () => bar(value), money: () => this.money(value),
      }),
      ...(typeof value === 'string' && { day: () => this.day(value) }),
      ...(!isNaN(moment) && { date: () => date(moment), time: () => clockTime(moment), relative: () => this.relative(moment) }),
    };
    return (Object.hasOwn(formats, format) ? formats[format]() : undefined) ?? this.plain(value);
  }

  /** `{"en":"loan","ko":"대출"}` in the reader's language. */
  localized(value) {
    const keys = Object.keys(value ?? {});
    if (!keys.length || !keys.every(key => languages.includes(key))) return undefined;
    const text = value[this.language] ?? value.en;
    return typeof text === 'string' ? text : undefined;
  }

  plain(value) {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return value ? this.pick('yes', '예') : this.pick('no', '아니요');
    if (Array.isArray(value)) {
      return value.map(element => this.localized(element) ?? this.plain(element)).join(', ');
    }
    return JSON.stringify(value);
  }

  /** In two units at most: `1h 30m`, `2m 05s`, `7.2s`, `350ms`; `1시간 30분`. */
  duration(given) {
    const sign = given < 0 ? '-' : '';
    const seconds = Math.abs(given);
    const units = this.pick(['ms', 's', 'm', 'h', 'd'], ['밀리초', '초', '분', '시간', '일']);
    if (seconds === 0) return `0${units[1]}`;
    if (Math.round(seconds * 1000) < 1000) return `${sign}${Math.round(seconds * 1000)}${units[0]}`;
    const tenths = Math.round(seconds * 10);
    if (tenths < 600) return `${sign}${tenths / 10}${units[1]}`;
    const whole = Math.round(seconds);
    const [large, small] = whole < 3600 ? [[Math.floor(whole / 60), 2], [whole % 60, 1]]
      : whole < 86400 ? [[Math.floor(whole / 3600), 3], [Math.floor(whole / 60) % 60, 2]]
      : [[Math.floor(whole / 86400), 4], [Math.floor(whole / 3600) % 24, 3]];
    const text = this.pick(String(small[0]).padStart(2, '0'), small[0] || '');
    return `${sign}${large[0]}${units[large[1]]}${text && ` ${text}${units[small[1]]}`}`;
  }

  relative(moment) {
    const seconds = (moment.getTime() - this.now) / 1000;
    const text = this.duration(Math.round(Math.abs(seconds)));
    return seconds < 0 ? this.pick(`${text} ago`, `${text} 전`) : this.pick(`in ${text}`, `${text} 후`);
  }

  /** `2026-12-04 15:00` as `tomorrow 15:00` or `Fri 4 Dec 15:00`. */
  day(text) {
    const [, year, month, date, rest = ''] = /^(\d{4})-0?(\d+)-0?(\d+)( .*)?$/.exec(text) ?? [];
    if (!year) return text;
    const day = new Date(Date.UTC(year, month - 1, date));
    const now = new Date(this.now);
    const days = (day - Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())) / 864e5;
    const near = [['yesterday', '어제'], ['today', '오늘'], ['tomorrow', '내일']][days + 1];
    if (near) return this.pick(...near) + rest;
    const other = Number(year) === now.getFullYear() ? '' : year;
    const utc = day.toUTCString();
    return this.pick(
      `${utc.slice(0, 3)} ${date} ${utc.slice(8, 11)}${other && ` ${year}`}`,
      `${other && `${year}년 `}${month}월 ${date}일 (${'일월화수목금토'[day.getUTCDay()]})`) + rest;
  }

  money(amount) {
    if (!Number.isInteger(amount) || !this.currency) return undefined;
    const digits = currencies.without.includes(this.currency) ? 0 : currencies.three.includes(this.currency) ? 3 : 2;
    const all = String(Math.abs(amount)).padStart(digits + 1, '0');
    const whole = all.slice(0, all.length - digits).replace(/\B(?=(\d{3})+$)/g, ',');
    const text = digits ? `${whole}.${all.slice(-digits)}` : whole;
    const minus = amount < 0 ? '-' : '';
    if (this.isKorean) return minus + text + (currencies.words[this.currency] ?? ` ${this.currency}`);
    const sign = currencies.signs[this.currency];
    return sign ? minus + sign + text : `${minus}${text} ${this.currency}`;
  }

  /** `{name}`, `{a/b}`, `{name:format}` in a sentence, with the members of a value. */
  fill(template, value) {
    return printable(this.said(template)).replace(/\{([^}]*)\}/g, (_, reference) => {
      const colon = reference.indexOf(':');
      const name = colon < 0 ? reference : reference.slice(0, colon);
      const format = colon < 0 ? undefined : reference.slice(colon + 1);
      const words = format === 'money' ? this.of(value) : this;
      return words.named(name, at(value, `/${name}`), format);
    });
  }

  /** The same in one line. */
  line(template, value) { return oneLine(this.fill(template, value)); }

  /** A sentence of a message template; undefined where no case fits. */
  message(template, value) {
    if (!template?.cases) return template ? this.fill(template, value) : undefined;
    const choice = at(value, template.by);
    const word = typeof choice === 'string' ? choice : choice === undefined ? '' : JSON.stringify(choice);
    return Object.hasOwn(template.cases, word) ? this.fill(template.cases[word], value) : undefined;
  }

  /** What an error says, by the sentences of the domain. */
  refusal(error, errors) {
    const template = errors[error.data?.name];
    return template ? this.fill(template, error.data) : this.said(error.data?.sentence) || error.message;
  }

  /** A cell of a table. */
  cell(column, row) { return oneLine(this.named(column.value, at(row, column.value), column.format)); }

  /** A value by what its domain calls it. */
  value(name, value) { return this.said(this.names[`${name}=${value}`]) || this.named(name, value); }

  /** A value with the format that is asked for, else that of its name. */
  named(name, value, format) { return this.text(value, format ?? formatOf(name)); }
}

/** What is named as a number of seconds is shown as a duration. */
export const isDuration = name => name.endsWith('Seconds');

const formatOf = name => (isDuration(name) ? 'duration' : '');

/** How long, as people type it: every unit once, the longer before the shorter, as in the command line. */
const typed = new RegExp('^' + ['w|weeks?|주일?', 'd|days?|일', 'h|hrs?|hours?|시간', 'm|mins?|minutes?|분', 's|secs?|seconds?|초', 'ms|밀리초']
  .map(names => `(?:(\\d+\\.?\\d*) *(?:${names})(?!\\p{L}) *)?`).join('') + '$', 'iu');

/** Seconds of `90`, `1h30m`, `1시간 30분`; undefined of what is no duration. */
export function secondsOf(word) {
  if (/^\d+\.?\d*$/.test(word)) return Number(word);
  const found = word.trimEnd() === word && typed.exec(word);
  return found?.[0] ? [604800, 86400, 3600, 60, 1, 0]
    .reduce((sum, unit, index) => sum + (found[index + 1] ?? 0) * unit, 0) + (found[6] ?? 0) / 1000 : undefined;
}

/** Whether cells of a column stand on the right. */
export function isNumeric(column) {
  return /^(integer|number|duration|bytes|percent|money|fixed[0-6])$/.test(column.format ?? formatOf(column.value));
}

// Numbers

/** So many decimals, rounded half away from zero as people do. */
function fixed(value, digits) {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return String(value);
  const whole = Math.trunc(Math.abs(value));
  const scale = 10 ** digits;
  const product = (Math.abs(value) - whole) * scale;
  let rest = Math.floor(product) + (product - Math.floor(product) >= 0.5 ? 1 : 0);
  const carried = rest === scale ? whole + 1 : whole;
  if (rest === scale) rest = 0;
  const sign = value < 0 && (carried !== 0 || rest !== 0) ? '-' : '';
  return digits ? `${sign}${carried}.${String(rest).padStart(digits, '0')}` : `${sign}${carried}`;
}

function number(value) {
  if (Number.isInteger(value)) return String(value);
  return fixed(value, 2).replace(/\.?0+$/, '');
}

function bytes(given) {
  let value = given;
  for (const unit of ['B', 'KiB', 'MiB', 'GiB']) {
    if (Math.abs(value) < (unit === 'B' ? 1023.5 : 1023.95)) return `${fixed(value, unit === 'B' ? 0 : 1)} ${unit}`;
    value /= 1024;
  }
  return `${fixed(value, 1)} TiB`;
}

function bar(share) {
  const full = Math.round(Math.max(0, Math.min(1, share)) * 10);
  return '█'.repeat(full) + '░'.repeat(10 - full);
}

const two = number => String(number).padStart(2, '0');
const date = moment => `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
const clockTime = moment => `${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`;

// ISO 4217, minor units; signs and words as Values/Currency.swift has them.
const currencies = {
  without: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
  three: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
  signs: { KRW: '₩', USD: '$', EUR: '€', JPY: '¥', GBP: '£' },
  words: { KRW: '원', USD: '달러', EUR: '유로', JPY: '엔', GBP: '파운드' },
};

// Particles

/** The word with the particle that its sound asks for: after a consonant, after a vowel. */
function withParticle(word, [closed, open]) {
  const sound = ending(word);
  if (sound === 'consonant') return word + closed;
  if (sound === 'rieul') return word + (closed === '으로' ? open : closed);
  return word + open;
}

/** The same for a word that took the place of another, which had one of these; any other stays as it is. */
export function particled(word, particle) {
  const pair = [['을', '를'], ['이', '가'], ['은', '는'], ['으로', '로'], ['이나', '나'], ['과', '와']].find(one => one.includes(particle));
  return pair ? withParticle(word, pair) : word + particle;
}

function ending(word) {
  const spoken = [...word.replace(/[^\p{Alphabetic}\p{N}%+]+$/u, '')];
  const last = spoken.at(-1);
  if (last === undefined) return undefined;
  const code = last.codePointAt(0);
  if (code >= 0xac00 && code <= 0xd7a3) return ['vowel', , , , , , , , 'rieul'][(code - 0xac00) % 28] ?? 'consonant';
  if (last === '%' || last === '+') return 'vowel';
  if (/\d/.test(last)) return endingOfNumber(/\d+$/.exec(spoken.join(''))[0]);
  return /[A-Za-z]/.test(last) ? endingOfLatin(/[A-Za-z]+$/.exec(spoken.join(''))[0]) : undefined;
}

function endingOfNumber(digits) {
  const last = digits.at(-1);
  if ('2459'.includes(last)) return 'vowel';
  if ('178'.includes(last)) return 'rieul';
  if (last !== '0') return 'consonant';
  const zeros = /0+$/.exec(digits)[0].length;
  return zeros >= 12 && zeros < 16 && zeros < digits.length ? 'vowel' : 'consonant';
}

function endingOfLatin(word) {
  const lower = word.toLowerCase();
  if (word === word.toUpperCase() || word.length === 1 || !/[aeiouy]/.test(lower)) {
    return /[lr]$/.test(lower) ? 'rieul' : /[mn]$/.test(lower) ? 'consonant' : 'vowel';
  }
  const vowel = index => 'aeiouy'.includes(lower.at(-1 - index) ?? '.');
  const before = lower.at(-2);
  switch (lower.at(-1)) {
    case 'l': return 'rieul';
    case 'm': case 'n': return 'consonant';
    case 'g': return before === 'n' ? 'consonant' : 'vowel';
    case 'e':
      if (before === 'l') return 'rieul';
      return /[mn]/.test(before) && vowel(2) && lower.length > 3 ? 'consonant' : 'vowel';
    case 'p': case 't': case 'c': case 'b': return vowel(1) && !vowel(2) ? 'consonant' : 'vowel';
    case 'k':
      if (before === 'c') return vowel(2) ? 'consonant' : 'vowel';
      return before === 'o' && lower.at(-3) === 'o' ? 'consonant' : 'vowel';
    default: return 'vowel';
  }
}
