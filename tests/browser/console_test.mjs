// The console's pages for people who are not signed in, in a real browser, with mails that a real mail server was sent.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import './console_pages_test.mjs';
import { mailbox, service } from './console/mailed.mjs';
import { fill, goodPassword, press, titled, totp } from './console/portal.mjs';
import { Session } from './console/session.mjs';
import { checkAccessibility, openBrowser, takeScreenshot } from './world.mjs';

const sessionOf = (person) => new Session(service, service.origin, person).begin();

/** What the API answers to somebody who is not signed in: status and data. */
async function call(path, body) {
  const answer = await fetch(service.origin + '/v1.1' + path, {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
  });
  return { status: answer.status, data: (await answer.json().catch(() => ({}))).data };
}
const signIn = async (email, password) => (await call('/sessions', { email, password })).status;

/** A page of a browser of its own. A refused call is an error to the console, so most tests allow errors. */
async function open(t, address, options = {}) {
  const page = await openBrowser(t, { locale: 'en-US', openedAt: service.origin, allowErrors: true, ...options });
  const requests = [];
  page.on('request', (request) => requests.push(request.url() + JSON.stringify(request.headers())));
  await page.goto(address);
  await page.locator('h1').waitFor();
  return { page, requests };
}
const refusal = (page, text) => page.getByRole('alert').filter({ hasText: text }).waitFor();

async function signUp(email, password = goodPassword) {
  const { status } = await call('/accounts', { email, name: 'Binh', password, locale: 'en' });
  assert.equal(status, 202);
  return mailbox.linkFor(email);
}
async function join(email) {
  const [, token] = (await signUp(email)).split('#');
  assert.equal((await call('/accounts/confirm', { token, password: goodPassword })).status, 201);
}
async function confirm(page, password = goodPassword) {
  await fill(page, 'Password', password);
  await press(page, 'Create account');
}

test('a sign-up is confirmed by its password on the page of its mail, once', async (t) => {
  const link = await signUp('binh@shop.example');
  const token = link.split('#')[1];
  const { page, requests } = await open(t, link);
  await titled(page, 'Confirm your account');
  // Neither the address bar nor a request has the token until the button is pressed.
  assert.equal(page.url(), service.origin + '/console/confirm');
  assert.ok(requests.every((request) => !request.includes(token)));
  await confirm(page, 'Wrong1password');
  await refusal(page, 'does not match this email');
  assert.equal(await signIn('binh@shop.example', goodPassword), 401);
  await confirm(page);
  await titled(page, 'Your Workspaces');
  assert.ok(requests.every((request) => !request.includes(token)), 'it is in the body alone');
  assert.equal(await signIn('binh@shop.example', goodPassword), 201);

  const { page: again } = await open(t, link);
  await confirm(again);
  await titled(again, 'This link no longer works');
});

test("a stranger's sign-up for the same address gets nothing, and one's own link works without typing", async (t) => {
  const email = 'wanted@shop.example';
  const { page: first } = await open(t, service.origin + '/console/signup');
  await fill(first, 'Email address', email);
  await fill(first, 'Your name', 'Lan');
  await fill(first, 'New password', goodPassword);
  await press(first, 'Create account');
  await titled(first, 'Check your email');
  const own = await mailbox.linkFor(email);
  const strangers = await signUp(email, 'Stranger1horse');

  const page = await first.context().newPage();
  await page.goto(strangers);
  await press(page, 'Create account'); // which the first tab cannot do
  await confirm(page);
  await refusal(page, 'open the link in another one');
  assert.equal(await signIn(email, 'Stranger1horse'), 401);

  await page.goto('about:blank');
  await page.goto(own);
  await titled(page, 'Confirm your account');
  await press(page, 'Create account');
  await titled(page, 'Your Workspaces');
  await titled(first, 'Your account is ready');
  assert.equal(await signIn(email, goodPassword), 201);
  assert.equal(await signIn(email, 'Stranger1horse'), 401);
});

test('a reloaded page says that it needs the link', async (t) => {
  const { page } = await open(t, await signUp('reload@shop.example'), { allowErrors: false });
  await page.reload();
  await titled(page, 'Open the link in your email');
});

