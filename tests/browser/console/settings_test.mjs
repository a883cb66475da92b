// Settings, developers and the audit log of a Workspace.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { service } from '../world.mjs';
import { confirmPassword, consoleOf, dialogOf, fill, makePerson, panelOf, press, said, titled } from './portal.mjs';
import { Session } from './session.mjs';

const origin = await consoleOf(service);
const [workspace] = service.sandbox.workspaces;
const path = (page) => `/w/${workspace.id}/${page}`;
const sessionOf = (person) => new Session(service, origin, person).begin();
const asOwner = await sessionOf(service.sandbox.user);

/** A Workspace of a person's own, to be suspended and deleted. */
async function ownWorkspace(email, name) {
  const session = await sessionOf(await makePerson(service, email, 'Hoa'));
  const { status, data } = await session.call('POST', '/workspaces', { name, entity_type: 'individual', banking_mode: 'open_banking', language: 'en' });
  assert.equal(status, 201);
  return { session, ws: data.id };
}

test('name, language and mails are changed and stay changed', async (t) => {
  const { session, ws } = await ownWorkspace('name@shop.example', 'Shop');
  const page = await session.show(t, `/w/${ws}/settings`);
  await titled(page, 'Settings');
  const general = panelOf(page, 'General');
  await fill(general, 'Name', '');
  await press(general, 'Save');
  await general.locator('.fault', { hasText: 'Enter a name.' }).waitFor();
  await fill(general, 'Name', 'Cà phê Sáng');
  await general.getByLabel('Email language').selectOption('vi');
  await press(general, 'Save');
  await said(page, 'Saved');
  await page.locator('.workspace-name', { hasText: 'Cà phê Sáng' }).waitFor();
  const mails = panelOf(page, 'Emails');
  await mails.getByLabel('Your system receives callbacks again').uncheck();
  await press(mails, 'Save');
  await said(page, 'Saved');
  await page.reload();
  assert.equal(await general.getByLabel('Name', { exact: true }).inputValue(), 'Cà phê Sáng');
  assert.ok(!(await mails.getByLabel('Your system receives callbacks again').isChecked()));
  const { data } = await session.call('GET', '/workspaces/' + ws);
  assert.deepEqual([data.name, data.language, data.notifications.delivery_recovered, data.notifications.delivery_failed], ['Cà phê Sáng', 'vi', false, true]);
});

test('without a second factor of one’s own, none can be required of the others', async (t) => {
  const { session, ws } = await ownWorkspace('factor@shop.example', 'Shop');
  const page = await session.show(t, `/w/${ws}/settings`);
  const panel = panelOf(page, 'Two-factor authentication');
  await panel.getByRole('checkbox').check();
  await press(panel, 'Save');
  await panel.getByRole('alert').filter({ hasText: 'lock yourself out' }).waitFor();
});

test('a Workspace is suspended, says so on every page, and is reactivated', async (t) => {
  const { session, ws } = await ownWorkspace('pause@shop.example', 'Shop');
  const page = await session.show(t, `/w/${ws}/settings`);
  const panel = panelOf(page, 'Suspension');
  await press(panel, 'Suspend');
  await press(dialogOf(page), 'Suspend');
  await panel.getByText('Suspended', { exact: true }).waitFor();
  await page.getByText('This Workspace is suspended: payments are on hold').waitFor();
  await press(panel, 'Reactivate');
  await press(dialogOf(page), 'Reactivate');
  await panel.getByText('Active', { exact: true }).waitFor();
});

