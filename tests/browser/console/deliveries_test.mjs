// The console's pages of deliveries: what the merchant's systems were told, why not, and sending it again.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { service } from '../world.mjs';
import { until } from '../until.mjs';
import { inside, receiver, session, workspace } from './inside.mjs';
import { filter, go, isWhole, press, rowOf, titled } from './portal.mjs';

const list = inside + '/deliveries';
const ofWebhooks = list + '?tab=webhooks';

async function makeWebhook(name, events) {
  const { status, data } = await session.call('POST', '/webhooks/' + workspace.id, { name, url: receiver.addressOf(name), events });
  assert.equal(status, 201);
  return data;
}

/** The deliveries to a webhook, once there are so many with this status. */
const deliveriesTo = (webhook, status, count) => until(`${count} deliveries are ${status}`, async () => {
  const { data } = await session.call('GET', `/deliveries/${workspace.id}?webhook_id=${webhook.id}&status=${status}`);
  return data.length >= count && data;
}, 30000);

receiver.answers.set('gone', 404).set('busy', 503).set('callback-gone', 404);
const good = await makeWebhook('erp', ['transaction.credit']);
const gone = await makeWebhook('gone', ['transaction.credit']);
const busy = await makeWebhook('busy', ['transaction.debit']);
service.callbackUrl = receiver.addressOf('callback-gone');
const links = [await service.makeLink(), await service.makeLink(), await service.makeLink()];
for (const link of links) await service.pay(link);
await service.pay({ reference: 'Tra luong' }, 9000000, { transfer_type: 'debit' });
const failed = await deliveriesTo(gone, 'failed', 3);
const [waiting] = await deliveriesTo(busy, 'pending', 1);
await deliveriesTo(good, 'delivered', 3);

test('a failed delivery says what happened, why, and what mends it; sent again, it turns green by itself', async (t) => {
  const page = await session.show(t, ofWebhooks + '&status=failed');
  await rowOf(page, 'Path not found').first().getByText('150,000 ₫').waitFor();
  await rowOf(page, 'Path not found').first().getByRole('link').click();
  await titled(page, 'Money in');
  await page.getByText('404 in').waitFor();
  await page.getByText('This often happens after a new release.').waitFor();
  await page.getByText('Request and response').click();
  await page.getByText('HTTP 404').waitFor();
  await page.getByText('heard at gone').waitFor();
  await page.locator('.exchange').getByText('"transfer_type":"credit"').waitFor();
  receiver.answers.delete('gone');
  await press(page, 'Send again');
  const dialog = page.getByRole('dialog', { name: 'Send again' });
  await dialog.getByText('as attempt 2').waitFor();
  await press(dialog, 'Send again');
  await page.locator('.page-head').getByText('Delivered').waitFor({ timeout: 20000 });
  await page.getByText('requested in the console').waitFor();
});

test('all that the filters select are sent again, counted first, with their progress', async (t) => {
  receiver.answers.delete('gone');
  const page = await session.show(t, inside);
  await page.getByRole('link', { name: /^\d webhook or chat deliver(y|ies) failed in the last 7 days$/ }).click();
  await page.waitForURL('**/deliveries?tab=webhooks&status=failed&from=*');
  await page.getByRole('link', { name: /^Webhooks and chat \d$/ }).click();
  await page.waitForURL('**/deliveries?tab=webhooks');
  assert.equal(await page.getByRole('button', { name: 'Send again…' }).count(), 0);
  await filter(page, 'Status').selectOption('failed');
  await filter(page, 'Endpoint').selectOption({ label: 'gone' });
  await page.waitForURL(`**/deliveries?tab=webhooks&status=failed&webhook_id=${gone.id}`);
  await isWhole(page);
  const callsToIt = () => receiver.calls.filter((path) => path === 'gone').length;
  const before = callsToIt();
  const { data: failing } = await session.call('GET', `/deliveries/${workspace.id}?webhook_id=${gone.id}&status=failed`);
  const count = failing.length;
  await press(page, 'Send again…');
  const dialog = page.getByRole('dialog', { name: 'Send deliveries again' });
  await dialog.getByText(`${count} deliveries will be sent again.`).waitFor();
  assert.equal(callsToIt(), before, 'counting sends nothing');
  await press(dialog, `Send ${count} deliveries`);
  await dialog.getByText(`${count} of ${count} sent again, none failed.`).waitFor({ timeout: 20000 });
  assert.equal(callsToIt(), before + count);
  await dialog.locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  await page.getByText('No results').waitFor();
});

test('a delivery that is being tried says when the next call follows', async (t) => {
  const page = await session.show(t, `${list}/${waiting.id}`);
  await titled(page, 'Money out');
  await page.getByText('Next attempt').waitFor({ timeout: 20000 });
  const send = page.getByRole('button', { name: 'Send again' });
  assert.equal(await send.getAttribute('aria-disabled'), 'true');
  const left = await page.locator('.event.wait .event-body time').textContent();
  assert.match(left, /^in \d+ (second|minute)s?$|^now$/);
});

test('callbacks that failed are counted at their tab, and sent again with the same filters', async (t) => {
  const page = await session.show(t, list);
  await page.getByRole('link', { name: 'Callbacks 3' }).waitFor();
  await filter(page, 'Status').selectOption('failed');
  await page.waitForURL('**/deliveries?callback_status=failed');
  for (const { reference } of links) await rowOf(page, reference).getByText('Failed').waitFor();
  receiver.answers.delete('callback-gone');
  await press(page, 'Send again…');
  const dialog = page.getByRole('dialog', { name: 'Send callbacks again' });
  await press(dialog, 'Send 3 callbacks');
  await dialog.getByText('3 of 3 sent again, none failed.').waitFor({ timeout: 20000 });
  await dialog.locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Callbacks', exact: true }).waitFor({ timeout: 20000 });
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await rowOf(page, links[0].reference).getByText('Delivered', { exact: true }).waitFor();
  await rowOf(page, links[0].reference).getByRole('link').click();
  await page.waitForURL(`**/links/${links[0].id}`);
});

test('a transaction shows who was told of it', async (t) => {
  const page = await session.show(t, `${inside}/transactions/${failed[0].subject_id}`);
  const told = (name) => page.locator('.told a').filter({ has: page.getByText(name, { exact: true }) });
  await told('erp').getByText('Delivered').waitFor();
  await told('gone').click();
  await titled(page, 'Money in');
  await page.getByRole('link', { name: failed[0].subject_id }).click();
  await page.waitForURL('**/transactions/' + failed[0].subject_id);
});

test('a delivery can go to another webhook, as one of its own', async (t) => {
  const page = await session.show(t, `${list}/${failed[1].id}`);
  await press(page, 'Send again');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Send to').selectOption({ label: 'busy' });
  await press(dialog, 'Send again');
  await page.waitForURL((url) => !url.pathname.endsWith(failed[1].id));
  await page.getByRole('link', { name: failed[1].id }).waitFor();
});

test('a role that may not send says so at the button: a Member callbacks alone, a Viewer nothing', async (t) => {
  const page = await session.show(t, `${list}/${failed[2].id}`, { role: 'member' });
  await page.getByText('Your role is Member. This needs an Owner or Admin.').waitFor({ state: 'attached' });
  await go(page, list + '?callback_status=delivered');
  assert.equal(await page.getByRole('button', { name: 'Send again…' }).getAttribute('aria-disabled'), null);
  const viewer = await session.show(t, list + '?callback_status=delivered', { role: 'viewer' });
  assert.equal(await viewer.getByRole('button', { name: 'Send again…' }).getAttribute('aria-disabled'), 'true');
});
