// The pages of the sandbox bank in a real browser, as somebody uses them who has no terminal.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { BankedService } from './bank.mjs';
import { open, press, titled } from './console/portal.mjs';
import { Session } from './console/session.mjs';
import { until } from './until.mjs';
import { checkAccessibility, desktop, phone, takeScreenshot } from './world.mjs';

const sandbox = await new BankedService().start();
const { service, bank } = sandbox;
after(() => sandbox.end());

const [workspace] = service.sandbox.workspaces;
const headed = (page, title) => page.getByRole('heading', { name: title, exact: true }).first().waitFor();

/** Looks at the page as it is, on a phone and on a desk. */
async function look(page, name) {
  for (const viewport of [phone, desktop]) {
    await page.setViewportSize(viewport);
    await checkAccessibility(page, `${name} at ${viewport.width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} is wider than ${viewport.width}`);
    await takeScreenshot(page, `sandbox-${name}-${viewport.width}`);
  }
}

/** What a link of the page opens in a tab of its own. */
async function opened(page, name) {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name, exact: true }).click()]);
  await tab.locator('h1').waitFor();
  return tab;
}

test('a link of the console is paid in the app, and the receiver verifies its callback', async (t) => {
  const session = await new Session(service, service.origin, service.sandbox.user).begin();
  const page = await session.show(t, `/w/${workspace.id}/links/new`);
  await titled(page, 'New payment link');
  const { data } = await (await fetch(bank + '/receiver/address')).json();
  const address = page.getByLabel('Callback URL');
  await until('the callback address is filled in', async () => await address.inputValue() === data.callback_url);
  await takeScreenshot(page, 'sandbox-new-link');
  await page.getByLabel('Amount').fill('50000');
  await press(page, 'Create link');
  await page.getByText('Expires').first().waitFor();

  const app = await opened(page, 'Pay as the customer');
  assert.equal(new URL(app.url()).pathname, '/app');
  assert.equal(await app.getByLabel('Amount in VND').inputValue(), '50000');
  assert.match(await app.getByLabel('Transfer text').inputValue(), /^PFSL[0-9A-Z]{8}$/);
  await look(app, 'app');
  await press(app, 'Pay');
  await headed(app, 'Paid');
  await app.getByRole('link', { name: 'Receiver', exact: true }).click();
  await until('the callback has come', async () => {
    await app.getByRole('link', { name: 'Refresh' }).click();
    return await app.getByRole('heading', { name: 'Verified: callback' }).count() === 1;
  });
  await app.getByText('Headers and body', { exact: true }).first().click();
  await app.getByText('x-service-signature').waitFor();
  await look(app, 'receiver');
});

test('the answer is switched on the page', async (t) => {
  const page = await open(t, bank + '/receiver');
  const answer = page.getByLabel('Answer');
  await answer.selectOption('500: server error');
  await press(page, 'Set answer');
  await page.waitForLoadState();
  assert.equal(await answer.inputValue(), '500');
  await page.getByLabel('Verification key').fill('plsk_of_my_own');
  await press(page, 'Add key');
  await page.getByText('1 of yours').waitFor();
  assert.equal(await answer.inputValue(), '500');
});

test('a person signs up, and follows the mail in the mailbox', async (t) => {
  const page = await open(t, service.origin + '/console/signup');
  await page.locator('input[name=email]').fill('lan@shop.test');
  await page.locator('input[name=name]').fill('Lan <script>alert(1)</script>');
  await page.locator('input[type=password]').first().fill('Correct1horse');
  await page.locator('button[type=submit]').click();
  const mailbox = await opened(page, 'Open the sandbox mailbox');
  await headed(mailbox, 'Emails');
  const link = mailbox.locator('a[href*="/console/confirm#"]').first();
  await until('the mail has come', async () => {
    await mailbox.getByRole('link', { name: 'Refresh' }).click();
    return await link.count() === 1;
  });
  await look(mailbox, 'mailbox');
  await link.click();
  await mailbox.waitForURL('**/console/confirm**');
});
