import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folded, meaningsOf } from '../src/app/palette_parse';

const id = '01m8be6s9re1b9e6s6w4en9e31';

test('ids and references jump, as people paste them', () => {
  assert.deepEqual(meaningsOf(` pl_${id} `), [{ kind: 'id', page: 'links', id: `pl_${id}` }]);
  assert.deepEqual(meaningsOf(`TXN_${id.toUpperCase()}`), [{ kind: 'id', page: 'transactions', id: `txn_${id}` }]);
  assert.deepEqual(meaningsOf('pfsl 7K2M-9QX4'), [{ kind: 'reference', reference: 'PFSL7K2M9QX4' }]);
});

test('a number is an amount, and may be a text as well', () => {
  assert.deepEqual(meaningsOf('150.000 ₫')[0], { kind: 'amount', amount: '150000' });
  assert.deepEqual(meaningsOf('150,000đ')[0], { kind: 'amount', amount: '150000' });
  assert.deepEqual(meaningsOf('12'), [
    { kind: 'amount', amount: '12' },
    { kind: 'order', orderId: '12' },
  ]);
  assert.deepEqual(meaningsOf('DH-1842')[0], { kind: 'order', orderId: 'DH-1842' });
  assert.deepEqual(meaningsOf('don hang 42'), [{ kind: 'text', text: 'don hang 42' }]);
  assert.deepEqual(meaningsOf('ab'), []);
});

test('accents and case do not matter', () => assert.equal(folded(' Đơn Hàng '), 'don hang'));
