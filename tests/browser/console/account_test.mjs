// One's own account, API tokens and plan.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { service } from '../world.mjs';
import { Service } from '../service.mjs';
import { consoleOf, dialogOf, fill, freePort, goodPassword, makePerson, open, panelOf, press, said, signInAs, titled, totp } from './portal.mjs';
import { Session } from './session.mjs';

const origin = await consoleOf(service);
const [workspace] = service.sandbox.workspaces;
const sessionOf = (person) => new Session(service, origin, person).begin();
const asOwner = await sessionOf(service.sandbox.user);

test('name and language are changed, and the console follows', async (t) => {
  const session = await sessionOf(await makePerson(service, 'profile@shop.example', 'Lan'));
  const page = await session.show(t, '/account');
  await titled(page, 'Your account');
  const profile = panelOf(page, 'Profile');
  await fill(profile, 'Name', 'Trần Thị Lan');
  await profile.locator('select').selectOption('vi');
  await press(profile, 'Save');
  await titled(page, 'Tài khoản của bạn');
  const { data } = await session.call('GET', '/account');
  assert.deepEqual([data.name, data.locale], ['Trần Thị Lan', 'vi']);
});

test('the password is changed, and ends every other session', async (t) => {
  const person = await makePerson(service, 'password@shop.example', 'Lan');
  const other = await sessionOf(person);
  const page = await (await sessionOf(person)).show(t, '/account');
  const panel = panelOf(page, 'Password');
  await fill(panel, 'Current password', 'Wrong1password');
  await fill(panel, 'New password', 'Another1horse');
  await press(panel, 'Change password');
  await panel.locator('.fault', { hasText: 'This password is incorrect.' }).waitFor();
  await fill(panel, 'Current password', goodPassword);
  await press(panel, 'Change password');
  await said(page, 'Password changed');
  assert.equal(await panel.getByLabel('New password', { exact: true }).inputValue(), '');
  assert.equal((await other.call('GET', '/account')).status, 401);
  await sessionOf({ ...person, password: 'Another1horse' });
});

test('an authenticator app is set up, asked for, and turned off; recovery codes are shown once', async (t) => {
  const person = await makePerson(service, 'factor@shop.example', 'Lan');
  const page = await (await sessionOf(person)).show(t, '/account');
  const panel = panelOf(page, 'Two-factor authentication');
  await press(panel, 'Set up');
  const dialog = dialogOf(page);
  assert.ok(await dialog.getByRole('img', { name: 'QR code of the key' }).evaluate((image) => image.complete && image.naturalWidth > 0));
  const secret = (await dialog.locator('code').textContent()).replaceAll(' ', '');
  await fill(dialog, 'Code from the app', '000000');
  await press(dialog, 'Turn on');
  await dialog.locator('.fault', { hasText: 'This code is wrong.' }).waitFor();
  await fill(dialog, 'Code from the app', totp(secret));
  await press(dialog, 'Turn on');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = await dialogOf(page).locator('.codes code').allTextContents();
  assert.equal(new Set(codes).size, 10);
  const saving = page.waitForEvent('download');
  await press(dialogOf(page), 'Save as a file');
  assert.equal((await saving).suggestedFilename(), 'recovery-codes.txt');
  await page.keyboard.press('Escape');
  await press(dialogOf(page), 'I’ve saved them');
  await panel.getByText('10 codes left').waitFor();

  const again = await open(t, origin + '/console/signin');
  await fill(again, 'Email address', person.email);
  await fill(again, 'Password', person.password);
  await press(again, 'Sign in');
  await fill(again, 'Code', codes[0]);
  await press(again, 'Sign in');
  await titled(again, 'Your Workspaces');

  await page.reload();
  await panel.getByText('9 codes left').waitFor();
  await press(panel, 'Create new codes');
  await press(dialogOf(page), 'Create new codes');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  assert.ok(!(await dialogOf(page).locator('.codes code').allTextContents()).includes(codes[1]));
  await press(dialogOf(page), 'I’ve saved them');
  await press(panel, 'Turn off');
  await press(dialogOf(page), 'Turn off');
  await panel.getByText('Off: you sign in with your password alone.').waitFor();
});

test('sessions are listed, and ended one by one or all at once', async (t) => {
  const person = await makePerson(service, 'sessions@shop.example', 'Lan');
  const others = [await sessionOf(person), await sessionOf(person), await sessionOf(person)];
  const page = await signInAs(t, origin, person, '/account');
  const panel = panelOf(page, 'Sessions');
  await panel.locator('li').nth(3).waitFor();
  assert.match(await panel.locator('li').first().textContent(), /Chrome on Linux.*Current/);
  await panel.getByRole('button', { name: /^End session on/ }).first().click();
  await said(page, 'Session ended');
  await panel.locator('li').nth(3).waitFor({ state: 'detached' });
  await press(panel, 'End all others');
  await press(dialogOf(page), 'End all others');
  await said(page, 'All other sessions ended');
  for (const other of others) assert.equal((await other.call('GET', '/account')).status, 401);
  assert.equal(await panel.locator('li').count(), 1);
});

