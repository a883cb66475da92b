// The people of a Workspace: invited by mail, given other roles, removed, and what each role may press.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { checkAccessibility, phone, takeScreenshot } from '../world.mjs';
import { mailbox, service } from './mailed.mjs';
import { appearances, askForPassword, confirmPassword, consoleOf, dialogOf, fill, makePerson, press, said, titled } from './portal.mjs';
import { Session } from './session.mjs';

const origin = await consoleOf(service);
const [workspace] = service.sandbox.workspaces;
const members = `/w/${workspace.id}/members`;
const rowOf = (page, text, table = 'Invitations') => page.getByRole('table', { name: table }).locator('tr', { hasText: text });

const sessionOf = (person) => new Session(service, origin, person).begin();
const asOwner = await sessionOf(service.sandbox.user);

/** The session of a person with a role. */
async function join(email, name, role) {
  const person = await makePerson(service, email, name);
  await mailbox.linkFor(email);
  assert.equal((await asOwner.call('POST', `/workspaces/${workspace.id}/invitations`, { email, role })).status, 201);
  const token = (await mailbox.linkFor(email)).split('#')[1];
  const session = await sessionOf(person);
  assert.equal((await session.call('POST', '/invitations/accept', { token })).status, 200);
  return session;
}

test('a person is invited with a role in words, accepts by the mail, and is listed', async (t) => {
  const email = 'linh@shop.example';
  const person = await makePerson(service, email, 'Nguyễn Thị Linh');
  await mailbox.linkFor(email);
  const page = await asOwner.show(t, members);
  await titled(page, 'Members');
  await press(page.locator('.page-actions'), 'Invite member');
  const dialog = dialogOf(page);
  await press(dialog, 'Send invitation');
  await dialog.locator('.fault', { hasText: 'Enter your email address.' }).waitFor();
  await fill(dialog, 'Email address', email);
  await dialog.getByLabel('Viewer').check();
  assert.match(await dialog.textContent(), /Views everything, changes nothing\./);
  await press(dialog, 'Send invitation');
  await said(page, 'Invitation sent to linh@shop.example');
  await rowOf(page, email).getByText('Pending').first().waitFor();

  // A new mail ends the link of the one before.
  const first = await mailbox.linkFor(email);
  await press(rowOf(page, email), 'Send again');
  await press(dialogOf(page), 'Send again');
  await rowOf(page, email).getByText('Revoked').first().waitFor();
  const link = await mailbox.linkFor(email);
  const session = await sessionOf(person);
  assert.equal((await session.call('POST', '/invitations/accept', { token: first.split('#')[1] })).status, 422);

  const theirs = await session.show(t, '/');
  await theirs.goto(link.replace(service.origin, origin));
  await titled(theirs, 'Accept invitation');
  await theirs.getByText(` invites you to ${workspace.name} as Viewer.`).waitFor();
  await press(theirs, 'Accept');
  await titled(theirs, 'You joined the Workspace');
  await page.reload();
  await page.getByRole('table', { name: 'Members' }).getByText('Nguyễn Thị Linh').waitFor();

  await press(page.locator('.page-actions'), 'Invite member');
  await fill(dialogOf(page), 'Email address', email);
  await press(dialogOf(page), 'Send invitation');
  await dialogOf(page).getByRole('alert').filter({ hasText: 'belongs to a member' }).waitFor();
});

test('who invites or gives a role shows first that it is still they', async (t) => {
  await join('dung@shop.example', 'Dung', 'viewer');
  const page = await asOwner.show(t, members);
  let stop = await askForPassword(page, '**/invitations', 'POST');
  await press(page.locator('.page-actions'), 'Invite member');
  await fill(dialogOf(page), 'Email address', 'giang@shop.example');
  await press(dialogOf(page), 'Send invitation');
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await stop();
  await confirmPassword(page, service.sandbox.user.password);
  await said(page, 'Invitation sent to giang@shop.example');

  stop = await askForPassword(page, '**/members/*', 'PATCH');
  await page.getByLabel('Actions for Dung').click();
  await press(page, 'Change role');
  await dialogOf(page).getByLabel('Admin').check();
  await press(dialogOf(page), 'Save');
  await page.getByRole('heading', { name: 'Confirm it’s you' }).waitFor();
  await stop();
  await confirmPassword(page, service.sandbox.user.password);
  await said(page, 'Dung: Admin');
});