test('a forgotten password is replaced by a mailed link, once', async (t) => {
  const email = 'forgetful@shop.example';
  await join(email);
  const { page } = await open(t, service.origin + '/console/signin');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await titled(page, 'Reset your password');
  await fill(page, 'Email address', email);
  await press(page, 'Send link');
  await titled(page, 'Check your email');
  const link = await mailbox.linkFor(email);

  await page.goto(link);
  await titled(page, 'Set a new password');
  assert.equal(page.url(), service.origin + '/console/recover');
  assert.ok(await page.getByText('8 to 128 characters').isVisible(), 'the rule is said beforehand');
  for (const [password, told] of [['', 'Enter a password.'], ['Short1', 'at least 8'], ['alllowercase1', 'Use a lowercase'], ['Aa1' + 'x'.repeat(126), 'at most 128']]) {
    await fill(page, 'New password', password);
    await press(page, 'Set password');
    await page.locator('.fault', { hasText: told }).waitFor();
    assert.equal(await page.getAttribute('input[name=password]', 'aria-invalid'), 'true');
    await page.waitForFunction(() => document.activeElement.name === 'password');
    const described = await page.getAttribute('input[name=password]', 'aria-describedby');
    assert.ok(described.split(' ').includes(await page.getAttribute('.fault', 'id')));
  }
  await fill(page, 'New password', 'Another1horse');
  await press(page, 'Set password');
  await titled(page, 'Your password has been changed');
  assert.equal(await signIn(email, goodPassword), 401);
  assert.equal(await signIn(email, 'Another1horse'), 201);

  await page.goto('about:blank');
  await page.goto(link);
  await fill(page, 'New password', goodPassword);
  await press(page, 'Set password');
  await titled(page, 'This link no longer works');
  await press(page, 'Send a new link');
  await titled(page, 'Reset your password');
});

test('an invitation makes an account for its address, once, and the person signs in and out', async (t) => {
  const { link, mailed } = service.admin('invite', 'invited@shop.example');
  assert.ok(mailed);
  assert.equal(await mailbox.linkFor('invited@shop.example'), link);
  const { page } = await open(t, link);
  await titled(page, 'Create your account');
  await press(page, 'Create account');
  assert.deepEqual(await page.locator('.fault:visible').allTextContents(), ['Enter your email address.', 'Enter your name.', 'Enter a password.']);
  await fill(page, 'Email address', 'another@shop.example');
  await fill(page, 'Your name', 'Nguyễn Thị Bình');
  await fill(page, 'New password', 'Another1horse');
  await page.getByText('contains your email address').waitFor();
  await fill(page, 'New password', goodPassword);
  await page.getByText('contains your email address').waitFor({ state: 'hidden' });
  await press(page, 'Create account');
  await refusal(page, 'is for another address');
  await fill(page, 'Email address', 'Invited@shop.example');
  await press(page, 'Create account');
  await titled(page, 'Your account is ready');

  await page.getByRole('link', { name: 'Sign in' }).click();
  await fill(page, 'Email address', 'invited@shop.example');
  await fill(page, 'Password', 'Wrong1password');
  await press(page, 'Sign in');
  await refusal(page, 'is incorrect');
  await fill(page, 'Password', goodPassword);
  await press(page, 'Sign in');
  await titled(page, 'Your Workspaces');
  await page.reload();
  await titled(page, 'Your Workspaces');
  await page.locator('summary[aria-label="Account menu"]').click();
  await page.getByText('Nguyễn Thị Bình').waitFor();
  await press(page, 'Sign out');
  await titled(page, 'Sign in');
  await page.goto(service.origin + '/console/');
  await titled(page, 'Sign in');

  await page.goto(link);
  await fill(page, 'Email address', 'invited@shop.example');
  await fill(page, 'Your name', 'Binh');
  await fill(page, 'New password', goodPassword);
  await press(page, 'Create account');
  await refusal(page, 'This invitation was already used');
});