test('the export is saved when its end has come', async (t) => {
  const page = await asOwner.show(t, path('settings'));
  const saving = page.waitForEvent('download');
  await press(panelOf(page, 'Export'), 'Export everything');
  const file = await saving;
  assert.equal(file.suggestedFilename(), workspace.id + '.jsonl');
  const lines = readFileSync(await file.path(), 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.equal(lines[0].kind, 'workspace');
  assert.deepEqual(lines.at(-1), { kind: 'end' });
  await page.getByText(`Complete: ${lines.length - 1} records`).waitFor();
});

test('an export that is cut off saves nothing', async (t) => {
  const page = await asOwner.show(t, path('settings'));
  await page.route('**/export', (route) => route.fulfill({ body: '{"kind":"workspace","record":{}}\n', contentType: 'application/x-ndjson' }));
  let isSaved = false;
  page.on('download', () => { isSaved = true; });
  await press(panelOf(page, 'Export'), 'Export everything');
  await page.getByText('The export was cut off').waitFor();
  assert.ok(!isSaved);
});

test('a Workspace is deleted by its name alone', async (t) => {
  const { session, ws } = await ownWorkspace('end@shop.example', 'Short-lived');
  const page = await session.show(t, `/w/${ws}/settings`);
  await press(panelOf(page, 'Deletion'), 'Delete Workspace');
  const dialog = dialogOf(page);
  await fill(dialog, 'To confirm, type Short-lived', 'short-lived');
  assert.equal(await dialog.getByRole('button', { name: 'Delete Workspace' }).getAttribute('aria-disabled'), 'true');
  await fill(dialog, 'To confirm, type Short-lived', 'Short-lived');
  await press(dialog, 'Delete Workspace');
  await said(page, 'Short-lived deleted');
  await titled(page, 'Your Workspaces');
  assert.equal((await session.call('GET', '/workspaces/' + ws)).status, 403);
});

test('the signing key is shown and replaced after the password was given again, and both keys are told apart', async (t) => {
  const { session, ws } = await ownWorkspace('key@shop.example', 'Keys');
  const page = await session.show(t, `/w/${ws}/developers`);
  // As if the password had been given long ago.
  let isConfirmed = false;
  await page.route('**/signing-key', (route) => isConfirmed ? route.continue() : route.fulfill({
    status: 403, json: { success: false, error: { code: 'REAUTHENTICATION_REQUIRED', message: '', messageKey: '', traceId: '' } },
  }));
  const panel = panelOf(page, 'Signing key');
  await press(panel, 'Show key');
  await press(dialogOf(page), 'Close');
  await panel.getByRole('alert').filter({ hasText: 'needs your password' }).waitFor();
  await press(panel, 'Show key');
  await dialogOf(page).locator('input[name=password]').fill('Wrong1password');
  await press(dialogOf(page), 'Continue');
  await dialogOf(page).locator('.fault', { hasText: 'That was incorrect. Try again.' }).waitFor();
  isConfirmed = true;
  await confirmPassword(page);
  await panel.getByText('Current key').waitFor();
  const { data: before } = await session.call('GET', `/workspaces/${ws}/signing-key`);
  const short = `${before.current.key.slice(0, 9)}…${before.current.key.slice(-4)}`;
  assert.equal(await panel.locator('.key code').textContent(), short);
  await press(panel, 'Show full key');
  assert.equal(await panel.locator('.key code').textContent(), before.current.key);

  await press(panel, 'Rotate key');
  assert.match(await dialogOf(page).textContent(), /verify with both keys until then.*No older keys are affected/s);
  await press(dialogOf(page), 'Rotate key');
  await page.getByRole('heading', { name: 'Your new signing key' }).waitFor();
  const { data: after } = await session.call('GET', `/workspaces/${ws}/signing-key`);
  assert.equal(after.previous.key, before.current.key);
  assert.deepEqual(await dialogOf(page).locator('dd code').allTextContents(), [after.current.key, before.current.key]);
  await press(dialogOf(page), 'My system has both keys');
  await panel.getByText('Accept its callbacks until').waitFor();

  await press(panel, 'Rotate key');
  assert.match(await dialogOf(page).textContent(), /The key before it, valid until/);
});

test('the receivers of the documentation are shown in six languages, each at an address of its own', async (t) => {
  const page = await asOwner.show(t, path('developers'));
  const files = { 'Node.js': 'callback.mjs', Python: 'callback.py', PHP: 'callback.php', Java: 'Callback.java', Go: 'callback.go', 'C#': 'csharp/Callback.cs' };
  for (const [language, file] of Object.entries(files)) {
    await page.getByRole('navigation', { name: 'Programming language' }).getByRole('link', { name: language, exact: true }).click();
    const code = page.getByRole('region', { name: `Receiver in ${language}` });
    await code.waitFor();
    assert.equal(await code.textContent(), readFileSync(new URL(`../../../docs/verify/${file}`, import.meta.url), 'utf8'));
  }
  assert.match(page.url(), /language=csharp$/);
  await page.reload();
  await page.getByRole('region', { name: 'Receiver in C#' }).waitFor();
});

test('the audit log tells who did what, and its chain is checked in the browser', async (t) => {
  const { session, ws } = await ownWorkspace('audit@shop.example', 'Chain');
  for (const name of ['Chain “1”', 'Chuỗi 2 ☕', 'Chain 3']) assert.equal((await session.call('PATCH', '/workspaces/' + ws, { name })).status, 200);
  const page = await session.show(t, `/w/${ws}/audit`);
  await page.getByText(/Rows 1 to \d+ verified in this browser/).waitFor();
  await page.getByRole('link', { name: 'Settings changed' }).first().click();
  const dialog = dialogOf(page);
  await dialog.getByRole('cell', { name: 'Chain 3' }).waitFor();
  assert.match(page.url(), /\?row=aud_/);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Action', { exact: true }).selectOption('workspace.changed');
  await page.waitForURL('**/audit?action=workspace.changed');
  await page.getByText('Clear the filters to verify the chain.').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Settings changed' }).count(), 3);
  const csv = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
  const text = await page.evaluate(async (address) => (await fetch(address)).text(), csv);
  assert.equal(text.trimEnd().split('\r\n').length, 4);
  await page.goBack();
  await page.getByText(/Rows 1 to \d+ verified in this browser/).waitFor();

  // A row that somebody has changed on the way.
  await page.route('**/audit-log*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace('Chain 3', 'Chain 4') });
  });
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'The chain is broken at row' }).waitFor();
});