test('an invitation is revoked', async (t) => {
  const page = await asOwner.show(t, members);
  await press(page.locator('.page-actions'), 'Invite member');
  await fill(dialogOf(page), 'Email address', 'nobody@shop.example');
  await press(dialogOf(page), 'Send invitation');
  await press(rowOf(page, 'nobody@shop.example'), 'Revoke');
  await press(dialogOf(page), 'Revoke');
  await said(page, 'Invitation revoked');
  await rowOf(page, 'nobody@shop.example').getByText('Revoked').waitFor();
});

test('a role is changed and a member removed; the Owner stays', async (t) => {
  const email = 'binh@shop.example';
  await join(email, 'Bình', 'viewer');
  const page = await asOwner.show(t, members);
  const menu = (who) => page.getByLabel(`Actions for ${who}`);
  await menu('Bình').click();
  await press(page, 'Change role');
  await dialogOf(page).getByLabel('Admin').check();
  await press(dialogOf(page), 'Save');
  await said(page, 'Bình: Admin');
  await rowOf(page, email, 'Members').getByRole('cell', { name: 'Admin', exact: true }).waitFor();
  await menu('Bình').click();
  await press(page, 'Remove');
  await press(dialogOf(page), 'Remove');
  await said(page, 'Bình was removed');
  await rowOf(page, email, 'Members').waitFor({ state: 'detached' });

  await menu('Demo').click();
  const items = page.locator('.menu[open] .menu-item');
  for (const item of await items.all()) assert.equal(await item.getAttribute('aria-disabled'), 'true');
  assert.match(await items.first().textContent(), /Ownership can’t be transferred/);
});

test('a Viewer sees who is there, is told why it may not invite, and leaves', async (t) => {
  const viewer = await join('chi@shop.example', 'Chi', 'viewer');
  const page = await viewer.show(t, members);
  await titled(page, 'Members');
  const invite = page.getByRole('button', { name: 'Invite member' });
  assert.equal(await invite.getAttribute('aria-disabled'), 'true');
  await invite.focus();
  await page.getByText('Your role is Viewer. This needs an Owner or Admin.').first().waitFor();
  await page.getByLabel('Actions for Chi').click();
  await press(page, 'Leave');
  await press(dialogOf(page), 'Leave');
  await titled(page, 'Your Workspaces');
  await page.getByText('Create your first Workspace').waitFor();
});

test('what a Member may not do is disabled and says why', async (t) => {
  const member = await join('minh@shop.example', 'Minh', 'member');
  const page = await member.show(t, `/w/${workspace.id}/settings`);
  for (const name of ['Suspend', 'Export everything', 'Delete Workspace']) {
    const button = page.getByRole('button', { name, exact: true, disabled: true });
    await button.focus();
    await page.getByRole('tooltip').filter({ hasText: 'Your role is Member.' }).filter({ visible: true }).waitFor();
  }
  await page.goto(`${origin}/console/w/${workspace.id}/developers`);
  await page.getByRole('button', { name: 'Show key', disabled: true }).waitFor();
  await page.goto(`${origin}/console/w/${workspace.id}/audit`);
  await page.getByText('Only the Owner and Admins can view the audit log').waitFor();
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0, 'nothing leads to an empty page');
});

test('a name and an address are shown as they are, whatever is in them', async (t) => {
  const name = '<img src=x onerror=alert(1)>';
  await join('hostile@shop.example', name, 'member');
  const page = await asOwner.show(t, members);
  await page.getByText(name, { exact: false }).first().waitFor();
  assert.equal(await page.locator('main img').count(), 0);
});

test('the page of an accepted invitation is no use twice', async (t) => {
  const email = 'once@shop.example';
  const member = await join(email, 'Once', 'member');
  assert.equal((await asOwner.call('POST', `/workspaces/${workspace.id}/invitations`, { email: 'else@shop.example', role: 'member' })).status, 201);
  const link = await mailbox.linkFor('else@shop.example');
  const page = await member.show(t, '/');
  await page.goto(link.replace(service.origin, origin));
  await press(page, 'Accept');
  await titled(page, 'Invitation not accepted');
});

for (const [locale, colorScheme] of appearances)
  test(`inviting has no barrier that axe knows of: ${locale}, ${colorScheme}`, async (t) => {
    const page = await asOwner.show(t, members, { locale, colorScheme });
    await page.locator('.page-actions button').click();
    await dialogOf(page).waitFor();
    await page.setViewportSize(phone);
    await checkAccessibility(page, 'inviting');
    await takeScreenshot(page, `console-invite-${locale.slice(0, 2)}-${colorScheme}-360`, { fullPage: false });
  });
