// What the tests share: one service, one browser, one seller. Made when first asked for, ended behind the last test.
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';
import { Service } from './service.mjs';
import { Shop } from './shop.mjs';

export const phone = { width: 360, height: 640 };
export const smallPhone = { width: 320, height: 568 };
export const desktop = { width: 1280, height: 800 };

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const screenshots = process.env.PAYLINK_SCREENSHOTS ?? new URL('../../build/dev/browser-screenshots', import.meta.url).pathname;
mkdirSync(screenshots, { recursive: true });

// Its pages may be asked for at a rate that a test exceeds on any machine.
export const service = await new Service({ PAYLINK_RATE_LIMITS_PAGE_RATE: '50' }).start();
export const shop = await new Shop().open(service.folder);
service.callbackUrl = `https://127.0.0.1:${shop.port}/merchant-callback`;
const browser = await chromium.launch({
  executablePath: process.env.PAYLINK_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', `--host-resolver-rules=MAP shop.test:443 127.0.0.1:${shop.port}`],
});
after(async () => {
  await browser.close();
  shop.close();
  await service.remove();
});

// An end from outside, as of a test that takes too long, must not leave the daemon behind.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

export const addressOf = (link) => `${service.origin}/l/${link.public_id}`;

/**
 * A page of a browser of its own, closed with the test. It watches what every test must find: no error in the console
 * (a breach of the content security policy is one), and no request to anybody else.
 */
export async function openBrowser(t, { viewport = phone, allowErrors = false, openedAt = service.origin, ...options } = {}) {
  const context = await browser.newContext({ viewport, locale: 'vi-VN', ignoreHTTPSErrors: true, ...options });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => { if (message.type() === 'error') faults.push(message.text()); });
  // The browser drops its own fade from one page to the next when the next is late; it says so, and nothing is missing.
  const isDroppedFade = (error) => /^(Abort|InvalidState|Timeout)Error: Transition was/.test(String(error));
  page.on('pageerror', (error) => { if (!isDroppedFade(error)) faults.push(String(error)); });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOurs = origin === openedAt || protocol === 'data:' || protocol === 'blob:';
    if (!isOurs && origin !== 'https://shop.test') faults.push('asks ' + request.url());
  });
  await context.addInitScript(observeShifts);
  t.after(async () => {
    // What a test answers for the service may be asked for once more while the page ends.
    for (const shown of context.pages()) await shown.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    if (!allowErrors) assert.deepEqual(faults, []);
  });
  return page;
}

// Runs in the page. A shift right after a click is excused by the metric; here it counts.
function observeShifts() {
  globalThis.shifts = [];
  const box = ({ x, y, width, height }) => `${x},${y} ${width}x${height}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      globalThis.shifts.push(`${value} ` + sources.map(({ node, previousRect, currentRect }) =>
        `${box(previousRect)} to ${box(currentRect)} in ${node?.parentElement?.outerHTML.slice(0, 160)}`).join(' | '));
  }).observe({ type: 'layout-shift', buffered: true });
}

/** What has moved on the page since it was loaded: its layout shifts, each with what moved. */
export async function shiftsOf(page) {
  // Two frames: an entry is made behind the frame in which it happened.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))));
  return page.evaluate(() => globalThis.shifts);
}

/** Fails with what axe objects to, in every rule it has. */
export async function checkAccessibility(page, where) {
  // Through the debugger, since the page's own policy lets no foreign script in.
  await page.evaluate(axeSource);
  // The one rule of WCAG 2.2 AA that axe keeps off by itself is wanted too.
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, {
    resultTypes: ['violations'], rules: { 'target-size': { enabled: true } },
  }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.html).join(' | ')}`), []);
}

export const screenshotFile = (name) => join(screenshots, name + '.png');
export const takeScreenshot = (page, name, options = {}) => page.screenshot({ path: screenshotFile(name), fullPage: true, ...options });

export const statusOf = (page) => page.getAttribute('main', 'data-status');
/** Waits until the page shows a status by itself; how long that took. */
export async function waitForStatus(page, status, timeout = 10000) {
  const began = Date.now();
  await page.waitForSelector(`main[data-status="${status}"]`, { timeout });
  return Date.now() - began;
}
