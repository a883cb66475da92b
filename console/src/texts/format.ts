// Numbers, money and times as people in Vietnam read them. Every time is shown in GMT+7, wherever the browser is.
import { hour } from '../api/times';
import { language } from './language';

const zone = 'Asia/Ho_Chi_Minh';

function perLanguage<Made>(make: (tag: string) => Made): () => Made {
  const made = new Map<string, Made>();
  return () => {
    const tag = language() === 'vi' ? 'vi-VN' : 'en-GB';
    let one = made.get(tag);
    if (one === undefined) {
      one = make(tag);
      made.set(tag, one);
    }
    return one;
  };
}

const numbers = perLanguage((tag) => new Intl.NumberFormat(tag));
const percents = perLanguage((tag) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 }));
const compact = perLanguage((tag) => new Intl.NumberFormat(tag, { notation: 'compact', maximumFractionDigits: 1 }));
const plurals = perLanguage((tag) => new Intl.PluralRules(tag));
const relative = perLanguage((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
const formatTime = (options: Intl.DateTimeFormatOptions) =>
  perLanguage((tag) => new Intl.DateTimeFormat(tag, { timeZone: zone, hourCycle: 'h23', ...options }));
const clock = formatTime({ hour: '2-digit', minute: '2-digit' });
const clockWithSeconds = formatTime({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const dayOfThisYear = formatTime({ day: 'numeric', month: 'short' });
const dayOfAnyYear = formatTime({ day: 'numeric', month: 'short', year: 'numeric' });
const monthOfYear = formatTime({ month: 'long', year: 'numeric' });

export const number = (value: number) => numbers().format(value);
export const percent = (share: number) => percents().format(share);
export const shortNumber = (value: number) => compact().format(value);

// Right-to-left letters, and bidirectional marks.
const turning = /\p{Bidi_Control}|\p{Script=Hebrew}|\p{Script=Arabic}/u;

/** User-chosen text inside a sentence, isolated so that it does not change the direction of the rest. */
export const isolated = (text: string) =>
  turning.test(text) ? `\u2068${text.replace(/[\u2066-\u2069]/g, '')}\u2069` : text;

/** `a, b or c`, with ` or ` before the last. */
export const joined = (words: readonly string[], beforeLast: string) =>
  words.slice(0, -1).join(', ') + (words.length > 1 ? beforeLast : '') + words.at(-1);

/** Raw data for developers: bidirectional marks are escaped, as in JSON. */
export const withoutTurns = (data: string) =>
  data.replace(/\p{Bidi_Control}/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** `one` or `many` by the rules of the language; Vietnamese has no plural. */
export const counted = (count: number, one: string, many: string) =>
  `${number(count)} ${plurals().select(count) === 'one' ? one : many}`;

/** Digits as people read them, exact beyond 2^53: `150.000` or `150,000`. */
export const grouped = (digits: string) => numbers().format(BigInt(digits));
/** An amount of the API: `150.000 ₫` or `150,000 ₫`. */
export const money = (digits: string) => `${grouped(digits)}\u00a0₫`;

/** A day in Vietnam as `2026-03-15`. */
export const dayOf = (iso: string) => new Date(Date.parse(iso) + 7 * hour).toISOString().slice(0, 10);
const today = () => dayOf(new Date().toISOString());

export const day = (iso: string) =>
  (dayOf(iso).slice(0, 4) === today().slice(0, 4) ? dayOfThisYear() : dayOfAnyYear()).format(new Date(iso));

/** `March 2026`, of the API's `2026-03`. */
export const monthName = (month: string) => monthOfYear().format(new Date(`${month}-15T00:00:00Z`));

/** Today's times without a date unless `dated`, all others with one. */
export function time(iso: string, { seconds = false, dated = false } = {}) {
  const at = (seconds ? clockWithSeconds() : clock()).format(new Date(iso));
  return !dated && dayOf(iso) === today() ? at : `${day(iso)}, ${at}`;
}

/** The moment in full, in UTC: what a log file has. */
export const utc = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 24 * hour],
  ['hour', hour],
  ['minute', 60_000],
  ['second', 1000],
];

// Rounded up if close to the next whole unit: a week chosen a moment ago is 7 days.
const nearlyOne = 0.02;

/** `3 minutes ago`, `in 7 days`. */
export function relativeTime(iso: string, now = Date.now()) {
  const distance = Date.parse(iso) - now;
  const [unit, size] = units.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 1000];
  const count = Math.trunc(distance > 0 ? distance / size + nearlyOne : distance / size);
  // Intl has words for an appointment, not for the rest of a period.
  if (count > 0 && language() === 'vi') return `còn ${inUnit(count, unit)}`;
  return relative().format(count, unit);
}

const inUnit = (count: number, unit: Intl.RelativeTimeFormatUnit) =>
  new Intl.NumberFormat(language() === 'vi' ? 'vi-VN' : 'en-GB', { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );

/** How long something took or was late, in its largest unit: `4 minutes`. */
export function span(ms: number) {
  const [unit, size] = units.find(([, size]) => ms >= size) ?? ['second', 1000];
  return inUnit(Math.max(1, Math.trunc(ms / size)), unit);
}

/** `640 B`, `84 KB`, `1.4 MB`. */
export function size(bytes: number) {
  if (bytes < 1000) return `${number(bytes)}\u00a0B`;
  const [unit, name] = bytes < 1e6 ? [1e3, 'KB'] : [1e6, 'MB'];
  return `${number(Math.round((bytes / (unit as number)) * 10) / 10)}\u00a0${name}`;
}

/** `84 ms`, `1.4 s`. */
export const duration = (ms: number) =>
  ms < 1000 ? `${number(ms)}\u00a0ms` : `${number(Math.round(ms / 100) / 10)}\u00a0s`;

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The first and the last day that a filter names, as times for the API; `to` is exclusive there. */
export function betweenDays(from: string | undefined, to: string | undefined) {
  const start = (text: string) => `${text}T00:00:00+07:00`;
  const after = (text: string) => new Date(Date.parse(`${text}T00:00:00Z`) + 24 * hour).toISOString().slice(0, 10);
  return { ...(isDay(from) && { from: start(from) }), ...(isDay(to) && { to: start(after(to)) }) };
}
