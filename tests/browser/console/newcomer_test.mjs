// A newcomer's way from nothing to a paid link whose merchant was told: through the console and the sandbox bank's pages, in
// few clicks, and with the keyboard alone.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { BankedService } from '../bank.mjs';
import { until } from '../until.mjs';
import { takeScreenshot } from '../world.mjs';
import { open, titled } from './portal.mjs';

const clicksMost = 14;
const secondsMost = 180;
const tabsMost = 40;

const banked = await new BankedService().start();
after(() => banked.end());
const { service, bank } = banked;

/** Notes every event of a kind that a person causes, on all pages of a browser and in the pages themselves: what it met. */
async function note(context, kind) {
  const noted = [];
  await context.exposeBinding('noteEvent', (_, met) => void noted.push(met));
  await context.addInitScript((kind) => {
    addEventListener(kind, (event) => {
      if (!event.isTrusted) return;
      const met = event.target.closest('a, button, input, select, textarea, summary') ?? event.target;
      globalThis.noteEvent((met.labels?.[0] ?? met).textContent.trim().slice(0, 60) || met.tagName);
    }, true);
  }, kind);
  return noted;
}

/** Every page must keep to its policy, not the first alone. */
function watchAll(t, context) {
  const breaches = [];
  context.on('console', (message) => {
    if (/Content Security Policy|Trusted/.test(message.text())) breaches.push(message.text());
  });
  context.on('weberror', (error) => breaches.push(String(error.error())));
  t.after(() => assert.deepEqual(breaches, []));
}

const debuggers = new WeakMap();
/** What has the focus, as a screen reader is told: its role and its name. */
async function focusOf(page) {
  if (!debuggers.has(page)) debuggers.set(page, await page.context().newCDPSession(page));
  const send = (method, parameters) => debuggers.get(page).send(method, parameters);
  const { result: { objectId } } = await send('Runtime.evaluate', { expression: 'document.activeElement' });
  if (!objectId) return { role: 'nothing', name: '' };
  const { nodes: [node] } = await send('Accessibility.getPartialAXTree', { objectId, fetchRelatives: false });
  return { role: node?.role?.value ?? '', name: (node?.name?.value ?? '').replace(/\s+/g, ' ').trim() };
}

const isCalled = (name, wanted) => (wanted instanceof RegExp ? wanted.test(name) : name === wanted);
/** The page itself puts the focus there. */
const beginsIn = (page, name) => until(`the focus is on "${name}"`, async () =>
  isCalled((await focusOf(page).catch(() => ({ name: '' }))).name, name));
const headed = async (page, title) => {
  await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
  await beginsIn(page, title);
};

