// Bank accounts: connected with the bank's code, heard, disconnected, removed; statements and virtual accounts.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { BankedService } from '../bank.mjs';
import { phone } from '../world.mjs';
import { consoleOf, dialogOf, fill, go, press, rowOf, said, titled } from './portal.mjs';
import { Session } from './session.mjs';

const banked = await new BankedService().start();
after(() => banked.end());
const { service } = banked;
const origin = await consoleOf(service);
const owner = service.sandbox.user;
const [workspace] = service.sandbox.workspaces;
const [account] = workspace.bank_accounts;
const list = `/w/${workspace.id}/banks`;
const session = await new Session(service, origin, owner).begin();
const call = session.call.bind(session);

/** The code that the sandbox bank has sent for an account. */
async function codeFor(number) {
  const answer = await fetch(banked.bank + '/connections');
  return (await answer.json()).data.find((one) => one.account_number === number).otp;
}

/** Fills in the wizard's second step. */
async function begin(page, number) {
  await titled(page, 'Connect a bank account');
  await fill(page, 'Account number', number);
  await press(page, 'Continue');
}

test('an account is connected with a code; a wrong one counts, another one can be sent, and a reload loses nothing', async (t) => {
  const page = await session.show(t, list);
  await rowOf(page, account.account_number).getByText('Connected').waitFor();
  await page.getByRole('link', { name: 'Connect account' }).click();
  await titled(page, 'Connect a bank account');
  await page.getByRole('link', { name: /^ACB/ }).click();
  await begin(page, '1900000000');
  await page.locator('.fault', { hasText: 'Rejected by the bank: “The bank has no account with this number. / Ngân hàng không có tài khoản mang số này.”' }).waitFor();
  await fill(page, 'Account number', '19 0000-0001');
  await press(page, 'Continue');
  await page.getByText('ACB sent a code to the account holder’s phone').waitFor();
  await page.getByText(/^Expires in [45]:\d\d$/).waitFor();
  const right = await codeFor('1900000001');
  await fill(page, 'Code', right === '000000' ? '000001' : '000000');
  await press(page, 'Connect');
  await page.locator('.fault', { hasText: 'This code is wrong. 4 attempts left.' }).waitFor();
  await page.reload();
  await page.getByText('ACB sent a code').waitFor();
  await press(page, 'Send new code');
  await said(page, 'New code sent');
  await page.getByText(/5 attempts left$/).waitFor();
  await fill(page, 'Code', await codeFor('1900000001'));
  await press(page, 'Connect');
  await page.getByRole('heading', { name: 'ACB 1900000001 is connected' }).waitFor();
  await page.getByRole('link', { name: 'Open account' }).click();
  await titled(page, 'ACB 1900000001');
  await page.locator('.page-head').getByText('Connected').waitFor();
});

test('a bank under maintenance, or without a feed, is shown, and takes nobody', async (t) => {
  const page = await session.show(t, `${list}/connect`);
  await page.route('**/v1.1/banks?**', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const bank of body.data) {
      if (bank.code === 'OCB') bank.status = 'Maintenance';
      if (bank.code === 'ACB') bank.has_feed = false;
    }
    await route.fulfill({ response: answer, json: body });
  });
  await page.reload();
  await page.locator('.bank-card', { hasText: 'OCB' }).getByText('Maintenance').waitFor();
  await page.locator('.bank-card', { hasText: 'ACB' }).getByText('No feed').waitFor();
  await page.getByText('it would not see your payments').waitFor();
  assert.equal(await page.getByRole('link', { name: /^(OCB|ACB)/ }).count(), 0);
  assert.equal(await page.getByRole('link', { name: /^MB/ }).count(), 1);
});

test('a connection in progress is given up, and nothing of it stays', async (t) => {
  const page = await session.show(t, `${list}/connect?bank=MB`);
  await begin(page, '1900000002');
  await page.getByText('MB sent a code').waitFor();
  const address = page.url();
  await press(page, 'Cancel connection');
  await press(dialogOf(page), 'Cancel connection');
  await titled(page, 'Bank accounts');
  assert.equal(await rowOf(page, '1900000002').count(), 0);
  await page.goto(address);
  await page.getByRole('heading', { name: 'This connection was cancelled' }).waitFor();
});

test('an account is disconnected, connected again, and removed when its number is typed', async (t) => {
  const page = await session.show(t, `${list}/connect?bank=OCB`);
  await begin(page, '1900000003');
  await page.getByText('OCB sent a code').waitFor();
  await fill(page, 'Code', await codeFor('1900000003'));
  await press(page, 'Connect');
  await page.getByRole('link', { name: 'Open account' }).click();
  const choose = async (action) => {
    await page.locator('.page-actions summary').click();
    await press(page, action);
  };
  await choose('Disconnect');
  await press(dialogOf(page), 'Disconnect');
  await page.locator('.page-head').getByText('Disconnected').waitFor();
  await page.getByRole('link', { name: 'Reconnect' }).click();
  await press(page, 'Continue');
  await page.getByText('OCB sent a code').waitFor();
  await fill(page, 'Code', await codeFor('1900000003'));
  await press(page, 'Connect');
  await page.getByRole('heading', { name: 'OCB 1900000003 is connected' }).waitFor();
  await page.getByRole('link', { name: 'Open account' }).click();
  await titled(page, 'OCB 1900000003');
  await choose('Remove account');
  const dialog = dialogOf(page);
  const remove = dialog.getByRole('button', { name: 'Remove account' });
  assert.equal(await remove.getAttribute('aria-disabled'), 'true');
  await dialog.locator('input').fill('1900000003');
  await remove.click();
  await said(page, 'Account removed');
  await titled(page, 'Bank accounts');
  await rowOf(page, account.account_number).waitFor();
  assert.equal(await rowOf(page, '1900000003').count(), 0);
});

