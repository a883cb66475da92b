import assert from 'node:assert/strict';
import { test } from 'node:test';
import { concernedBy, hello, parseHint } from '../src/app/live';

const ws = 'ws_one';

/** The keys that a text from the stream makes stale. */
const stale = (text: string, keys: unknown[][]) => keys.filter((key) => concernedBy(text, ws)?.(key));

const lists = [
  ['payment_links', ws, 'first_run'],
  ['payment_links', ws],
  ['transactions', ws, 'latest'],
];
const linkPages = [
  ['payment_links', ws, 'pl_1'],
  ['payment_links', ws, 'pl_2', 'payments'],
];
const elsewhere = [['payment_links', 'ws_two'], ['workspaces'], ['account']];

test('a hint is a kind and an id, or several things of a kind', () => {
  assert.deepEqual(parseHint('{"kind":"order","id":"ord_1"}'), { kind: 'order', id: 'ord_1' });
  assert.deepEqual(parseHint('{"kind":"order","id":null}'), { kind: 'order', id: null });
  for (const text of ['', hello, 'null', '[]', '{"id":"ord_1"}', '{"kind":1}'])
    assert.equal(parseHint(text), undefined);
});

test('a hint with an id leaves the pages of other things of its kind alone', () => {
  const keys = [...lists, ...linkPages, ...elsewhere];
  assert.deepEqual(stale('{"kind":"payment_link","id":"pl_1"}', keys), [lists[0], lists[1], linkPages[0]]);
});

test('a hint without an id means all of its kind', () => {
  const keys = [...lists, ...linkPages, ...elsewhere];
  assert.deepEqual(stale('{"kind":"payment_link","id":null}', keys), [lists[0], lists[1], ...linkPages]);
});

test('a transaction is shown by the pages of links, too', () => {
  const keys = [...linkPages, ['transactions', ws, 'txn_2'], ['orders', ws]];
  assert.deepEqual(stale('{"kind":"transaction","id":"txn_1"}', keys), linkPages);
});

test('a kind that is not known is shown by its plural', () => {
  assert.deepEqual(stale('{"kind":"refund","id":"ref_1"}', [['refunds', ws], ...lists]), [['refunds', ws]]);
});

test('after hello everything of the Workspace is read again, and nothing else', () => {
  assert.deepEqual(stale(hello, [...lists, ...linkPages, ['workspaces', ws], ...elsewhere]), [
    ...lists,
    ...linkPages,
    ['workspaces', ws],
  ]);
});

test('what says nothing changes nothing', () => {
  assert.equal(concernedBy('', ws), undefined);
  assert.equal(concernedBy('{', ws), undefined);
});
