import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOf, toldShare } from '../src/home/days';

type Statistics = Parameters<typeof daysOf>[0];
type Period = Statistics['periods'][number];

const none = { count: 0, amount: '0' };
const attempts = { attempts: 0, delivered: 0, by_class: {} };

const period = (start: string, changes: Partial<Period> = {}): Period => ({
  start,
  credits: { ...none, by_classification: {} },
  debits: none,
  payment_links: { created: 0, completed: 0, failed: 0, expired: 0, cancelled: 0 },
  callbacks: { ...attempts, notified: 0, p50_ms: null, p95_ms: null },
  webhooks: attempts,
  chats: attempts,
  ...changes,
});

const statistics = (periods: Period[]): Statistics => ({
  bucket: 'day',
  from: '2026-03-13T17:00:00.000Z',
  to: '2026-03-16T17:00:00.000Z',
  total: period('2026-03-13T17:00:00.000Z'),
  periods,
});

test('days in which nothing happened are days, and each is one of Vietnam', () => {
  const days = daysOf(statistics([period('2026-03-14T17:00:00.000Z')]));
  assert.deepEqual(
    days.map(({ date }) => date),
    ['2026-03-14', '2026-03-15', '2026-03-16'],
  );
  assert.deepEqual(
    new Set(days.map(({ completed, open, told }) => `${completed} ${open} ${told}`)),
    new Set(['0 0 null']),
  );
});

test('payments of a day are those that completed something and those that a person should look at', () => {
  const counted = (count: number) => ({ count, amount: String(count) });
  const by_classification = {
    unclassified: counted(100),
    matched: counted(4),
    overpaid: counted(1),
    underpaid: counted(2),
    duplicate: counted(3),
    late: counted(5),
    below_minimum: counted(7),
  };
  const [, second] = daysOf(
    statistics([period('2026-03-14T17:00:00.000Z', { credits: { ...counted(122), by_classification } })]),
  );
  assert.deepEqual([second?.completed, second?.open], [5, 17]);
});

test('the share of those who were told is one of paid links, and none without any', () => {
  const start = '2026-03-14T17:00:00.000Z';
  const paid = period(start, {
    payment_links: { created: 9, completed: 4, failed: 0, expired: 0, cancelled: 0 },
    callbacks: { ...attempts, notified: 3, p50_ms: 340, p95_ms: 1350 },
  });
  assert.equal(toldShare(paid), 0.75);
  assert.equal(toldShare(period(start)), null);
});