test('a passkey is added, signs in, and is removed', { skip: process.env.PAYLINK_CONSOLE_DEV && 'a passkey belongs to one address' }, async (t) => {
  // Browsers refuse passkeys for addresses without a name.
  const port = await freePort();
  const named = await new Service({ PAYLINK_HTTP_LISTEN: `127.0.0.1:${port}`, PAYLINK_HTTP_PUBLIC_URL: `http://localhost:${port}` }).start();
  t.after(() => named.remove());
  const page = await signInAs(t, named.origin, named.sandbox.user, '/account');
  const debug = await page.context().newCDPSession(page);
  await debug.send('WebAuthn.enable');
  await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true,
      isUserVerified: true, automaticPresenceSimulation: true },
  });
  const panel = panelOf(page, 'Passkeys');
  await press(panel, 'Add passkey');
  await fill(dialogOf(page), 'Passkey name', 'Laptop');
  await press(dialogOf(page), 'Continue');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await press(dialogOf(page), 'I’ve saved them');
  await panel.getByText('Laptop').waitFor();
  // The device has one already.
  await press(panel, 'Add passkey');
  await fill(dialogOf(page), 'Passkey name', 'Again');
  await press(dialogOf(page), 'Continue');
  await dialogOf(page).getByRole('alert').filter({ hasText: 'did not create a passkey' }).waitFor();
  await press(dialogOf(page), 'Cancel');
  await page.getByLabel('Account menu').click();
  await press(page, 'Sign out');
  await press(page, 'Sign in with a passkey');
  await titled(page, 'Your Workspaces');
  await page.goto(named.origin + '/console/account');
  await press(panel, 'Remove: Laptop');
  await press(dialogOf(page), 'Remove');
  await panel.getByText('No passkeys yet').waitFor();
});

test('a token is made with what it needs, shown once, changed, given a new secret, and revoked', async (t) => {
  const page = await asOwner.show(t, '/tokens');
  await page.getByRole('link', { name: 'Create token' }).first().click();
  await titled(page, 'New API token');
  await press(page, 'Create token');
  await page.locator('.fault', { hasText: 'Enter a name.' }).waitFor();
  await fill(page, 'Name', 'Shop server');
  await press(page, 'Create token');
  await page.locator('.fault', { hasText: 'Choose at least one permission.' }).waitFor();
  const grid = page.locator('.grant', { hasText: workspace.name });
  if (!(await grid.getAttribute('open'))) await grid.evaluate((element) => { element.open = true; });
  await grid.getByLabel('Payment links and orders: View').check();
  await page.getByLabel('Allowed networks').fill('nowhere');
  await press(page, 'Create token');
  await page.locator('.fault', { hasText: 'Each line must be an IP address' }).waitFor();
  await page.getByLabel('Allowed networks').fill('127.0.0.1\n203.0.113.0/24');
  await press(page, 'Create token');
  await page.getByRole('heading', { name: 'Your new API token' }).waitFor();
  const secret = await dialogOf(page).locator('dd code').textContent();
  assert.match(secret, /^plat_/);
  const asks = async (token, what) => (await fetch(`${service.origin}/v1.1/${what}/${workspace.id}`, { headers: { Authorization: `Bearer ${token}` } })).status;
  assert.deepEqual([await asks(secret, 'payment-links'), await asks(secret, 'webhooks')], [200, 403]);
  await press(dialogOf(page), 'I’ve saved it');
  await titled(page, 'Shop server');
  assert.ok(!(await page.content()).includes(secret), 'nothing keeps it');

  await grid.getByLabel('Webhooks and deliveries: View').check();
  await press(page, 'Save');
  await said(page, 'Saved');
  assert.equal(await asks(secret, 'webhooks'), 200);
  await press(page, 'Rotate secret');
  await press(dialogOf(page), 'Rotate secret');
  await page.getByRole('heading', { name: 'Your new API token' }).waitFor();
  const renewed = await dialogOf(page).locator('dd code').textContent();
  await press(dialogOf(page), 'I’ve saved it');
  assert.deepEqual([await asks(secret, 'payment-links'), await asks(renewed, 'payment-links')], [401, 200]);
  await press(page, 'Revoke');
  await press(dialogOf(page), 'Revoke');
  await page.locator('.page-title .badge', { hasText: 'Revoked' }).waitFor();
  assert.equal(await asks(renewed, 'payment-links'), 401);
  await page.getByRole('link', { name: 'API tokens' }).first().click();
  await page.getByRole('row', { name: /Shop server.*Revoked/ }).waitFor();
});

test('a plan is raised at once and lowered with the next month, and both say what that means', async (t) => {
  const session = await sessionOf(await makePerson(service, 'plan@shop.example', 'Lan'));
  const page = await session.show(t, '/plan');
  await page.getByText('0 of 30 used').waitFor();
  await press(page, 'Upgrade: P1');
  assert.match(await dialogOf(page).textContent(), /Takes effect at once.*199,000.₫ instead of 0.₫/s);
  await press(dialogOf(page), 'Upgrade');
  await said(page, 'Your plan is now P1');
  await page.locator('.plan.held', { hasText: 'P1' }).waitFor();
  await page.getByText('0 of 500 used').waitFor();
  await press(page, 'Downgrade: Free');
  assert.match(await dialogOf(page).textContent(), /Takes effect on 1 \w+/);
  await press(dialogOf(page), 'Downgrade');
  await page.locator('.plan', { hasText: 'Free' }).getByText(/^From 1 /).waitFor();
  await press(page, 'Keep plan');
  await press(dialogOf(page), 'Keep plan');
  await page.getByText(/^From 1 /).waitFor({ state: 'detached' });
});

test('statements are listed, saved as CSV and printed', async (t) => {
  const page = await asOwner.show(t, '/plan');
  const statements = page.getByRole('table', { name: 'Statements' });
  await statements.getByText('Open').waitFor();
  const print = statements.getByRole('link', { name: /^Print the statement for/ }).first();
  const answer = await page.request.get(origin + (await print.getAttribute('href')));
  assert.equal(answer.status(), 200);
  assert.match(answer.headers()['content-type'], /text\/html/);
  const csv = await page.request.get(origin + (await page.getByRole('link', { name: 'CSV' }).getAttribute('href')));
  assert.match(await csv.text(), /^\ufeffid,month,plan/);
});