/** Tabs until a control with this name has the focus; its role. */
async function tabTo(page, name) {
  const passed = [];
  for (let presses = 0; presses <= tabsMost; ++presses) {
    const focused = await focusOf(page);
    if (focused.role !== 'heading' && isCalled(focused.name, name)) return focused.role;
    passed.push(`${focused.role} "${focused.name}"`);
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key leads nowhere called "${name}"; on the way: ${passed.join(', ')}`);
}

const mouse = {
  name: 'mouse',
  async press(page, name) {
    const [button, link] = ['button', 'link'].map((role) => page.getByRole(role, { name, exact: true }));
    await button.or(link).first().click();
  },
  /** From field to field of a form the Tab key leads, which is typing; a field that has no focus otherwise is clicked. */
  async write(page, label, text) {
    const field = page.getByLabel(label, { exact: true });
    await field.waitFor();
    const isThere = () => field.evaluate((element) => element === document.activeElement);
    if (!(await isThere()) && (await page.evaluate(() => document.activeElement.matches('form input')))) await page.keyboard.press('Tab');
    if (!(await isThere())) await field.click();
    await page.keyboard.type(text);
  },
  /** What is suggested stays. */
  async choose() {},
};

const keyboard = {
  name: 'keyboard',
  async press(page, name) {
    const role = await tabTo(page, name);
    await page.keyboard.press(role === 'link' ? 'Enter' : 'Space');
  },
  async write(page, label, text) {
    await tabTo(page, label);
    await page.keyboard.type(text);
  },
  async choose(page, label, value) {
    await tabTo(page, label);
    const chosen = () => page.evaluate(() => document.activeElement.value);
    for (let presses = 0; presses < 5 && (await chosen()) !== value; ++presses) await page.keyboard.press('ArrowDown');
    assert.equal(await chosen(), value);
  },
};

/** The tab that something opens. */
async function tabOf(page, press) {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press()]);
  await tab.locator('h1').waitFor();
  return tab;
}

/** The service mails every few seconds; a person who looks too early would look again. */
const mailTo = (email) => until(`there is a mail to ${email}`, async () => (await (await fetch(bank + '/mailbox')).text()).includes(email), 30000);

/** From the console's address to a link that is paid and told, by one hand or the other. */
async function walk(t, hand, kind) {
  const email = `${hand.name}@newcomer.test`;
  const shop = `Quán của ${hand.name}`;
  let noted;
  const began = Date.now();
  const first = await open(t, service.origin + '/console/', {
    prepare: async (page) => {
      watchAll(t, page.context());
      noted = await note(page.context(), kind);
    },
  });
  await headed(first, 'Sign in');
  await hand.press(first, 'Create account');
  await titled(first, 'Create account');
  await beginsIn(first, 'Email address');
  await hand.write(first, 'Email address', email);
  await hand.write(first, 'Your name', 'Lan');
  await hand.write(first, 'New password', 'Correct1horse');
  await hand.press(first, 'Create account');
  await headed(first, 'Check your email');

  await mailTo(email);
  const page = await tabOf(first, () => hand.press(first, 'Open the sandbox mailbox'));
  await page.getByText(email).first().waitFor();
  await hand.press(page, /\/console\/confirm#/); // of the newest mail, which is the first
  await headed(page, 'Confirm your account');
  await hand.press(page, 'Create account');
  // It was asked for in this browser: nothing is to be typed again.
  await titled(page, 'Your Workspaces');
  await titled(first, 'Your account is ready');

  await beginsIn(page, 'Name');
  await hand.write(page, 'Name', shop);
  await hand.choose(page, 'Recipient of the money', 'household_business');
  await hand.press(page, 'Create Workspace');
  await headed(page, shop);
  await page.getByText('1 of 5 done').waitFor();
  await takeScreenshot(page, `newcomer-home-${hand.name}`);

  await hand.press(page, 'Connect');
  await headed(page, 'Connect a bank account');
  const number = await page.getByLabel('Account number', { exact: true }).inputValue();
  assert.match(number, /^19\d{8}$/);
  await hand.press(page, 'Continue');
  await beginsIn(page, 'Code');
  const bankPage = await tabOf(page, () => hand.press(page, 'View code'));
  const code = await bankPage.locator('.codes li', { hasText: number }).locator('b').textContent();
  await page.bringToFront();
  await beginsIn(page, 'Code'); // not where it was left, on the link
  await hand.write(page, 'Code', code);
  assert.equal(await page.locator('.fault').count(), 0);
  await hand.press(page, 'Connect');
  await page.getByRole('heading', { name: /is connected$/ }).waitFor();
  await headed(page, 'Connect a bank account');
  await hand.press(page, 'Create link');

  await headed(page, 'New payment link');
  const { data: receiver } = await (await fetch(bank + '/receiver/address')).json();
  const address = page.getByLabel('Callback URL', { exact: true });
  await until('the callback address is filled in', async () => await address.inputValue() === receiver.callback_url);
  assert.equal(await page.getByLabel(/^Amount/).inputValue(), '50,000');
  await takeScreenshot(page, `newcomer-new-link-${hand.name}`);
  await hand.press(page, 'Create link');
  await headed(page, /^50,000/);
  const head = page.locator('.page-head');
  await head.getByText('Pending', { exact: true }).waitFor();
  await page.evaluate(() => { globalThis.isStillThis = true; });

  const app = await tabOf(page, () => hand.press(page, 'Pay as the customer'));
  await hand.press(app, 'Pay');
  await app.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  const paid = Date.now();
  // Behind the bank's tab, untouched.
  await head.getByText('Succeeded', { exact: true }).waitFor();
  await head.getByText('Callback: delivered', { exact: true }).waitFor();
  const told = Date.now();
  await page.getByText(/^Paid 50,000/).waitFor();
  await page.getByText('Attempt 1: delivered').waitFor();
  assert.equal(await page.evaluate(() => globalThis.isStillThis), true, 'it was not loaded again');
  await page.bringToFront();
  await takeScreenshot(page, `newcomer-told-${hand.name}`);

  const seconds = Math.round((told - began) / 1000);
  t.diagnostic(`${hand.name}: ${noted.length} × ${kind}, ${seconds} s; shown as paid and told ${told - paid} ms after the bank took it`);
  for (const [index, met] of noted.entries()) t.diagnostic(`  ${index + 1} ${met}`);
  assert.ok(seconds <= secondsMost, `it took ${seconds} s`);
  return noted;
}

test(`a newcomer gets a link paid and told in at most ${clicksMost} clicks`, async (t) => {
  const clicks = await walk(t, mouse, 'click');
  assert.ok(clicks.length <= clicksMost, `${clicks.length} clicks: ${clicks.join(', ')}`);
});

test('a newcomer gets there with the keyboard alone', async (t) => {
  assert.deepEqual(await walk(t, keyboard, 'pointerdown'), []);
});
