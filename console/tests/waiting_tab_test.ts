// Who made an account in one tab, and opened mails in others.
import assert from 'node:assert/strict';
import { afterEach, beforeEach, type TestContext, test } from 'node:test';
import { isWaitedFor, makeByWaitingTab, waitForToken } from '../src/entry/waiting_tab';

const held = new Set<string>();
const locks = {
  query: async () => ({ held: [...held].map((name) => ({ name })) }),
  request: (name: string, work: () => Promise<void>) => {
    held.add(name);
    return work().finally(() => held.delete(name));
  },
};

let before: PropertyDescriptor | undefined;
beforeEach(() => {
  before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'navigator', before);
  held.clear();
});

/** A tab that waits and knows whose sign-up it is: `own` makes the account, once `go` is called. */
function waitingTab(t: TestContext, own: string) {
  let go = () => {};
  const awake = new Promise<void>((resolve) => {
    go = resolve;
  });
  const stop = waitForToken(async (token) => {
    await awake;
    if (token !== own) throw new Error('of somebody else');
    return 'an@shop.test';
  });
  t.after(() => {
    go();
    stop();
  });
  return go;
}

test('the waiting tab makes the account of its own mail, and waits no more', async (t) => {
  const go = waitingTab(t, 'own');
  assert.equal(await isWaitedFor(), true);
  go();
  assert.equal(await makeByWaitingTab('own'), 'an@shop.test');
  await new Promise(setImmediate);
  assert.equal(await isWaitedFor(), false);
});

test("a stranger's mail beside one's own: each tab hears the answer to its own question", async (t) => {
  const go = waitingTab(t, 'own');
  const own = makeByWaitingTab('own');
  const strangers = makeByWaitingTab('strangers');
  go();
  assert.deepEqual(await Promise.all([own, strangers]), ['an@shop.test', undefined]);
});

test('a mail that is opened twice while the waiting tab sleeps: no question is taken for an answer', async (t) => {
  const go = waitingTab(t, 'own');
  const first = makeByWaitingTab('own');
  await new Promise(setImmediate);
  const second = makeByWaitingTab('own');
  await new Promise((resolve) => setTimeout(resolve, 20));
  go();
  assert.deepEqual(await Promise.all([first, second]), ['an@shop.test', 'an@shop.test']);
});

test('nobody waits: there is no one to ask', async () => {
  assert.equal(await isWaitedFor(), false);
  assert.equal(await makeByWaitingTab('own'), undefined);
});
