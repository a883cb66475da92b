// The console's pages of transactions: what completed something, what did not and why, and what a person did about it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { service } from '../world.mjs';
import { inside, receiver, session, transactionOf, workspace } from './inside.mjs';
import { filter, go, isWhole, press, rowOf, titled } from './portal.mjs';

const list = inside + '/transactions';
const pageOf = async (content) => `${list}/${(await transactionOf(content)).id}`;
const tab = (page, name) => page.getByRole('navigation', { name: 'Transactions', exact: true }).getByRole('link', { name });

/** One of everything that a transfer can be. */
async function pay() {
  service.callbackUrl = receiver.addressOf('paid');
  const link = () => service.makeLink();
  const [paid, short, cancelled, twice, near, one, other] = await Promise.all(Array.from({ length: 7 }, link));
  await service.pay(paid);
  await service.pay({ reference: short.reference + ' thieu' }, 100000);
  await service.cancel(cancelled);
  await service.pay({ reference: cancelled.reference + ' tre' });
  await service.pay(twice);
  await service.pay({ reference: twice.reference + ' lan hai' }, 150001);
  const last = near.reference.at(-1);
  const wrong = near.reference.slice(0, -1) + (last === 'A' ? 'B' : 'A');
  await service.pay({ reference: wrong + ' sai' });
  await service.pay({ reference: `${one.reference} ${other.reference}` }, 300000);
  await service.pay({ reference: 'Tien ca phe' }, 45000);
  await service.pay({ reference: 'Tra luong' }, 9000000, { transfer_type: 'debit' });
  return { paid, short, cancelled, twice, near, wrong, one, other };
}
const links = await pay();

test('money that completed nothing is explained in words, and the tab counts it', async (t) => {
  const page = await session.show(t, list);
  await tab(page, 'Needs review').getByText('5', { exact: true }).waitFor();
  await tab(page, 'Needs review').click();
  await page.waitForURL('**/transactions?attention=open');
  await isWhole(page);
  for (const [text, badge, reason] of [
    ['thieu', 'Underpaid', `50,000 ₫ less than the 150,000 ₫ for ${links.short.reference}.`],
    ['tre', 'Late', `after ${links.cancelled.reference} was cancelled.`],
    ['lan hai', 'Duplicate', `after ${links.twice.reference} was paid.`],
    ['sai', 'Near miss', `${links.wrong} differs from ${links.near.reference} (150,000 ₫, pending) by one character.`],
    [links.other.reference, 'Ambiguous', `The text contains ${links.one.reference} and ${links.other.reference}.`],
  ]) {
    const row = rowOf(page, text);
    await row.getByText(badge, { exact: true }).waitFor();
    await row.getByText(reason).waitFor();
  }
});

test('a near miss is laid beside the link that it resembles', async (t) => {
  const page = await session.show(t, await pageOf(links.wrong + ' sai'));
  await titled(page, '+150,000 ₫');
  const marked = await page.locator('.comparison mark').allTextContents();
  assert.deepEqual(marked, [links.wrong.at(-1), links.near.reference.at(-1)]);
  await page.getByRole('link', { name: links.near.reference }).click();
  await page.waitForURL(`**/links/${links.near.id}`);
});

test('a second payment leads to the first one', async (t) => {
  const page = await session.show(t, await pageOf(links.twice.reference + ' lan hai'));
  await titled(page, '+150,001 ₫');
  await page.locator('.related', { hasText: 'First payment' }).getByRole('link').click();
  await titled(page, '+150,000 ₫');
  await page.getByText(`It completed ${links.twice.reference}.`).waitFor();
  await page.getByRole('link', { name: 'Callback' }).getByText('Delivered').waitFor();
});

