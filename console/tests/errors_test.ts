import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorFrom } from '../src/api/errors';

const envelope = {
  success: false,
  error: {
    code: 'VALIDATION_ERROR',
    messageKey: 'request/validation-error',
    message: 'Two members are wrong.',
    traceId: 'abc',
    details: [{ field: 'amount', code: 'too_small', message: '' }],
  },
};

test('a refusal brings its code, its faults and its trace id', () => {
  const error = errorFrom(new Response('', { status: 422 }), envelope);
  assert.equal(error.code, 'VALIDATION_ERROR');
  assert.equal(error.id, 'request/validation-error');
  assert.equal(error.traceId, 'abc');
  assert.equal(error.faultOf('amount'), 'too_small');
  assert.equal(error.faultOf('callback_url'), undefined);
});

test("a proxy's page is a refusal, too", () => {
  const headers = { 'X-Request-Id': 'xyz', 'Retry-After': '30' };
  const error = errorFrom(new Response('<html>', { status: 502, headers }), '<html>');
  assert.deepEqual(
    [error.status, error.code, error.traceId, error.retryAfter],
    [502, 'SERVICE_UNAVAILABLE', 'xyz', 30],
  );
  assert.equal(errorFrom(new Response('', { status: 418 }), undefined).code, 'UNKNOWN');
});
