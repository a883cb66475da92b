// What the tests of the console's pages for signed-in people share: a person of the sandbox, their Workspace, and its money.
import { after } from 'node:test';
import assert from 'node:assert/strict';
import { checkAccessibility, desktop, openBrowser, phone, service, takeScreenshot } from '../world.mjs';
import { until } from '../until.mjs';
import { Receiver } from './receiver.mjs';

export const origin = service.origin;
export const [workspace] = service.sandbox.workspaces;
export const inside = `/console/w/${workspace.id}`;
export const receiver = await new Receiver().open(service.folder);
after(() => receiver.close());

/** The cookie of one session, which all pages share: a password is slow to check. */
const session = await (async () => {
  const { email, password } = service.sandbox.user;
  const answer = await fetch(service.origin + '/v1.1/sessions', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email, password }),
  });
  assert.equal(answer.status, 201);
  const [name, value] = answer.headers.get('set-cookie').split(';')[0].split('=');
  return { name, value, url: origin };
})();

/** The data that the API answers to the sandbox's token. */
export async function call(method, path, body) {
  const answer = await fetch(service.origin + '/v1.1' + path, {
    method,
    headers: { Authorization: 'Bearer ' + service.sandbox.access_token, 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text ? JSON.parse(text).data : null;
}

/** The transaction with this text, once it is recorded. */
export const transactionOf = (content) => until(`a transaction says ${content}`, async () => {
  const found = await call('GET', `/transactions/${workspace.id}?q=${encodeURIComponent(content)}`);
  return found.find((one) => one.content === content);
});

/** A page of a browser of its own whose person is signed in. A refused call is an error to the console; a breach fails. */
export async function open(t, path, { role, ...options } = {}) {
  const page = await openBrowser(t, { viewport: desktop, locale: 'en-US', openedAt: origin, allowErrors: true, ...options });
  const breaches = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) breaches.push(message.text());
  });
  page.on('pageerror', (error) => breaches.push(String(error)));
  t.after(() => assert.deepEqual(breaches, []));
  await page.context().addCookies([session]);
  if (role)
    await page.route(`**/v1.1/workspaces/${workspace.id}`, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, role } } });
    });
  await go(page, path);
  return page;
}

export async function go(page, path) {
  await page.goto(origin + path);
  await isWhole(page);
}

/** Everything that the page asks for has come. */
export async function isWhole(page) {
  await page.locator('h1').waitFor();
  await page.waitForFunction(() => !document.querySelector('.placeholder, .skeleton, [aria-busy="true"]'));
}

export const titled = (page, title) => page.getByRole('heading', { name: title, level: 1 }).waitFor();
export const press = (place, name) => place.getByRole('button', { name, exact: true }).click();
export const rowOf = (page, text) => page.getByRole('row').filter({ hasText: text });
export const filter = (page, label) => page.getByRole('search').getByLabel(label, { exact: true });

/** Judges pages, by name, on a phone and a desk; each is kept as a picture. */
export async function judge(page, paths, suffix) {
  for (const [name, path] of Object.entries(paths))
    for (const viewport of [phone, desktop]) {
      // As high as the page, or the bar at the bottom of a phone covers what is judged.
      await page.setViewportSize({ ...viewport, height: 2400 });
      await go(page, path);
      await checkAccessibility(page, `${name}, ${viewport.width}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}, ${viewport.width}`);
      await page.setViewportSize(viewport);
      await takeScreenshot(page, `console-${name}-${suffix}-${viewport.width}`);
    }
}
