// The console's pages for people who are signed in: Workspaces, home and payment links, in a real browser.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkAccessibility, service, takeScreenshot } from '../world.mjs';
import { inside, owner, session, workspace } from './inside.mjs';
import { dialogOf, fill, go, lookAt, makePerson, open, press, signIn, signInAs, titled } from './portal.mjs';
import { Session } from './session.mjs';

/** Another tab of a page's browser, at the home of whoever is signed in there. */
async function anotherTab(page, prepare) {
  const tab = await page.context().newPage();
  await prepare?.(tab);
  await tab.goto(session.origin + '/console/');
  await titled(tab, 'Your Workspaces');
  return tab;
}

async function signOut(page) {
  await page.getByLabel('Account menu').click();
  await press(page, 'Sign out');
  await titled(page, 'Sign in');
}

/** Who is signed in, as the page says it. */
async function isOf(page, { email }) {
  await page.waitForURL(session.origin + '/console/');
  await titled(page, 'Your Workspaces');
  await page.getByLabel('Account menu').click();
  await page.getByText(email).waitFor();
}

test('a person who opens a page inside signs in first, and is back at it with its filters', async (t) => {
  const address = `${session.origin}/console${inside}/links?status=pending`;
  const page = await open(t, address);
  assert.equal(new URL(page.url()).pathname, '/console/signin');
  await signIn(page, owner);
  await titled(page, 'Payment links');
  assert.equal(page.url(), address);
  const status = page.getByRole('search').getByLabel('Status');
  assert.equal(await status.inputValue(), 'pending');
  await status.selectOption('expired');
  await page.waitForURL('**/links?status=expired');
  await page.getByText('No results').waitFor();
  await page.reload();
  assert.equal(await status.inputValue(), 'expired');
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await page.waitForURL('**/links');
});

test('a link is made, paid, and its callback sent again', async (t) => {
  const page = await session.show(t, '/');
  await titled(page, 'Your Workspaces');
  await page.getByRole('link', { name: workspace.name }).click();
  await titled(page, workspace.name);
  await go(page, inside + '/links/new');
  await titled(page, 'New payment link');
  await press(page, 'Create link');
  await page.locator('.fault', { hasText: 'Enter a value.' }).waitFor();
  // To the account that `service.pay` pays into.
  await page.locator('select[name=bank_account_id]').selectOption(workspace.bank_accounts[0].id);
  await page.getByLabel('Amount').fill('1');
  await fill(page, 'Callback URL', service.callbackUrl);
  await press(page, 'Create link');
  await page.locator('.fault', { hasText: 'Enter at least 2,000 ₫.' }).waitFor();
  await page.getByLabel('Amount').fill('150000');
  await press(page, 'Create link');
  await titled(page, '150,000 ₫');
  await page.locator('.badge', { hasText: 'Pending' }).waitFor();
  const reference = await page.locator('main code').first().textContent();

  await service.pay({ reference: reference.trim() });
  // Its page looks again by itself.
  await page.locator('.badge', { hasText: 'Succeeded' }).waitFor({ timeout: 40000 });
  // The shop's certificate is of no authority that the service knows: the second call confirms it.
  await page.locator('.badge', { hasText: 'Callback: failed' }).waitFor({ timeout: 40000 });
  await page.getByText(/^Attempt 1: /).waitFor();
  await press(page, 'Send again');
  await page.getByRole('dialog').getByText('as attempt 3').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await page.getByText(/^Attempt 4: /).waitFor({ timeout: 40000 }); // again, the call behind it confirms what it found

  await go(page, inside);
  await page.getByRole('link', { name: '1 paid link has a failed callback' }).click();
  await titled(page, 'Payment links');
  await page.getByRole('link', { name: reference.trim() }).waitFor();
});

