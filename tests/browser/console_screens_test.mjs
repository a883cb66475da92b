// The console's pages for people who are signed in: Workspaces, home and payment links, in a real browser.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkAccessibility, desktop, openBrowser, phone, service, takeScreenshot } from './world.mjs';

const { user } = service.sandbox;
const [workspace] = service.sandbox.workspaces;
const inside = `/console/w/${workspace.id}`;

const titled = (page, title) => page.getByRole('heading', { name: title, level: 1 }).waitFor();
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
const fill = (page, label, text) => page.getByLabel(label, { exact: true }).fill(text);

/** A page of a browser of its own. A refused call is an error to the console; a breach of its policy fails the test. */
async function open(t, path, options = {}) {
  const page = await openBrowser(t, { viewport: desktop, locale: 'en-US', allowErrors: true, ...options });
  const breaches = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) breaches.push(message.text());
  });
  page.on('pageerror', (error) => breaches.push(String(error)));
  t.after(() => assert.deepEqual(breaches, []));
  await page.goto(service.origin + path);
  await page.locator('h1').waitFor();
  return page;
}

async function signIn(page) {
  await page.locator('input[name=email]').fill(user.email);
  await page.locator('input[name=password]').fill(user.password);
  await page.locator('button[type=submit]').click();
  await page.locator('main#content').waitFor();
  await page.locator('h1').waitFor();
}

test('a person who opens a page inside signs in first, and is back at it with its filters', async (t) => {
  const page = await open(t, inside + '/links?status=pending');
  assert.equal(new URL(page.url()).pathname, '/console/signin');
  await signIn(page);
  await titled(page, 'Payment links');
  const address = `${service.origin}${inside}/links?status=pending`;
  assert.equal(page.url(), address);
  const status = page.getByRole('search').getByLabel('Status');
  assert.equal(await status.inputValue(), 'pending');
  await status.selectOption('expired');
  await page.waitForURL('**/links?status=expired');
  await page.getByText('Nothing matches these filters').waitFor();
  await page.reload();
  assert.equal(await status.inputValue(), 'expired');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.waitForURL('**/links');
});

test('a link is made, paid, and its callback sent again', async (t) => {
  const page = await open(t, '/console/');
  await signIn(page);
  await titled(page, 'Your Workspaces');
  await page.getByRole('link', { name: workspace.name }).click();
  await titled(page, workspace.name);
  await page.goto(`${service.origin}${inside}/links/new`);
  await titled(page, 'New payment link');
  await press(page, 'Create the link');
  await page.locator('.fault', { hasText: 'Fill this in.' }).waitFor();
  await page.getByLabel('Amount').fill('1');
  await fill(page, 'Callback address', service.callbackUrl);
  await press(page, 'Create the link');
  await page.locator('.fault', { hasText: 'At least 2,000 ₫.' }).waitFor();
  await page.getByLabel('Amount').fill('150000');
  await press(page, 'Create the link');
  await titled(page, '150,000');
  await page.locator('.badge', { hasText: 'Pending' }).waitFor();
  const reference = await page.locator('main code').first().textContent();

  await service.pay({ reference: reference.trim() });
  // Its page looks again by itself.
  await page.locator('.badge', { hasText: 'Succeeded' }).waitFor({ timeout: 40000 });
  // The shop's certificate is of no authority that the service knows.
  await page.locator('.badge', { hasText: 'Not told' }).waitFor({ timeout: 40000 });
  await page.getByText('Call 1', { exact: true }).waitFor();
  await press(page, 'Send again');
  await page.getByRole('dialog').getByText('as call 2').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByText('Call 2', { exact: true }).waitFor({ timeout: 40000 });

  await page.goto(service.origin + inside);
  await page.getByRole('link', { name: '1 payment your system does not know of' }).click();
  await titled(page, 'Payment links');
  await page.getByRole('link', { name: reference.trim() }).waitFor();
});

test('a session that ends in the middle of a form keeps what was typed', async (t) => {
  const page = await open(t, '/console/');
  await signIn(page);
  await page.goto(`${service.origin}${inside}/links/new`);
  await page.getByLabel('Amount').fill('250000');
  await fill(page, 'Callback address', service.callbackUrl);
  await page.context().clearCookies();
  await press(page, 'Create the link');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await dialog.locator('input[name=password]').fill(user.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await titled(page, '250,000');
});

test('a Workspace is made in a dialog, and its home says what comes next', async (t) => {
  const page = await open(t, '/console/');
  await signIn(page);
  await titled(page, 'Your Workspaces');
  await press(page, 'New Workspace');
  await fill(page, 'Name', 'Cà phê Sáng');
  await press(page, 'Create the Workspace');
  await titled(page, 'Cà phê Sáng');
  await page.getByText('1 of 5 done').waitFor();
  await checkAccessibility(page, 'first run');
  await takeScreenshot(page, 'console-first-run');
});

test('a part of the console that is gone after an upgrade is loaded again, once', async (t) => {
  const page = await open(t, '/console/');
  await signIn(page);
  await titled(page, 'Your Workspaces');
  let refused = 0;
  await page.route('**/console/assets/links_page-*.js', (route) => (refused++ ? route.continue() : route.fulfill({ status: 404 })));
  await page.getByRole('link', { name: workspace.name }).click();
  await page.getByRole('link', { name: 'Payment links' }).first().click();
  await titled(page, 'Payment links');
  assert.ok(refused > 1);
});

for (const [locale, colorScheme] of [['en-US', 'light'], ['vi-VN', 'dark']])
  test(`no page inside has a barrier that axe knows of: ${locale}, ${colorScheme}`, async (t) => {
    const page = await open(t, '/console/', { locale, colorScheme });
    await signIn(page);
    const link = await service.makeLink();
    const lang = locale.slice(0, 2);
    for (const [name, path] of Object.entries({ workspaces: '/console/', home: inside, links: inside + '/links', link: `${inside}/links/${link.id}`,
      'new-link': inside + '/links/new', unknown: inside + '/nothing' })) {
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport);
        await page.goto(service.origin + path);
        await page.locator('h1').waitFor();
        await page.waitForFunction(() => !document.querySelector('.placeholder, .skeleton, [aria-busy="true"]'));
        await checkAccessibility(page, name);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
        await takeScreenshot(page, `console-${name}-${lang}-${colorScheme}-${viewport.width}`);
      }
    }
  });
