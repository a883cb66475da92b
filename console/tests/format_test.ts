import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  betweenDays,
  counted,
  dayOf,
  duration,
  isolated,
  money,
  relativeTime,
  time,
  utc,
  withoutTurns,
} from '../src/texts/format';
import { setLanguage } from '../src/texts/language';

test('an amount keeps every digit, and is grouped as the language does', () => {
  setLanguage('vi');
  assert.equal(money('9007199254740993'), '9.007.199.254.740.993\u00a0₫');
  setLanguage('en');
  assert.equal(money('2000'), '2,000\u00a0₫');
});

test('a time is that of Vietnam, wherever the browser is', () => {
  assert.match(time('2020-11-21T17:30:05.000Z', { seconds: true }), /22 Nov 2020, 00:30:05/);
  assert.equal(dayOf('2026-11-21T17:30:00.000Z'), '2026-11-22');
  assert.equal(utc('2026-11-21T17:30:05.123Z'), '2026-11-21 17:30:05 UTC');
});

test('a filter of days has both days whole', () => {
  assert.deepEqual(betweenDays('2026-02-28', '2026-02-28'), {
    from: '2026-02-28T00:00:00+07:00',
    to: '2026-03-01T00:00:00+07:00',
  });
  assert.deepEqual(betweenDays(undefined, undefined), {});
  assert.deepEqual(betweenDays('nonsense', '2026-02-30x'), {});
});

test('durations, distances and counts are for people', () => {
  setLanguage('en');
  assert.equal(duration(84), '84\u00a0ms');
  assert.equal(duration(1449), '1.4\u00a0s');
  const now = Date.parse('2026-11-21T12:00:00Z');
  assert.equal(relativeTime('2026-11-21T11:57:00Z', now), '3 minutes ago');
  assert.equal(relativeTime('2026-11-21T14:00:00Z', now), 'in 2 hours');
  assert.equal(relativeTime('2026-11-28T11:59:50Z', now), 'in 7 days');
  assert.equal(relativeTime('2026-11-22T11:59:59Z', now), 'in 24 hours');
  assert.equal(relativeTime('2026-11-21T13:30:00Z', now), 'in 1 hour');
  assert.equal(relativeTime('2026-11-20T01:00:00Z', now), 'yesterday');
  setLanguage('vi');
  assert.equal(relativeTime('2026-11-22T10:59:50Z', now), 'còn 23 giờ');
  assert.equal(relativeTime('2026-11-21T11:57:00Z', now), '3 phút trước');
  setLanguage('en');
  assert.equal(counted(1, 'link', 'links'), '1 link');
  assert.equal(counted(1200, 'link', 'links'), '1,200 links');
});

test('a text that turns the direction of writing around turns nothing else around', () => {
  assert.equal(isolated('Trần “Bình” 👩‍👩‍👧'), 'Trần “Bình” 👩‍👩‍👧');
  assert.equal(isolated('\u202Ea\u2069\u202Eb'), '\u2068\u202Ea\u202Eb\u2069');
  assert.equal(isolated('שלום'), '\u2068שלום\u2069');
  assert.equal(withoutTurns('{"content":"\u202Ea\u2069"}'), '{"content":"\\u202ea\\u2069"}');
});
