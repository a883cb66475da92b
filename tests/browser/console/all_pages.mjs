// All pages of the console, by their routes, and how one looks at them.
import { readFileSync } from 'node:fs';
import assert from 'node:assert/strict';
import { until } from '../until.mjs';
import { checkAccessibility, takeScreenshot } from '../world.mjs';
import { at, shop } from './full_workspace.mjs';

const table = readFileSync(new URL('../../../console/src/main.tsx', import.meta.url), 'utf8');
/** The routes of the console, as its own table has them. */
export const routes = [...table.matchAll(/^ +'(\/[^']*)': \(\) => import\(/gm)].map(([, route]) => route);

const { ws, links, transactions, deliveries, orders, tokens, webhook, account, begun } = shop;
const token = '#' + 'A'.repeat(43);

/** For people who are not signed in: by route, the pages to look at, by name. */
export const outside = {
  '/signin': { signin: '/signin' },
  '/signup': { signup: '/signup' },
  '/confirm': { confirm: '/confirm' + token, tokenless: '/confirm' },
  '/recover': { ask: '/recover', recover: '/recover' + token },
  '/invitation': { invitation: '/invitation' + token },
};

/** For people who are. */
export const inside = {
  '/': { workspaces: '/' },
  '/w/:ws': { home: `/w/${ws}`, 'home-first-run': `/w/${shop.empty}`, 'home-suspended': `/w/${shop.suspended}` },
  '/w/:ws/links': { links: at('links'), 'links-none': at('links?reference=PFSL00000000') },
  '/w/:ws/links/new': { 'link-new': at('links/new') },
  '/w/:ws/links/:pl': {
    link: at('links/' + links.pending.id),
    'link-free': at('links/' + links.free.id),
    'link-paid': at('links/' + links.paid.id),
    'link-untold': at('links/' + links.untold.id),
    'link-short': at('links/' + links.short.id),
  },
  '/w/:ws/transactions': {
    transactions: at('transactions'),
    'transactions-open': at('transactions?attention=open'),
    'transactions-none': at('transactions?q=nothing-like-it'),
  },
  '/w/:ws/transactions/:txn': Object.fromEntries(
    Object.entries(transactions).map(([name, id]) => ['transaction-' + name, at('transactions/' + id)])),
  '/w/:ws/deliveries': {
    callbacks: at('deliveries'),
    'callbacks-none': at('deliveries?reference=PFSL00000000'),
    deliveries: at('deliveries?tab=webhooks'),
    'deliveries-failed': at('deliveries?tab=webhooks&status=failed'),
  },
  '/w/:ws/deliveries/:dlv': Object.fromEntries(
    Object.entries(deliveries).map(([name, id]) => ['delivery-' + name, at('deliveries/' + id)])),
  '/transactions': { 'transactions-all': '/transactions' },
  '/w/:ws/webhooks': { webhooks: at('webhooks') },
  '/w/:ws/webhooks/new': { 'webhook-new': at('webhooks/new'), 'chat-new': at('webhooks/new?type=telegram') },
  '/w/:ws/webhooks/:wh': { webhook: at('webhooks/' + webhook) },
  '/w/:ws/webhooks/:wh/edit': { 'webhook-edit': at(`webhooks/${webhook}/edit`) },
  '/w/:ws/orders': { orders: at('orders') },
  '/w/:ws/orders/new': { 'order-new': at('orders/new') },
  '/w/:ws/orders/:ord': {
    order: at('orders/' + orders.pending.id),
    'order-paid': at('orders/' + orders.paid.id),
    'order-cancelled': at('orders/' + orders.cancelled.id),
  },
  '/w/:ws/banks': { banks: at('banks') },
  '/w/:ws/banks/connect': {
    'bank-choice': at('banks/connect'),
    'bank-form': at('banks/connect?bank=MB'),
    'bank-code': at('banks/connect?account=' + begun),
    'bank-done': at('banks/connect?account=' + account),
  },
  '/w/:ws/banks/:ba': { bank: at('banks/' + account) },
  '/w/:ws/members': { members: at('members') },
  '/w/:ws/settings': { settings: at('settings') },
  '/w/:ws/developers': { developers: at('developers') },
  '/w/:ws/audit': { audit: at('audit') },
  '/account': { account: '/account' },
  '/tokens': { tokens: '/tokens' },
  '/tokens/new': { 'token-new': '/tokens/new' },
  '/tokens/:tok': { token: '/tokens/' + tokens.kept, 'token-revoked': '/tokens/' + tokens.revoked },
  '/plan': { plan: '/plan' },
};

const unknown = 'unknown';
export const pagesOutside = Object.assign({}, ...Object.values(outside));
export const pagesInside = Object.assign({ [unknown]: at('nothing') }, ...Object.values(inside));

/** Visits pages, and waits until each has all that it asks for. */
export class Visitor {
  #calls = new Set();
  #changedAt = Date.now();

  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
    const note = (change) => (request) => {
      if (request.resourceType() !== 'fetch') return;
      this.#calls[change](request);
      this.#changedAt = Date.now();
    };
    page.on('request', note('add'));
    page.on('requestfinished', note('delete'));
    page.on('requestfailed', note('delete'));
  }

  async go(path) {
    if (path.includes('#')) await this.page.goto('about:blank'); // or only what stands behind the # would change
    this.#calls.clear(); // of the page before
    await this.page.goto(`${this.origin}/console${path}`);
    await this.isWhole();
  }

  async isWhole() {
    await this.page.locator('h1').waitFor();
    const isQuiet = () => this.#calls.size === 0 && Date.now() - this.#changedAt > 100;
    await until('the page has all that it asks for', async () =>
      isQuiet() && (await this.page.locator('.bone, [aria-busy="true"]').count()) === 0, 30000);
  }

  /** Visits pages one after the other; what is wrong with them is told together. */
  async each(pages, look) {
    const faults = [];
    for (const [name, path] of Object.entries(pages))
      try {
        await this.go(path);
        // What stands in for a page that is not there, or has failed, is no page to look at.
        const isOther = (await this.page.locator('main#content .lead, .empty-icon.bad').count()) > 0;
        assert.equal(isOther, name === unknown, 'another page is shown');
        await look(name);
      } catch (error) {
        faults.push(`${name}: ${error.message}`);
      }
    assert.deepEqual(faults, []);
  }
}

/** Makes the window another one, and waits until what it shows is drawn for it. */
export async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  await until('the window has its size', () => page.evaluate((size) => innerWidth === size.width && innerHeight === size.height, { width, height }));
  // Two frames: a chart is drawn again behind the one that finds its new width.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

/** A window as high as the page: no bar that stays in view covers what is judged. */
export async function fit(page, { width, height }) {
  await resize(page, { width, height });
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  if (whole > height) await resize(page, { width, height: whole });
}

export async function isNotWider(page, where) {
  const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(needed <= given, `${where}: ${needed} pixels wide in a window of ${given}`);
}

/** Judges what a page shows in windows of these sizes, and keeps pictures of it. */
export async function judge(page, name, viewports) {
  for (const viewport of viewports) {
    await fit(page, viewport);
    await checkAccessibility(page, `at ${viewport.width}`);
    await isNotWider(page, `at ${viewport.width}`);
    await takeScreenshot(page, `console-${name}-${viewport.width}`);
  }
}

/** The animations that run on a page, by name. */
export const animationsOf = (page) =>
  page.evaluate(() => document.getAnimations().map((one) => one.animationName ?? one.transitionProperty ?? String(one)));
