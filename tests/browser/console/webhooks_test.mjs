// Webhooks: an endpoint that is checked, its keys, its filter, tests of it; chats; what became of what was sent.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { inside, owner, receiver, session, workspace } from './inside.mjs';
import { askForPassword, confirmPassword, dialogOf, fill, go, press, rowOf, said, titled } from './portal.mjs';

const [account] = workspace.bank_accounts;
const list = `${inside}/webhooks`;
const call = session.call.bind(session);
async function makeWebhook(name, members = {}) {
  const { status, data } = await call('POST', `/webhooks/${workspace.id}`, {
    name, url: receiver.addressOf(name), events: ['transaction.credit'], ...members,
  });
  assert.equal(status, 201);
  return data;
}
const choose = async (page, action) => {
  await page.locator('.page-actions summary').click();
  await press(page, action);
};

test('an endpoint that does not answer is not saved, and why is said; then it is, and its keys are shown once', async (t) => {
  receiver.answers.set('erp', 404);
  const page = await session.show(t, `${list}/new`);
  await titled(page, 'New webhook');
  await fill(page, 'Name', 'ERP');
  await fill(page, 'URL', receiver.addressOf('erp'));
  await page.getByRole('checkbox', { name: /Money in/ }).uncheck();
  await press(page, 'Create webhook');
  await page.locator('.fault', { hasText: 'Choose at least one event.' }).waitFor();
  await page.getByRole('checkbox', { name: /Money in/ }).check();
  await page.getByRole('checkbox', { name: /Order paid/ }).check();
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel(/^Minimum amount/).fill('50000');
  await page.getByText('More settings').click();
  await page.getByLabel(/^Custom headers/).fill('Authorization: x');
  await press(page, 'Create webhook');
  await page.locator('.fault', { hasText: 'Write “Name: value” on each line.' }).waitFor();
  await page.getByLabel(/^Custom headers/).fill('X-Shop: hanoi');
  await press(page, 'Create webhook');
  await page.locator('.fault', { hasText: 'The test event was not delivered, so nothing was saved. Path not found (404).' }).waitFor({ timeout: 20000 });
  assert.equal((await call('GET', `/webhooks/${workspace.id}`)).data.length, 0);

  receiver.answers.delete('erp');
  await press(page, 'Create webhook');
  const keys = page.getByRole('dialog', { name: 'Webhook keys' });
  await keys.waitFor();
  const shown = await keys.locator('code').allTextContents();
  assert.match(shown.join(' '), /^whk_[0-9A-Za-z]{46} whs_[0-9A-Za-z]{46}$/);
  await page.keyboard.press('Escape');
  assert.ok(await keys.isVisible());
  await press(keys, 'I’ve saved it');
  await titled(page, 'ERP');
  await page.getByText('At least 50,000 ₫').waitFor();
  await page.getByText('X-Shop: hanoi').waitFor();
  assert.ok(!(await page.content()).includes(shown[0]), 'the key is not on the page any more');
});

test('a test event shows what came of it', async (t) => {
  const webhook = await makeWebhook('tested');
  receiver.answers.set('tested', 503);
  const page = await session.show(t, `${list}/${webhook.id}`);
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
  await press(page, 'Send test event');
  await press(dialogOf(page), 'Send');
  await dialogOf(page).getByText('Server error (503).').waitFor({ timeout: 20000 });
  receiver.answers.delete('tested');
  await press(dialogOf(page), 'Send again');
  await dialogOf(page).getByText(/^Delivered: 200 in/).waitFor({ timeout: 20000 });
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Server error' }).waitFor();
  const failed = await page.getByRole('link', { name: 'Server error' }).getAttribute('href');
  assert.match(failed, new RegExp(`\\?tab=webhooks&webhook_id=${webhook.id}&error_class=http_5xx$`));
});

test('keys are rotated, wait, and are used when a person says so', async (t) => {
  const webhook = await makeWebhook('rotated');
  const page = await session.show(t, `${list}/${webhook.id}`);
  await choose(page, 'Rotate keys');
  await press(dialogOf(page), 'Rotate keys');
  const keys = page.getByRole('dialog', { name: 'New webhook keys' });
  await keys.waitFor();
  assert.match(await keys.locator('code').first().textContent(), /^whk_/);
  await press(keys, 'I’ve saved it');
  await page.getByText('New keys are waiting.').waitFor();
  await press(page, 'Activate new keys');
  await said(page, 'New keys activated');
  await page.getByText('New keys are waiting.').waitFor({ state: 'detached' });
});