test('settling takes money off the list, keeps the note, and completes nothing', async (t) => {
  const page = await session.show(t, list + '?attention=open');
  await press(rowOf(page, 'thieu'), 'Settle…');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Settling only records your decision: it does not complete a link.').waitFor();
  await dialog.getByLabel('Note').fill('Đã gọi khách: trả nốt bằng tiền mặt.');
  await press(dialog, 'Save');
  await rowOf(page, 'thieu').waitFor({ state: 'detached' });
  await tab(page, 'Needs review').getByText('4', { exact: true }).waitFor();
  await go(page, await pageOf(links.short.reference + ' thieu'));
  await page.locator('.page-title').getByText('Settled', { exact: true }).waitFor();
  await page.getByText('Đã gọi khách: trả nốt bằng tiền mặt.').waitFor();
  await press(page, 'Edit note');
  await dialog.getByLabel('Mark as settled').uncheck();
  await press(dialog, 'Save');
  await page.locator('.page-title').getByText('Settled', { exact: true }).waitFor({ state: 'detached' });
  await go(page, `${inside}/links/${links.short.id}`);
  await page.locator('.page-head').getByText('Pending').waitFor();
});

test('filters are the address: they survive a reload and Back, and the file has the same rows', async (t) => {
  const page = await session.show(t, list);
  await filter(page, 'Direction').selectOption('debit');
  await page.waitForURL('**/transactions?transfer_type=debit');
  await rowOf(page, 'Tra luong').waitFor();
  await filter(page, 'From amount').fill('9.500.000');
  await filter(page, 'From amount').press('Enter');
  await page.waitForURL('**/transactions?transfer_type=debit&min_amount=9500000');
  await page.getByText('No results').waitFor();
  await page.goBack();
  await rowOf(page, 'Tra luong').waitFor();
  await page.reload();
  await rowOf(page, 'Tra luong').waitFor();
  assert.equal(await filter(page, 'Direction').inputValue(), 'debit');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download CSV' }).click()]);
  const text = await (await file.createReadStream()).toArray().then((parts) => Buffer.concat(parts).toString());
  assert.match(text, /Tra luong/);
  assert.doesNotMatch(text, /Tien ca phe/);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL('**/transactions');
  await rowOf(page, 'Tien ca phe').waitFor();
});

test('money that comes in waits above the list until it is asked for', async (t) => {
  const page = await session.show(t, list);
  await service.pay({ reference: 'Khach moi' }, 60000);
  await press(page, '1 new');
  await rowOf(page, 'Khach moi').waitFor();
});

test('a person finds the money of all their Workspaces', async (t) => {
  const page = await session.show(t, '/');
  await page.getByRole('link', { name: 'All transactions' }).click();
  await titled(page, 'Transactions of all Workspaces');
  const row = rowOf(page, 'Tien ca phe');
  await row.getByText(workspace.name).waitFor();
  await row.getByRole('link').click();
  await page.waitForURL(`**${inside}/transactions/*`);
  await page.getByText('The text contains no reference of a link or order').waitFor();
});

test('the keyboard alone opens a row and settles it', async (t) => {
  const page = await session.show(t, list + '?attention=open');
  const link = rowOf(page, 'tre').getByRole('link');
  await link.focus();
  await page.keyboard.press('Enter');
  await titled(page, '+150,000 ₫');
  assert.equal(await page.evaluate(() => document.activeElement.tagName), 'H1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Note' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Settle/);
});

test('who may only look sees everything, and why nothing can be settled', async (t) => {
  const page = await session.show(t, list + '?attention=open', { role: 'viewer' });
  const button = rowOf(page, 'tre').getByRole('button', { name: 'Settle…' });
  assert.equal(await button.getAttribute('aria-disabled'), 'true');
  await button.click({ force: true });
  assert.equal(await page.getByRole('dialog').count(), 0);
  await rowOf(page, 'tre').getByText('Your role is Viewer. This needs an Owner, Admin or Member.').waitFor({ state: 'attached' });
});

test('what an import by a token has found waits until a person confirms it', async (t) => {
  const link = await service.makeLink();
  const [id] = (await service.importStatement(link.reference, 150000)).transaction_ids;
  const page = await session.show(t, list + '?attention=open');
  await rowOf(page, link.reference).getByText('To confirm').waitFor();
  await go(page, `${list}/${id}`);
  await page.getByText(`An imported statement says that it is for ${link.reference}.`).waitFor();
  await page.getByText('Statement only').waitFor();
  await press(page, 'Confirm payment');
  await page.getByText(`It completed ${link.reference}.`).waitFor();
  await page.getByText('Confirmed by').waitFor();
  await go(page, `${inside}/links/${link.id}`);
  await page.locator('.page-head').getByText('Succeeded').waitFor();
});
