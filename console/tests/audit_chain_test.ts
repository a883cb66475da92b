import assert from 'node:assert/strict';
import { createHash, webcrypto } from 'node:crypto';
import { test } from 'node:test';
import type { AuditRow } from '../src/audit/calls';
import { checkChain, hashedText } from '../src/audit/chain';

// Node 18 has it, but not where browsers do.
if (!globalThis.crypto) Object.assign(globalThis, { crypto: webcrypto });

const row = (number: number, changes: Partial<AuditRow> = {}): AuditRow => ({
  id: `aud_${number}`,
  workspace_id: 'ws_1',
  number,
  actor: { type: 'user', id: 'usr_1' },
  action: 'transaction.annotated',
  target: 'txn_1',
  before: null,
  after: { note: 'trả lại "thứ hai"' } as never,
  address: '203.0.113.7',
  hash: '',
  created_at: '2026-03-15T02:30:05.123Z',
  ...changes,
});

/** Rows whose hashes are made here, apart from what is tested. */
function chained(rows: AuditRow[]): AuditRow[] {
  let before = '';
  return rows.map((one) => {
    const after = one.after === null ? '' : `{"note":"trả lại \\"thứ hai\\""}`;
    const parts = [before, one.id, 'ws_1', `${one.number}`, '1773541805123', 'user', 'usr_1', one.address ?? ''];
    const text = JSON.stringify([...parts, one.action, one.target, '', after]);
    before = createHash('sha256').update(text).digest('hex');
    return { ...one, hash: before };
  });
}

test('a hash covers a list of texts, in which what is missing is empty', () => {
  const text = hashedText(row(7, { actor: { type: 'service', id: null }, address: null }), 'abc');
  assert.equal(
    text,
    '["abc","aud_7","ws_1","7","1773541805123","service","","","transaction.annotated","txn_1","","{\\"note\\":\\"trả lại \\\\\\"thứ hai\\\\\\"\\"}"]',
  );
});

test('a chain that nobody has touched is whole, from its first row or from any other', async () => {
  const rows = chained([row(1), row(2, { after: null }), row(3)]);
  assert.deepEqual(await checkChain([...rows].reverse()), { first: 1, last: 3, broken: undefined });
  assert.deepEqual(await checkChain(rows.slice(1).reverse()), { first: 3, last: 3, broken: undefined });
  assert.equal(await checkChain(rows.slice(2)), undefined);
  assert.equal(await checkChain([]), undefined);
});

test('a row that was changed, removed or put in is found', async () => {
  const rows = chained([row(1), row(2), row(3), row(4)]);
  const changed = rows.map((one) => (one.number === 3 ? { ...one, target: 'txn_2' } : one));
  assert.equal((await checkChain(changed))?.broken, 3);
  assert.equal((await checkChain(rows.filter(({ number }) => number !== 2)))?.broken, 3);
  assert.equal((await checkChain([...rows, row(5, { hash: 'f'.repeat(64) })]))?.broken, 5);
});
