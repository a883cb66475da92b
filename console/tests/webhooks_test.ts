import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountOf } from '../src/app/delivery_amount';
import { sumsOf } from '../src/webhooks/delivery_sums';
import { faultOfCheck, filterOf, headersOf, linesOf } from '../src/webhooks/webhook_body';

test('headers are lines, and a line that is none is left to the service to refuse', () => {
  assert.deepEqual(headersOf('X-Shop: hanoi\r\n\nX-Time: 10:30 \nnonsense'), {
    'X-Shop': 'hanoi',
    'X-Time': '10:30',
    nonsense: '',
  });
  assert.deepEqual(headersOf(linesOf({ 'X-A': 'b: c' })), { 'X-A': 'b: c' });
  assert.deepEqual(headersOf(undefined), {});
});

test('a filter has what was filled in, and nothing else', () => {
  assert.deepEqual(filterOf({ 'filter.text': '', 'filter.bank_account_ids': '' }), {});
  assert.deepEqual(filterOf({ 'filter.bank_account_ids': 'ba_1,ba_2', 'filter.min_amount': '5000' }), {
    bank_account_ids: ['ba_1', 'ba_2'],
    min_amount: '5000',
  });
});

test('why an endpoint failed its check is read from what the service says', () => {
  assert.deepEqual(faultOfCheck('The endpoint did not take the test event (http_4xx, status 404), so …'), {
    errorClass: 'http_4xx',
    status: 404,
  });
  assert.deepEqual(faultOfCheck('… (connect), so nothing was saved. refused (x)'), {
    errorClass: 'connect',
    status: null,
  });
  assert.equal(faultOfCheck('Something else.'), undefined);
});

test('deliveries are summed attempt by attempt', () => {
  const attempt = (error_class: string | null, status_code: number | null, duration_ms: number) => ({
    error_class,
    status_code,
    duration_ms,
  });
  const deliveries = [
    { status: 'delivered', attempts: [attempt('timeout', null, 9000), attempt(null, 200, 30)] },
    { status: 'failed', attempts: [attempt('http_5xx', 500, 10), attempt('timeout', null, 9000)] },
    { status: 'skipped', attempts: [] },
  ];
  assert.deepEqual(sumsOf(deliveries as never), {
    deliveries: 3,
    taken: 1,
    attempts: 4,
    failures: [
      { errorClass: 'timeout', attempts: 2 },
      { errorClass: 'http_5xx', attempts: 1 },
    ],
    medianMs: 30,
  });
  assert.equal(sumsOf([]).medianMs, undefined);
});

test('the amount of a delivery is what its request says, while that is kept; a chat is sent a text', () => {
  const url = 'https://shop.example/webhook';
  assert.equal(amountOf({ url, body: '{"amount":150000,"content":"\\"amount\\":1"}' }), '150000');
  assert.equal(amountOf({ url, body: null }), null);
  assert.equal(amountOf({ url: null, body: '{"amount":1}' }), null);
});
