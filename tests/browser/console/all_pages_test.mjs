// Every page of the console, with something on it: nobody is kept out, nothing is cut off, and nothing moves. With
// PAYLINK_MEASURE=1 (on a machine that does nothing else) the first load must also take no longer than it may.
import { describe, test } from 'node:test';
import assert from 'node:assert/strict';
import { checkAccessibility, desktop, phone, screenshotFile, shiftsOf, takeScreenshot } from '../world.mjs';
import { animationsOf, inside, isNotWider, judge, outside, pagesInside, pagesOutside, resize, routes, Visitor } from './all_pages.mjs';
import { cafeOpenCounts, cafeStatistics } from './cafe_statistics.mjs';
import { costOfHeading, measureHeading } from './first_load.mjs';
import { at, makeLink, makeOrder, service, session, shop } from './full_workspace.mjs';
import { appearances, go, open, press } from './portal.mjs';

const home = `/w/${shop.ws}`;
const wide = { width: 1600, height: 900 };
const entry = session.origin + '/console/signin';

/** Visits all pages in a browser with these options, and looks at each. */
async function visitAll(t, options, look) {
  for (const [pages, page] of [[pagesOutside, await open(t, entry, options)], [pagesInside, await session.show(t, '/', options)]])
    await new Visitor(page, session.origin).each(pages, (name) => look(page, name));
}

test('every route of the console has a page here', () => {
  assert.ok(routes.length > 30, 'the table in main.tsx is not read');
  const looked = { ...outside, ...inside };
  assert.deepEqual(Object.keys(looked).sort(), [...routes].sort());
  for (const [route, pages] of Object.entries(looked)) {
    const form = new RegExp(`^${route.replace(/:\w+/g, '[^/?#]+')}([?#]|$)`);
    for (const path of Object.values(pages)) assert.match(path, form);
  }
});

describe('no page has a barrier that axe knows of, or is wider than its window', { concurrency: 2 }, () => {
  for (const [locale, colorScheme] of appearances)
    test(`${locale}, ${colorScheme}`, async (t) => {
      const suffix = `${locale.slice(0, 2)}-${colorScheme}`;
      const viewports = suffix === 'en-light' ? [phone, desktop, wide] : [phone, desktop];
      await visitAll(t, { locale, colorScheme }, (page, name) => judge(page, `${name}-${suffix}`, viewports));
    });
});

/** The share of the window that bars cover while one scrolls. */
const coveredShare = (page) => page.evaluate(() => {
  scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2);
  const isStuck = (element) => element !== null && (/fixed|sticky/.test(getComputedStyle(element).position) || isStuck(element.parentElement));
  const lines = Array.from({ length: innerHeight }, (_, y) => document.elementFromPoint(innerWidth / 2, y));
  return lines.filter(isStuck).length / innerHeight;
});

describe('at a zoom of 400 % one scrolls in one direction, reaches what a page is for, and with reduced motion sees nothing move', { concurrency: 2 }, () => {
  // What is left of 1280 × 1024 pixels.
  const zoomed = { viewport: { width: 320, height: 256 }, deviceScaleFactor: 4, reducedMotion: 'reduce' };
  for (const locale of ['vi-VN', 'en-US'])
    test(locale, async (t) => {
      let acted = 0;
      await visitAll(t, { ...zoomed, locale }, async (page) => {
        assert.deepEqual(await animationsOf(page), []);
        await isNotWider(page, 'at 400 %');
        const covered = await coveredShare(page);
        assert.ok(covered <= 0.5, `bars cover ${Math.round(100 * covered)} % of the window`);
        // A trial scrolls to the place and finds out whether something else lies over it.
        await page.locator('h1').click({ trial: true, timeout: 5000 });
        const action = page.locator('main .button.main:not([aria-disabled])').filter({ visible: true }).first();
        if ((await action.count()) === 0) return;
        await action.click({ trial: true, timeout: 5000 });
        ++acted;
      });
      assert.ok(acted > 15, `${acted} pages have a main action`);
    });
});