test('a session that ends in the middle of a form keeps what was typed', async (t) => {
  const page = await session.show(t, '/');
  await go(page, inside + '/links/new');
  await page.getByLabel('Amount').fill('250000');
  await fill(page, 'Callback URL', service.callbackUrl);
  await page.context().clearCookies();
  await press(page, 'Create link');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await dialog.locator('input[name=password]').fill(owner.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await titled(page, '250,000 ₫');
});

test('what a tab shows of one person is never done as another, even if no tab has told it', async (t) => {
  const alice = await makePerson(service, 'alice.tabs@shop.example', 'Alice');
  const bob = await makePerson(service, 'bob.tabs@shop.example', 'Bob');
  const page = await signInAs(t, session.origin, alice, '/plan');
  await page.getByText('0 of 30 used').waitFor();
  const tab = await anotherTab(page, (made) => made.addInitScript(() => { BroadcastChannel.prototype.postMessage = () => {}; }));
  await signOut(tab);
  await signIn(tab, bob);
  const writes = [];
  page.on('response', (answer) => {
    if (answer.request().method() !== 'GET') writes.push(`${answer.request().method()} ${answer.status()}`);
  });
  await press(page, 'Upgrade: P1');
  await press(dialogOf(page), 'Upgrade');
  await isOf(page, bob);
  assert.deepEqual(writes, ['PUT 403']);
  for (const person of [alice, bob]) {
    const itself = await new Session(service, session.origin, person).begin();
    const { data } = await itself.call('GET', '/account/plan');
    assert.equal(data.plan, 'Free', person.name);
  }
});

test('a tab is told when the session ends in another, keeps what was typed, and is left to another person', async (t) => {
  const lan = await makePerson(service, 'lan.tabs@shop.example', 'Lan');
  const began = await new Session(service, session.origin, lan).begin();
  await began.call('PUT', '/account/plan', { plan: 'P2' });
  const made = await began.call('POST', '/workspaces', { name: 'Bánh mì', entity_type: 'individual', banking_mode: 'open_banking', language: 'en' });
  assert.equal(made.status, 201);
  const page = await signInAs(t, session.origin, lan, '/');
  await press(page, 'Create Workspace');
  await fill(page, 'Name', 'Trà đá');
  const tab = await anotherTab(page);
  await signOut(tab);
  const ended = page.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  await signIn(tab, lan);
  await ended.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Trà đá');
  await press(dialogOf(page), 'Create Workspace');
  await titled(page, 'Trà đá');

  await signOut(tab);
  await ended.waitFor();
  await signIn(tab, owner);
  await isOf(page, owner);
});

test('an address that is no page of the console leads to its home after signing in', async (t) => {
  for (const next of ['http://[', '//evil.example']) {
    const page = await open(t, `${session.origin}/console/signin?next=${next}`);
    await signIn(page, owner);
    await titled(page, 'Your Workspaces');
    assert.equal(page.url(), session.origin + '/console/');
  }
});

test('a Workspace is made in a dialog, and its home says what comes next', async (t) => {
  const { status } = await session.call('PUT', '/account/plan', { plan: 'P2' }); // the sandbox has as many as its plan allows
  assert.equal(status, 200);
  const page = await session.show(t, '/');
  await titled(page, 'Your Workspaces');
  await press(page, 'Create Workspace');
  await fill(page, 'Name', 'Cà phê Sáng');
  await press(dialogOf(page), 'Create Workspace');
  await titled(page, 'Cà phê Sáng');
  await page.getByText('1 of 5 done').waitFor();
  await checkAccessibility(page, 'first run');
  await takeScreenshot(page, 'console-first-run');
});

test('a part of the console that is gone after an upgrade is loaded again, once', async (t) => {
  const page = await session.show(t, '/');
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
    const page = await session.show(t, '/', { locale, colorScheme });
    const link = await service.makeLink();
    await lookAt(page, {
      workspaces: '/',
      home: inside,
      links: inside + '/links',
      link: `${inside}/links/${link.id}`,
      'new-link': inside + '/links/new',
      unknown: inside + '/nothing',
    }, `${locale.slice(0, 2)}-${colorScheme}`);
  });
