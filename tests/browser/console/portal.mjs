// What the tests of the console's screens share: where it is, and what people do there again and again.
import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:net';
import assert from 'node:assert/strict';
import { until } from '../until.mjs';
import { checkAccessibility, desktop, openBrowser, phone, takeScreenshot } from '../world.mjs';

export const goodPassword = 'Correct1horse';

export const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address();
    server.close(() => resolve(port));
  });
});

/** The address of the console: the service's own; with PAYLINK_CONSOLE_DEV, of the sources as they are. */
export async function consoleOf(service) {
  if (!process.env.PAYLINK_CONSOLE_DEV) return service.origin;
  const port = await freePort();
  const program = new URL('../../../console/dev.mjs', import.meta.url).pathname;
  const server = spawn('node', [program, '--service', service.origin, '--port', String(port)], { stdio: ['ignore', 'ignore', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  await until('the console is ready', () => fetch(origin + '/console/').then(({ ok }) => ok, () => false), 30000);
  return origin;
}

/** A refused call is an error to the browser, and allowed; a breach of the page's policy fails the test. */
function watch(t, page) {
  const breaches = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) breaches.push(message.text());
  });
  page.on('pageerror', (error) => breaches.push(String(error)));
  t.after(() => assert.deepEqual(breaches, []));
}

/** A page of a browser of its own, at an address; `prepare` is done before it is asked for. */
export async function open(t, address, { prepare, ...options } = {}) {
  const page = await openBrowser(t, { viewport: desktop, locale: 'en-US', allowErrors: true, openedAt: new URL(address).origin, ...options });
  watch(t, page);
  await prepare?.(page);
  await page.goto(address);
  await page.locator('h1').waitFor();
  return page;
}

/** Signs in by hand on the page that asks for it; the page that was wanted follows. */
export async function signIn(page, { email, password = goodPassword }) {
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.locator('main#content h1').waitFor();
}

/** A page on which a person signs in by hand; then it shows `path`. */
export async function signInAs(t, origin, person, path, options = {}) {
  const page = await open(t, `${origin}/console/signin?next=${encodeURIComponent('/console' + path)}`, options);
  await signIn(page, person);
  return page;
}

/** The page of a person who is signed in is there, with everything that it asks for. */
export async function isWhole(page) {
  await page.locator('main#content h1').waitFor();
  await page.locator('.bone, [aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** Goes to another page of the console. */
export async function go(page, path) {
  await page.goto(new URL('/console' + path, page.url()).href);
  await isWhole(page);
}

export const titled = (page, title) => page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
export const press = (where, name) => where.getByRole('button', { name, exact: true }).click();
export const fill = (where, label, text) => where.getByLabel(label, { exact: true }).fill(text);
/** The dialog that is asked last. */
export const dialogOf = (page) => page.locator('dialog[open]').last();
export const panelOf = (page, title) => page.locator('.panel').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
export const rowOf = (page, text) => page.getByRole('row').filter({ hasText: text });
/** A field of the filters above a list. */
export const filter = (page, label) => page.getByRole('search').getByLabel(label, { exact: true });
export const said = (page, text) => page.locator('.toast', { hasText: text }).waitFor();

/** Gives the password again where a step asks for it. */
export async function confirmPassword(page, password = goodPassword) {
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await dialogOf(page).locator('input[name=password]').fill(password);
  await press(dialogOf(page), 'Continue');
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor({ state: 'detached' });
}

/** Answers calls of this method as if the password had been given long ago; what is returned ends that. */
export async function askForPassword(page, address, method) {
  await page.route(address, (route) => route.request().method() !== method ? route.fallback() : route.fulfill({
    status: 403, json: { success: false, error: { code: 'REAUTHENTICATION_REQUIRED', message: '', messageKey: '', traceId: '' } },
  }));
  return () => page.unroute(address);
}

/** Makes an account, as an operator invites people. */
export async function makePerson(service, email, name) {
  const invitation = service.admin('invite', email).link.split('#')[1];
  const made = await fetch(service.origin + '/v1.1/accounts', {
    method: 'POST', headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, name, password: goodPassword, locale: 'en', invitation }),
  });
  assert.equal(made.status, 201);
  return { email, name, password: goodPassword };
}

/** The code that an authenticator app shows now for a secret in Base32 (RFC 6238). */
export function totp(secret) {
  const bits = [...secret.replaceAll(' ', '')].map((c) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Looks at pages, by name, as people have them: on a phone and on a desk. `name`: the language and theme, for the pictures. */
export async function lookAt(page, paths, name) {
  for (const [title, path] of Object.entries(paths)) {
    for (const viewport of [phone, desktop]) {
      // As high as the page, or the bar at the bottom of a phone covers what is judged.
      await page.setViewportSize({ ...viewport, height: 2400 });
      await go(page, path);
      await checkAccessibility(page, `${title} at ${viewport.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${title} is wider than ${viewport.width}`);
      await page.setViewportSize(viewport);
      await takeScreenshot(page, `console-${title}-${name}-${viewport.width}`);
    }
  }
}

export const appearances = [['en-US', 'light'], ['vi-VN', 'dark'], ['vi-VN', 'light'], ['en-US', 'dark']];
