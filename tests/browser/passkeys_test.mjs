// Passkeys in a real browser, with its own authenticator in software: what it writes is what the service reads, and the
// console signs in with it. What has no screen yet, the console's page calls by itself.
import { createServer } from 'node:net';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { Service } from './service.mjs';

const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

// Browsers refuse passkeys for addresses without a name.
const port = await freePort();
const service = await new Service({
  PAYLINK_HTTP_LISTEN: `127.0.0.1:${port}`, PAYLINK_HTTP_PUBLIC_URL: `http://localhost:${port}`,
}).start();
const signInPage = service.origin + '/console/signin';
const browser = await chromium.launch({
  executablePath: process.env.PAYLINK_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--host-resolver-rules=MAP localhost 127.0.0.1'],
});
after(async () => {
  await browser.close();
  await service.remove();
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The sign-in in a browser of its own, with an authenticator. */
async function openPage(t, { isVerified = true } = {}) {
  const context = await browser.newContext({ locale: 'en-US' });
  t.after(() => context.close());
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  await debug.send('WebAuthn.enable');
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true,
      isUserVerified: isVerified, automaticPresenceSimulation: true },
  });
  await page.addInitScript(() => {
    globalThis.csrf = null;
    globalThis.call = async (method, path, body) => {
      const headers = { 'Content-Type': 'application/json' };
      if (globalThis.csrf) headers['X-CSRF-Token'] = globalThis.csrf;
      const answer = await fetch('/v1.1' + path, { method, headers, body: body && JSON.stringify(body) });
      const text = await answer.text();
      const { data, error } = text ? JSON.parse(text) : {};
      globalThis.csrf = data?.user?.csrf_token ?? data?.csrf_token ?? globalThis.csrf;
      return { status: answer.status, data, error };
    };
    globalThis.make = async ({ public_key }) => {
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(public_key);
      return (await navigator.credentials.create({ publicKey })).toJSON();
    };
    globalThis.use = async ({ public_key }) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(public_key);
      return (await navigator.credentials.get({ publicKey })).toJSON();
    };
  });
  await page.goto(signInPage);
  return { page, debug, authenticatorId };
}

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const titled = (page, title) => page.getByRole('heading', { name: title, level: 1 }).waitFor();

async function giveAccount(page) {
  await page.getByLabel('Email address', { exact: true }).fill(service.sandbox.user.email);
  await page.getByLabel('Password', { exact: true }).fill(service.sandbox.user.password);
  await press(page, 'Sign in');
}

async function signOut(page) {
  await page.locator('summary[aria-label="Account menu"]').click();
  await press(page, 'Sign out');
  await titled(page, 'Sign in');
}

const call = (page, method, path, body) =>
  page.evaluate(([method, path, body]) => globalThis.call(method, path, body), [method, path, body]);

/** Asks the service, has the browser answer, and sends that, with `more` beside it. */
const answer = (page, how, question, path, more = {}) =>
  page.evaluate(async ([how, question, path, more]) => {
    const asked = await globalThis.call('POST', question);
    const passkey = await globalThis[how](asked.data);
    return globalThis.call('POST', path, { ...more, passkey });
  }, [how, question, path, more]);

test('a passkey is added, needed, used with the password and without it, and removed', async (t) => {
  const { page, debug, authenticatorId } = await openPage(t);
  const { email, password } = service.sandbox.user;
  assert.equal((await call(page, 'POST', '/sessions', { email, password })).status, 201);
  const added = await answer(page, 'make', '/account/passkeys/options', '/account/passkeys', { name: 'Laptop' });
  assert.equal(added.status, 201, JSON.stringify(added));
  assert.equal(added.data.recovery_codes.length, 10);
  const { credentials } = await debug.send('WebAuthn.getCredentials', { authenticatorId });
  assert.equal(credentials.length, 1);
  assert.equal(credentials[0].rpId, 'localhost');

  await assert.rejects(answer(page, 'make', '/account/passkeys/options', '/account/passkeys', { name: 'Again' }),
    /InvalidStateError/, 'the browser knows that it is registered');
  assert.equal((await call(page, 'DELETE', '/sessions/current')).status, 204);

  const alone = await call(page, 'POST', '/sessions', { email, password });
  assert.equal(alone.status, 401);
  assert.deepEqual(alone.error.details.map(({ field, code }) => `${field} ${code}`), ['passkey required', 'recovery_code required']);
  await giveAccount(page);
  await page.getByText('Your account also needs your passkey.').waitFor();
  await press(page, 'Sign in with a passkey');
  await titled(page, 'Your Workspaces');
  assert.equal((await call(page, 'GET', '/account')).data.second_factor, true);

  const confirmed = await answer(page, 'use', '/sessions/current/confirm/options', '/sessions/current/confirm');
  assert.equal(confirmed.status, 204, JSON.stringify(confirmed));
  await signOut(page);

  await press(page, 'Sign in with a passkey');
  await titled(page, 'Your Workspaces');
  assert.equal((await call(page, 'GET', '/account')).data.email, email);
  const listed = await call(page, 'GET', '/account/passkeys');
  assert.deepEqual(listed.data.map(({ name }) => name), ['Laptop']);
  assert.ok(listed.data[0].last_used_at);
  assert.equal((await call(page, 'DELETE', '/account/passkeys/' + listed.data[0].id)).status, 204);
  await signOut(page);
  await press(page, 'Sign in with a passkey');
  await page.getByRole('alert').filter({ hasText: 'The passkey was not accepted.' }).waitFor();
  await giveAccount(page);
  await titled(page, 'Your Workspaces');
});

