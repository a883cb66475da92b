import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costOf, isHigher, nextMonth } from '../src/plan/cost';

const free = { name: 'Free', price: '0', quota: 30, workspaces: 1, overage_price: '650' };
const p1 = { name: 'P1', price: '199000', quota: 500, workspaces: 2, overage_price: '400' };

test('a month costs its plan and what is above the quota', () => {
  assert.equal(costOf(p1, 512), '203800');
  assert.equal(costOf(p1, 500), '199000');
  assert.equal(costOf(free, 0), '0');
  assert.equal(costOf(free, 31), '650');
});

test('plans are compared as numbers', () => {
  assert.ok(isHigher(p1, free));
  assert.ok(!isHigher(free, p1));
  assert.ok(isHigher({ ...p1, price: '1000000' }, p1));
});

test('a month begins at midnight in Vietnam', () => {
  assert.equal(nextMonth(Date.parse('2026-11-30T16:59:59Z')), '2026-11-30T17:00:00.000Z');
  assert.equal(nextMonth(Date.parse('2026-11-30T17:00:00Z')), '2026-12-31T17:00:00.000Z');
});