test('a virtual account is added and closed', async (t) => {
  const page = await session.show(t, `${list}/${account.id}`);
  await press(page, 'Add virtual account');
  await fill(dialogOf(page), 'Name', 'Quầy 7');
  await press(dialogOf(page), 'Add virtual account');
  // Nobody can be asked for the number of an account that no connector has connected.
  const number = dialogOf(page).getByLabel('Number', { exact: true });
  const row = rowOf(page, 'Quầy 7');
  await number.or(row).first().waitFor();
  if (await number.isVisible()) {
    await number.fill('VQRQTEST0007');
    await press(dialogOf(page), 'Add virtual account');
  }
  await row.getByText('Active').waitFor();
  await row.getByRole('button', { name: /^Close / }).click();
  await press(dialogOf(page), 'Close account');
  await row.getByText('Closed').waitFor();
});

test('a statement is looked at, imported, and its faults are told by their lines', async (t) => {
  const page = await session.show(t, `${list}/${account.id}`);
  await page.getByLabel('Statement file').setInputFiles({ name: 'x.xlsx', mimeType: 'application/zip', buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]) });
  await page.getByText('This is not a UTF-8 text file.').waitFor();
  const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('/');
  const file = `Sao kê;;\nNgày;Ghi có;Ghi nợ;Diễn giải\n${day};125.000;;Mua ca phe\nhôm qua;1.000;;x\n`;
  await page.getByLabel('Statement file').setInputFiles({ name: 'sao-ke.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
  await page.getByRole('cell', { name: 'Mua ca phe' }).waitFor();
  assert.equal(await page.getByLabel('Date', { exact: true }).inputValue(), 'Ngày');
  assert.equal(await page.getByLabel(/^Credits/).inputValue(), 'Ghi có');
  assert.equal(await page.getByLabel(/^Date format/).inputValue(), 'd/M/yyyy');
  await press(page, 'Import');
  await page.getByRole('heading', { name: '2 entries in the statement' }).waitFor();
  await page.getByText(/^Entry 2: line 4, column Ngày is not a date in the format d\/M\/yyyy/).waitFor();
  const result = page.locator('.import-result');
  assert.match(await result.textContent(), /New1.*Unreadable1/);
  await result.getByText('New transactions').click();
  const id = await result.getByRole('link').textContent();
  assert.equal((await call('GET', `/transactions/${workspace.id}/${id}`)).data.content, 'Mua ca phe');
});

test('how the bank is heard is told, and what it has not told of', async (t) => {
  const page = await session.show(t, `${list}/${account.id}`);
  await page.getByText('Unknown').or(page.getByText(/^median .*, at most /)).first().waitFor();
  await page.route(`**/${account.id}/health`, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const gap = { amount: '-50000', after_transaction_id: 'txn_a', before_transaction_id: 'txn_b', from: '2026-03-15T02:30:05Z', to: '2026-03-15T03:30:05Z' };
    await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, gaps: [gap], fetch_fault: 'it answered 503', conflicts: 2 } } });
  });
  await page.reload();
  await page.getByText('1 gap: money moved without being reported.').waitFor();
  await page.getByText('−50,000 ₫').waitFor();
  await page.getByText('The last check for missed entries failed: it answered 503').waitFor();
});

test('a list that cannot be loaded says so, and tries again', async (t) => {
  const page = await session.show(t, `/w/${workspace.id}/orders`);
  await page.route(`**/v1.1/bank-accounts/${workspace.id}`, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto(`${origin}/console${list}`);
  await page.getByRole('heading', { name: 'Loading failed' }).waitFor({ timeout: 30000 });
  await page.unroute(`**/v1.1/bank-accounts/${workspace.id}`);
  await press(page, 'Try again');
  await rowOf(page, account.account_number).waitFor();
});

test('a member sees accounts, and why they can change none', async (t) => {
  const page = await session.show(t, list, { role: 'member' });
  const connect = page.getByRole('button', { name: 'Connect account' });
  assert.equal(await connect.getAttribute('aria-disabled'), 'true');
  await connect.focus();
  await page.getByRole('tooltip').filter({ hasText: 'This needs an Owner or Admin.' }).waitFor();
  await go(page, `${list}/${account.id}`);
  assert.equal(await page.getByRole('button', { name: 'Import' }).getAttribute('aria-disabled'), 'true');
  await page.locator('.page-actions summary').click();
  assert.equal(await page.getByRole('button', { name: /^Disconnect/ }).getAttribute('aria-disabled'), 'true');
});
