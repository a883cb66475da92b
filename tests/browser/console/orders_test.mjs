// Orders: made, shown with their QR code, found again, paid, cancelled.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { service } from '../world.mjs';
import { consoleOf, dialogOf, fill, press, rowOf, said, titled } from './portal.mjs';
import { Session } from './session.mjs';

const origin = await consoleOf(service);
const owner = service.sandbox.user;
const [workspace] = service.sandbox.workspaces;
const [account] = workspace.bank_accounts;
const inside = `/w/${workspace.id}`;
const list = `${inside}/orders`;
const session = await new Session(service, origin, owner).begin();
const call = session.call.bind(session);

async function makeOrder(order_id, members = {}) {
  const { status, data } = await call('POST', `/orders/${workspace.id}`, { bank_account_id: account.id, amount: '150000', order_id, ...members });
  assert.equal(status, 201);
  return data;
}

test('an order is made, has a QR code, and is found again; a second one may not have its id', async (t) => {
  const page = await session.show(t, `${list}/new`);
  await titled(page, 'New order');
  await press(page, 'Create order');
  await page.locator('.fault', { hasText: 'Enter a value.' }).waitFor();
  await fill(page, 'Amount', '1999');
  await page.getByLabel('Your order ID').fill('DH-1');
  await press(page, 'Create order');
  await page.locator('.fault', { hasText: 'Enter at least 2,000 ₫.' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.name), 'amount');
  await fill(page, 'Amount', '250000');
  await page.getByLabel('Customer email').fill('lan@shop.example');
  await press(page, 'Create order');
  await titled(page, '250,000 ₫');
  const qr = page.getByRole('img', { name: 'VietQR code for 250,000 ₫' });
  assert.ok(await qr.evaluate((image) => image.complete && image.naturalWidth > 0));
  await page.getByText('lan@shop.example').waitFor();

  await page.goto(`${origin}/console${list}/new`);
  await fill(page, 'Amount', '250000');
  await page.getByLabel('Your order ID').fill('DH-1');
  await press(page, 'Create order');
  await page.getByRole('alert').filter({ hasText: 'Another order in this Workspace has this ID.' }).waitFor();

  await page.goto(`${origin}/console${list}?order_id=DH-1`);
  await rowOf(page, 'DH-1').getByRole('link').click();
  await titled(page, '250,000 ₫');
});

test('filters live in the address; nothing that matches is said, and can be cleared', async (t) => {
  await makeOrder('DH-filtered');
  const page = await session.show(t, list);
  await rowOf(page, 'DH-filtered').waitFor();
  await page.getByRole('search').getByLabel('Status').selectOption('failed');
  await page.waitForURL('**/orders?status=failed');
  await page.getByRole('heading', { name: 'No results' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'No results' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await rowOf(page, 'DH-filtered').waitFor();
});

test('a payment turns the order green', async (t) => {
  const order = await makeOrder('DH-paid');
  const page = await session.show(t, `${list}/${order.id}`);
  await page.locator('.page-head').getByText('Pending').waitFor();
  await service.pay(order);
  await page.locator('.page-head').getByText('Paid').waitFor({ timeout: 40000 });
  await page.getByText('Paid 150,000 ₫').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Cancel order' }).count(), 0);
  await page.getByText('No deliveries for this order.').waitFor();
});

test('an order is cancelled after a question', async (t) => {
  const order = await makeOrder('DH-cancelled');
  const page = await session.show(t, `${list}/${order.id}`);
  await press(page, 'Cancel order');
  await dialogOf(page).getByText('no longer completes the order').waitFor();
  await press(dialogOf(page), 'Cancel order');
  await said(page, 'Order cancelled');
  await page.locator('.page-head').getByText('Cancelled').waitFor();
  assert.equal((await call('GET', `/orders/${workspace.id}/${order.id}`)).data.status, 'cancelled');
});

test('a text that means to be more than a text is shown as it is', async (t) => {
  const hostile = '<img src=x onerror=alert(1)> \u202Egnp.exe';
  const order = await makeOrder(hostile);
  const page = await session.show(t, list);
  await rowOf(page, '<img src=x').waitFor();
  await page.goto(`${origin}/console${list}/${order.id}`);
  await page.getByText('<img src=x').first().waitFor();
  assert.equal(await page.locator('main img:not([alt^=VietQR])').count(), 0);
});

test('a viewer sees orders, and why they can make or cancel none', async (t) => {
  const order = await makeOrder('DH-seen');
  const page = await session.show(t, list, { role: 'viewer' });
  await rowOf(page, 'DH-seen').waitFor();
  const create = page.getByRole('button', { name: 'Create order' });
  assert.equal(await create.getAttribute('aria-disabled'), 'true');
  await create.focus();
  await page.getByRole('tooltip').filter({ hasText: 'Your role is Viewer.' }).waitFor();
  await page.goto(`${origin}/console${list}/${order.id}`);
  assert.equal(await page.getByRole('button', { name: 'Cancel order' }).getAttribute('aria-disabled'), 'true');
});