/** The places of a list's rows, by where they lead. */
const placesIn = (page) => page.locator('.rows tbody tr').evaluateAll((rows) => Object.fromEntries(rows.map((row) => {
  const { x, y } = row.getBoundingClientRect();
  return [row.querySelector('a').getAttribute('href'), `${x},${y}`];
})));

const payNewLink = async () => service.pay(await makeLink('Cà phê muối'));
for (const [name, list, happen] of [
  ['transactions', 'transactions', payNewLink],
  ['payment links', 'links', () => makeLink('Cà phê muối')],
  ['deliveries', 'deliveries?tab=webhooks', payNewLink],
  ['orders', 'orders', () => makeOrder(`DH-${Date.now()}`)],
])
  test(`what comes while one reads waits above the list of ${name}, and moves nothing`, async (t) => {
    const page = await session.show(t, at(list));
    const visitor = new Visitor(page, session.origin);
    for (const viewport of [desktop, phone]) {
      await resize(page, viewport);
      await visitor.isWhole();
      const before = await placesIn(page);
      const shifts = await shiftsOf(page);
      t.diagnostic(`${shifts.length} shifts while it was loaded at ${viewport.width}`);
      await happen();
      await page.locator('.new-rows').waitFor({ timeout: 40000 });
      const after = await placesIn(page);
      // A list that is full gives its last row to its next page.
      const kept = Object.keys(after).map((row) => [row, before[row]]);
      assert.deepEqual(after, Object.fromEntries(kept));
      assert.deepEqual((await shiftsOf(page)).slice(shifts.length), []);
      await page.locator('.new-rows').click();
      await page.locator('.new-rows').waitFor({ state: 'detached' });
      assert.ok(!(Object.keys(await placesIn(page))[0] in before), 'the new row is the first one');
    }
  });

test('on slow 3G the heading of the home page is there within four seconds', { skip: process.env.PAYLINK_CONSOLE_DEV && 'the sources are larger' }, async (t) => {
  const address = `${session.origin}/console${home}`;
  const { rounds, trips, bytes, seconds } = await costOfHeading(await session.show(t, home, { viewport: phone }), address);
  const told = `${trips} round trips and ${bytes} bytes, which take ${seconds.toFixed(1)} s`;
  t.diagnostic(told);
  const took = await measureHeading(await session.show(t, home, { viewport: phone }), address);
  t.diagnostic(`measured: ${took} ms`);
  assert.ok(seconds <= 4, `${told}: ${JSON.stringify(rounds, null, 1)}`);
  if (process.env.PAYLINK_MEASURE) assert.ok(took <= 4000, `it took ${took} ms`);
});

/** The answers to calls to this address, as they are chosen: held, failed, or as the service gives them. */
async function answersTo(page, address) {
  const held = [];
  const answers = { mode: 'given' };
  await page.route(address, (route) => {
    if (answers.mode === 'held') return held.push(route);
    const error = { code: 'INTERNAL_ERROR', errorCode: 1, message: 'No.', messageKey: 'request/internal-error', traceId: 'trace-4bf92f35' };
    return answers.mode === 'failed' ? route.fulfill({ status: 500, json: { error } }) : route.continue();
  });
  answers.give = async () => {
    answers.mode = 'given';
    for (const route of held.splice(0)) await route.continue();
  };
  return answers;
}
const linksAsked = new RegExp(`/v1\\.1/payment-links/${shop.ws}(\\?|$)`);

test('a list says whether it is loading, empty, without a match, or failed', async (t) => {
  const page = await session.show(t, at('links'));
  const answers = await answersTo(page, linksAsked);
  const titledPart = (title) => page.locator('.empty').getByRole('heading', { name: title, exact: true }).waitFor();
  const rows = () => page.locator('.rows tbody th a').first().waitFor();
  const look = async (state) => {
    await checkAccessibility(page, state);
    await takeScreenshot(page, 'console-list-' + state);
  };
  answers.mode = 'held';
  await page.reload();
  await page.locator('table[aria-busy="true"] .bone').first().waitFor();
  assert.equal(await page.locator('.empty').count(), 0, 'nobody knows yet whether there is nothing');
  await look('loading');
  await answers.give();
  await rows();

  await go(page, at('links?reference=PFSL00000000'));
  await titledPart('No results');
  await look('without-a-match');
  await page.locator('.empty').getByRole('button', { name: 'Clear filters' }).click();
  await rows();

  await go(page, `/w/${shop.empty}/links`);
  await titledPart('No payment links yet');
  assert.match(await page.locator('.empty .button.main').getAttribute('href'), /\/links\/new$/);
  await look('empty');

  answers.mode = 'failed';
  await go(page, at('links'));
  await titledPart('Loading failed');
  await page.getByText('For support: trace-4bf92f35').waitFor();
  await look('failed');
  await answers.give();
  await press(page, 'Try again');
  await rows();
});

