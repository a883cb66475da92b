import assert from 'node:assert/strict';
import { test } from 'node:test';

// The browser that these parts ask when they are loaded.
const told: unknown[] = [];
const opened: string[] = [];
const answers: Response[] = [];
const asked: string[] = [];
class Channel extends EventTarget {
  postMessage = (text: unknown) => told.push(text);
}
Object.assign(globalThis, {
  location: { origin: 'https://pay.example', replace: (address: string) => opened.push(address) },
  BroadcastChannel: Channel,
  fetch: async ({ method, url, headers }: Request) => {
    asked.push(`${method} ${new URL(url).pathname} ${headers.get('X-CSRF-Token') ?? ''}`.trim());
    return answers.shift()!;
  },
});
const { loadAccount, openSession } = await import('../src/app/account');
const { queries } = await import('../src/app/queries');
const { api, done } = await import('../src/api/client');
const { currentToken, offerRemedies } = await import('../src/api/session');

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
const user = (id: string, csrf_token: string) => ({ id, csrf_token });
const refused = () => json(403, { success: false, error: { code: 'CSRF_ERROR', messageKey: 'x', message: '' } });
const upgrade = () => done(api.PUT('/v1.1/account/plan', { body: { plan: 'P1' } }));
/** Whether it has come to an end when all that it waits for has. */
const isOver = (what: Promise<unknown>) =>
  Promise.race([what.then(() => true), new Promise((resolve) => setTimeout(resolve, 50, false))]);

const refreshToken = async () => {
  await loadAccount();
  return true;
};
const never = async () => false;
offerRemedies({ signInAgain: never, confirmAgain: never, refreshToken });

test('a call that lacks the token of a newer session of the same person is made again with it', async () => {
  answers.push(json(201, { data: { user: user('usr_alice', 'first') } }));
  await openSession({ email: 'alice@shop.example', password: 'Correct1horse' });
  assert.equal(told.length, 1, 'the other tabs are told');
  asked.length = 0;
  answers.push(refused(), json(200, { data: user('usr_alice', 'second') }), json(200, { data: {} }));
  await upgrade();
  assert.deepEqual(asked, ['PUT /v1.1/account/plan first', 'GET /v1.1/account', 'PUT /v1.1/account/plan second']);
  assert.deepEqual(opened, []);
});

test('a call is never made again as another person: the page is left, and forgets', async () => {
  for (const attempt of [1, 2]) {
    asked.length = 0;
    queries.setQueryData(['account'], user('usr_alice', 'second'));
    answers.push(refused(), json(200, { data: user('usr_bob', 'third') }));
    assert.equal(await isOver(upgrade()), false);
    assert.deepEqual(asked, ['PUT /v1.1/account/plan second', 'GET /v1.1/account']);
    assert.deepEqual(opened, Array(attempt).fill('/console/'));
    assert.equal(queries.getQueryData(['account']), undefined);
  }
  answers.push(json(201, { data: { user: user('usr_bob', 'third') } }));
  assert.equal(await isOver(openSession({ email: 'bob@shop.example', password: 'Correct1horse' })), false);
  assert.equal(opened.length, 3);
  assert.equal(currentToken(), 'second');
});