test('a passkey that does not name its account is told so', async (t) => {
  const { page } = await openPage(t);
  const { email, password } = service.sandbox.user;
  await call(page, 'POST', '/sessions', { email, password });
  const added = await answer(page, 'make', '/account/passkeys/options', '/account/passkeys', { name: 'Tablet' });
  assert.equal(added.status, 201, JSON.stringify(added));
  const nameless = await page.evaluate(async () => {
    const passkey = await globalThis.use((await globalThis.call('POST', '/sessions/options')).data);
    delete passkey.response.userHandle;
    return globalThis.call('POST', '/sessions', { passkey });
  });
  assert.equal(nameless.status, 422);
  assert.deepEqual(nameless.error.details.map(({ field, code }) => `${field} ${code}`), ['passkey.response.userHandle required']);
  assert.equal((await call(page, 'DELETE', '/account/passkeys/' + added.data.passkey.id)).status, 204);
});

test('a recovery code of a lost passkey signs in once', async (t) => {
  const { page, debug, authenticatorId } = await openPage(t);
  const { email, password } = service.sandbox.user;
  await call(page, 'POST', '/sessions', { email, password });
  const added = await answer(page, 'make', '/account/passkeys/options', '/account/passkeys', { name: 'Phone' });
  assert.equal(added.status, 201, JSON.stringify(added));
  await debug.send('WebAuthn.clearCredentials', { authenticatorId });
  const recovery = async () => {
    await page.goto(signInPage);
    await giveAccount(page);
    await page.getByLabel('Recovery code', { exact: true }).fill(added.data.recovery_codes[0].toUpperCase());
    await press(page, 'Sign in');
  };
  await recovery();
  await titled(page, 'Your Workspaces');
  await signOut(page);
  await recovery();
  await page.getByRole('alert').filter({ hasText: 'This code is wrong, expired or already used.' }).waitFor();
  const [, ...others] = added.data.recovery_codes;
  assert.equal((await call(page, 'POST', '/sessions', { email, password, recovery_code: others[0] })).status, 201);
  assert.equal((await call(page, 'DELETE', '/account/passkeys/' + added.data.passkey.id)).status, 204);
});

test('a copy of a passkey is refused once the original has counted on', async (t) => {
  const { page, debug, authenticatorId } = await openPage(t);
  const { email, password } = service.sandbox.user;
  await call(page, 'POST', '/sessions', { email, password });
  const added = await answer(page, 'make', '/account/passkeys/options', '/account/passkeys', { name: 'Key' });
  assert.equal(added.status, 201, JSON.stringify(added));
  const { credentials: [copy] } = await debug.send('WebAuthn.getCredentials', { authenticatorId });
  for (const status of [201, 201]) assert.equal((await answer(page, 'use', '/sessions/options', '/sessions')).status, status);
  await debug.send('WebAuthn.clearCredentials', { authenticatorId });
  await debug.send('WebAuthn.addCredential', { authenticatorId, credential: copy });
  await page.goto(signInPage);
  await press(page, 'Sign in with a passkey');
  await page.getByRole('alert').filter({ hasText: 'The passkey was not accepted.' }).waitFor();
  await call(page, 'GET', '/account'); // for its token
  assert.equal((await call(page, 'DELETE', '/account/passkeys/' + added.data.passkey.id)).status, 204);
});