test('what is waited for breathes, but not for people who want less motion', async (t) => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const page = await session.show(t, at('links'), { reducedMotion });
    const answers = await answersTo(page, linksAsked);
    answers.mode = 'held';
    await page.reload();
    await page.locator('.bone').first().waitFor();
    assert.equal((await animationsOf(page)).length > 0, reducedMotion === 'no-preference', reducedMotion);
    await answers.give();
  }
});

/** What the service answers, changed on its way. */
const changed = (page, address, change) => page.route(address, async (route) => {
  const answer = await route.fetch();
  const body = await answer.json();
  await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } });
});
const statisticsAsked = new RegExp(`/v1\\.1/statistics/${shop.ws}\\?`);

/** Whether a picture of a place changes when something is done, and only then. */
async function changes(page, place, act) {
  const { x, y, width, height } = await place.boundingBox();
  const clip = { x: Math.max(0, x - 6), y: Math.max(0, y - 6), width: width + 12, height: height + 12 };
  const [one, same] = [await page.screenshot({ clip }), await page.screenshot({ clip })];
  assert.ok(one.equals(same), 'it stands still by itself');
  await act();
  return !one.equals(await page.screenshot({ clip }));
}

test('in the colours that the system forces, the focus, the charts and their legend are seen', async (t) => {
  const page = await session.show(t, '/', { forcedColors: 'active' });
  await changed(page, statisticsAsked, cafeStatistics);
  await go(page, home);
  const missing = [];
  const seeks = async (what, place, act) => {
    await place.scrollIntoViewIfNeeded();
    if (!(await changes(page, place, act))) missing.push(what);
  };
  const isSeen = (place, parts) => seeks(parts, place, () =>
    place.locator(parts).evaluateAll((all) => { for (const one of all) one.style.visibility = 'hidden'; }));
  const bars = page.locator('.chart').first();
  for (const parts of ['.bar-part.accent', '.bar-part.warm', '.tick', '.dot.accent', '.dot.warm']) await isSeen(bars, parts);
  await isSeen(page.locator('.chart').nth(1), '.line, .area');
  await go(page, '/plan');
  for (const parts of ['.quota-used', '.quota-track']) await isSeen(page.locator('.quota'), parts);

  for (const [path, target, around] of [
    [home, '.plot', '.plot'], [home, '.page-actions .button.main', '.page-actions'], [at('links'), '.rows tbody th a', '.rows tbody tr'],
    [at('links'), '.filter input', '.filter'], [at('links'), '.side a', '.side li'],
  ]) {
    await go(page, path);
    await page.keyboard.press('Tab'); // the ring is for people who use keys
    await page.locator('h1').focus();
    await seeks(`focus of ${target}`, page.locator(around).first(), () => page.locator(target).first().focus());
  }
  assert.deepEqual(missing, []);
});

test('the picture of the console in README is of today', async (t) => {
  const page = await session.show(t, '/', { locale: 'en-US', colorScheme: 'light', viewport: desktop });
  await changed(page, statisticsAsked, cafeStatistics);
  await changed(page, new RegExp(`/v1\\.1/statistics/${shop.ws}/now$`), cafeOpenCounts);
  const visitor = new Visitor(page, session.origin);
  await visitor.go(home);
  assert.ok((await page.locator('.bar-part.accent').count()) >= 30);
  await takeScreenshot(page, 'readme-console', { fullPage: false });
  t.diagnostic('to be copied to docs/: ' + screenshotFile('readme-console'));
});