test('a webhook is edited, switched off and on, and deleted', async (t) => {
  const webhook = await makeWebhook('changed', { filter: { bank_account_ids: [account.id] } });
  const page = await session.show(t, `${list}/${webhook.id}`);
  await page.getByText(`Only ${account.bank} ${account.account_number}`).waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  await titled(page, 'Edit webhook');
  const box = page.getByRole('checkbox', { name: `${account.bank} ${account.account_number}` });
  assert.ok(await box.isChecked());
  await box.uncheck();
  await fill(page, 'Name', 'Kho hàng');
  await press(page, 'Save');
  await titled(page, 'Kho hàng');
  await page.getByText('All events', { exact: true }).waitFor();
  assert.equal((await call('GET', `/webhooks/${workspace.id}/${webhook.id}`)).data.filter, null);

  await choose(page, 'Disable');
  await press(dialogOf(page), 'Disable');
  await page.getByText('This webhook is disabled.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Send test event' }).getAttribute('aria-disabled'), 'true');
  await press(page, 'Enable');
  await said(page, 'Webhook enabled');
  await page.getByText('This webhook is disabled.').waitFor({ state: 'detached' });

  await choose(page, 'Delete webhook');
  await press(dialogOf(page), 'Delete webhook');
  await titled(page, 'Webhooks');
  await rowOf(page, 'Kho hàng').waitFor({ state: 'detached' });
});

test('at another server a webhook has new keys, shown once after the password was given again', async (t) => {
  const webhook = await makeWebhook('moved');
  const page = await session.show(t, `${list}/${webhook.id}/edit`);
  const stop = await askForPassword(page, `**/webhooks/*/${webhook.id}`, 'PATCH');
  await page.getByText('A different server gets new keys').waitFor();
  const pause = page.getByLabel('Disable it until the new server has the new keys.');
  assert.equal(await pause.count(), 0);
  await fill(page, 'URL', 'https://shop.example/hook');
  assert.equal(await pause.isChecked(), true);
  await press(page, 'Save');
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await stop();
  await confirmPassword(page, owner.password);
  const keys = page.getByRole('dialog', { name: 'New webhook keys' });
  await keys.waitFor();
  const shown = await keys.locator('code').allTextContents();
  assert.match(shown.join(' '), /^whk_[0-9A-Za-z]{46} whs_[0-9A-Za-z]{46}$/);
  assert.ok(!shown.includes(webhook.api_key) && !shown.includes(webhook.secret));
  await press(keys, 'I’ve saved it');
  await titled(page, 'moved');
  await page.getByText('https://shop.example/hook').first().waitFor();
  await page.getByText('This webhook is disabled.').waitFor();
  await press(page, 'Enable');
  await said(page, 'Webhook enabled');

  // Within the same server it keeps them.
  await page.getByRole('link', { name: 'Edit' }).click();
  await titled(page, 'Edit webhook');
  await fill(page, 'URL', 'https://shop.example/other');
  assert.equal(await pause.count(), 0);
  await press(page, 'Save');
  await titled(page, 'moved');
  await page.getByRole('button', { name: 'Send test event' }).waitFor();
  assert.equal(await page.getByText('This webhook is disabled.').count(), 0);
});

test('a chat is refused in words, field by field', async (t) => {
  const page = await session.show(t, `${list}/new`);
  await page.getByRole('link', { name: 'Telegram chat' }).click();
  await page.waitForURL('**/new?type=telegram');
  await fill(page, 'Name', 'Cashiers');
  await fill(page, 'Chat', 'not a chat');
  await fill(page, 'Bot token', 'nonsense');
  await press(page, 'Create webhook');
  await page.locator('.fault', { hasText: 'or an @name.' }).waitFor();
  await page.locator('.fault', { hasText: 'Copy the complete token from @BotFather' }).waitFor();
});

test('a member sees webhooks, and why they can change none', async (t) => {
  const webhook = await makeWebhook('seen');
  const page = await session.show(t, list, { role: 'member' });
  await rowOf(page, 'seen').waitFor();
  const create = page.getByRole('button', { name: 'Create webhook' });
  assert.equal(await create.getAttribute('aria-disabled'), 'true');
  await go(page, `${list}/${webhook.id}`);
  assert.equal(await page.getByRole('button', { name: 'Send test event' }).getAttribute('aria-disabled'), 'true');
  await page.locator('.page-actions summary').click();
  await page.getByRole('button', { name: /^Rotate keys/ }).getByText('This needs an Owner or Admin.').waitFor();
});