test('a person who has an account accepts the invitation to a Workspace, with a second factor, once', async (t) => {
  const email = 'member@shop.example';
  await join(email);
  const { page } = await open(t, service.origin + '/console/signin');
  const { user: demo, workspaces } = service.sandbox;
  const invite = async () => {
    const owner = await sessionOf(demo);
    const invited = await owner.call('POST', '/workspaces/' + workspaces[0].id + '/invitations', { email, role: 'viewer' });
    assert.equal(invited.status, 201);
    return mailbox.linkFor(email);
  };
  const member = await sessionOf({ email, password: goodPassword });
  const { data: made } = await member.call('POST', '/account/second-factor', {});
  const { data: confirmed } = await member.call('POST', '/account/second-factor/confirm', { code: totp(made.secret) });
  const link = await invite();
  const openLink = async () => {
    await page.goto('about:blank');
    await page.goto(link);
  };
  await openLink();
  await press(page, 'Sign in instead');
  await titled(page, 'Accept invitation');
  await fill(page, 'Email address', email);
  await fill(page, 'Password', goodPassword);
  await press(page, 'Sign in and accept');
  await page.getByText('Your account also needs a code.').waitFor();
  await fill(page, 'Code', 'AAAAA-AAAAA');
  await press(page, 'Sign in');
  await refusal(page, 'This code is wrong');
  await checkAccessibility(page, 'second factor');
  await takeScreenshot(page, 'console-factor-en-light-360');
  await fill(page, 'Code', confirmed.recovery_codes[0]);
  await press(page, 'Sign in');
  await titled(page, 'You joined the Workspace');

  await openLink();
  await page.getByText(`You are signed in as ${email}.`).waitFor();
  await press(page, 'Accept');
  await titled(page, 'Invitation not accepted');
  await page.goto(service.origin + '/console/');
  await page.getByRole('link', { name: workspaces[0].name }).click();
  await titled(page, workspaces[0].name);
});

test('the keyboard alone is enough, and a screen reader hears what has happened', async (t) => {
  const { page: mailed } = await open(t, await signUp('keyboard@shop.example'), { allowErrors: false });
  await mailed.waitForFunction(() => document.activeElement.name === 'password');
  await mailed.keyboard.type(goodPassword);
  await mailed.keyboard.press('Enter');
  await titled(mailed, 'Your Workspaces');

  const { page } = await open(t, service.origin + '/console/recover', { allowErrors: false });
  await page.waitForFunction(() => document.activeElement.tagName === 'H1');
  for (const _ of ['Email address', 'Send link', 'Back to sign-in']) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await titled(page, 'Sign in');
  const tree = await page.locator('body').ariaSnapshot();
  for (const part of ['textbox "Email address"', 'textbox "Password"', 'button "Show password"', 'button "Sign in"', 'link "Forgot password?"'])
    assert.ok(tree.includes(part), `${part} is not in\n${tree}`);
});

test('a service that does not answer leaves the form as it is', async (t) => {
  const { page } = await open(t, service.origin + '/console/recover');
  await page.route('**/v1.1/**', (route) => route.abort());
  await fill(page, 'Email address', 'binh@shop.example');
  await press(page, 'Send link');
  await refusal(page, 'did not respond');
  assert.equal(await page.getByLabel('Email address').inputValue(), 'binh@shop.example');
  assert.ok(await page.getByRole('button', { name: 'Send link' }).isEnabled());
});

test('who may sign up is asked for a name, an address and a password, and gets a mail', async (t) => {
  const { page } = await open(t, service.origin + '/console/signin', { allowErrors: false });
  await page.getByRole('link', { name: 'Create account' }).click();
  await titled(page, 'Create account');
  await fill(page, 'Email address', 'new@shop.example');
  await fill(page, 'Your name', 'Chi');
  await fill(page, 'New password', goodPassword);
  await press(page, 'Create account');
  await titled(page, 'Check your email');
  await page.goto(await mailbox.linkFor('new@shop.example'));
  await confirm(page);
  await titled(page, 'Your Workspaces');
  assert.equal(await signIn('new@shop.example', goodPassword), 201);
});
