// What a payer sees before touching anything, and what it costs to show it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { addressOf, desktop, openBrowser, phone, service, shiftsOf, smallPhone, takeScreenshot } from './world.mjs';

const boxOf = (page, selector) => page.locator(selector).first().boundingBox();

for (const [name, viewport] of Object.entries({ phone, desktop })) {
  test(`amount and QR are seen without scrolling on a ${name}`, async (t) => {
    const page = await openBrowser(t, { viewport });
    await page.goto(addressOf(await service.makeLink()));
    for (const selector of ['.sum .value', '.scan svg']) {
      const box = await boxOf(page, selector);
      assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${selector} ends at ${box.y + box.height}`);
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width, `${selector} is wider than the screen`);
    }
    assert.equal((await page.textContent('.sum .value')).trim(), '150.000\u00a0₫');
    const symbol = await boxOf(page, '.scan svg');
    assert.ok(symbol.width >= 240, `the symbol is ${symbol.width} wide`);
    await takeScreenshot(page, `first-sight-${name}`, { fullPage: false });
  });
}

for (const [name, viewport] of Object.entries({ phone, desktop })) {
  test(`the status keeps to one line, and to the right of its dot, on a ${name}`, async (t) => {
    const page = await openBrowser(t, { viewport });
    await page.goto(addressOf(await service.makeLink()));
    const { lines, indents } = await page.evaluate(() => {
      const words = document.createRange();
      words.selectNodeContents(document.querySelector('#waiting'));
      const left = document.querySelector('#waiting').getBoundingClientRect().left;
      const rows = [...words.getClientRects()];
      const strong = document.querySelector('#waiting strong');
      return { lines: strong.getBoundingClientRect().height / parseFloat(getComputedStyle(strong).lineHeight), indents: rows.map((row) => row.left - left) };
    });
    assert.ok(lines < 1.5, `the status takes ${lines} lines`);
    assert.ok(indents.every((indent) => indent >= 10), `the lines begin at ${indents}`);
  });
}

test('the copy button stays beside the longest amount on a phone', async (t) => {
  const page = await openBrowser(t);
  for (const viewport of [phone, smallPhone]) {
    await page.setViewportSize(viewport);
    for (const amount of ['2000', '9999999', '499999999']) {
      await page.goto(addressOf(await service.makeLink({ amount })));
      const [value, button] = [await boxOf(page, '.sum .value'), await boxOf(page, '.sum .copy')];
      assert.ok(button.x >= value.x + value.width, `${amount} at ${viewport.width}`);
      assert.ok(Math.abs(button.y - value.y) < 10, `${amount} at ${viewport.width}: ${value.y} and ${button.y}`);
      if (amount === '499999999') await takeScreenshot(page, `long-amount-${viewport.width}`, { fullPage: false });
    }
  }
});

test('the longest values break nothing at 320 px', async (t) => {
  const page = await openBrowser(t, { viewport: smallPhone });
  await page.goto(addressOf(await service.makeLink({ amount: '499999999', description: 'Dài'.repeat(160) })));
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, smallPhone.width);
  const beyond = await page.evaluate(() => [...document.querySelectorAll('main *')]
    .filter((element) => !element.closest('.unseen') && element.getBoundingClientRect().right > innerWidth)
    .map((element) => element.outerHTML));
  assert.deepEqual(beyond, []);
  await takeScreenshot(page, 'longest-values-320');
});

test('no field asks for an amount, whether it is fixed or not', async (t) => {
  const page = await openBrowser(t);
  for (const amount of ['150000', null]) {
    await page.goto(addressOf(await service.makeLink({ amount })));
    assert.equal(await page.locator('input, select, textarea, form, [contenteditable], [role=textbox], [role=spinbutton]').count(), 0);
    assert.equal(await page.locator('[data-field="amount"]').count(), amount ? 1 : 0);
  }
  await takeScreenshot(page, 'without-amount-phone');
});

test('the page weighs less than 30 KiB in all, and its first answer fits into ten segments', async (t) => {
  for (const kind of ['pending', 'succeeded']) {
    const page = await openBrowser(t);
    const link = await service.makeLink({ redirect_url: 'https://shop.test/thanks' });
    if (kind === 'succeeded') await service.pay(link);
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const addresses = new Map();
    const weights = new Map();
    session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, new URL(request.url)));
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (addresses.get(requestId)?.protocol === 'http:') weights.set(addresses.get(requestId), encodedDataLength);
    });
    await page.goto(addressOf(link), { waitUntil: 'load' });
    const document = [...weights].find(([url]) => url.pathname.startsWith('/l/'))[1];
    const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
    t.diagnostic(`${kind}: the first answer has ${document} bytes, the page with its script ${all}`);
    assert.equal(weights.size, 2, 'the page and its script');
    assert.ok(document <= 10 * 1460, `the first answer has ${document} bytes`);
    assert.ok(all < 30 * 1024, `all has ${all} bytes`);
  }
});

test('it is painted after one round trip: before its script has come', async (t) => {
  const page = await openBrowser(t);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route('**/assets/**', async (route) => { await held; await route.continue(); });
  await page.goto(addressOf(await service.makeLink()), { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length === 1);
  assert.ok(await page.locator('.scan svg').isVisible());
  assert.equal(await page.locator('main.ready').count(), 0);
  release();
  await page.locator('main.ready').waitFor();
  // The buttons and the countdown take the places that were kept for them.
  assert.deepEqual(await shiftsOf(page), []);
});

/** Where a page's answer is cut: at both ends of every tag, but in the symbol. */
function placesToCut(html) {
  const places = [];
  const symbol = [html.indexOf('<svg'), html.indexOf('</svg>')];
  for (const { index, 0: tag } of html.matchAll(/<[^>]+>/g))
    for (const place of [index, index + tag.length])
      if (index > html.indexOf('<body') && (place <= symbol[0] || place >= symbol[1])) places.push(place);
  return [...new Set(places)];
}

for (const [name, viewport] of Object.entries({ phone, desktop })) {
  test(`what has come of a page stays where it is when the rest comes, on a ${name}`, async (t) => {
    const link = await service.makeLink();
    let pieces;
    const slowNetwork = createServer(async (request, response) => {
      const answer = await fetch(service.origin + request.url);
      const body = await answer.text();
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') });
      if (!request.url.startsWith('/l/')) return response.end(body);
      const places = placesToCut(body);
      pieces = places.length + 1;
      let sent = 0;
      for (const place of places) {
        response.write(body.slice(sent, place));
        sent = place;
        await setTimeout(35); // two frames: what has come is painted
      }
      response.end(body.slice(sent));
    });
    await new Promise((resolve) => slowNetwork.listen(0, '127.0.0.1', resolve));
    t.after(() => slowNetwork.closeAllConnections?.() ?? slowNetwork.close());
    for (const locale of viewport === phone ? ['vi-VN', 'en-US'] : ['vi-VN']) {
      const page = await openBrowser(t, { viewport, locale, allowErrors: true });
      await page.route('**/*?events', (route) => route.abort());
      await page.goto(`http://127.0.0.1:${slowNetwork.address().port}/l/${link.public_id}`);
      await page.locator('main.ready').waitFor();
      assert.ok(pieces > 100, `it came in ${pieces} pieces`);
      assert.deepEqual(await shiftsOf(page), [], locale);
    }
  });
}

test('without script everything but the live status is there', async (t) => {
  const page = await openBrowser(t, { javaScriptEnabled: false });
  const link = await service.makeLink();
  await page.goto(addressOf(link));
  assert.ok(await page.locator('.scan svg').isVisible());
  for (const text of ['150.000', '0123', 'NGUYEN VAN A', 'Hết hạn lúc', 'GMT+7', 'MB'])
    assert.ok(await page.getByText(text).first().isVisible(), text);
  // Nothing is offered or promised that only a script could do.
  for (const gone of ['.copy', '#countdown', '#waiting', '#lost']) assert.ok(!(await page.locator(gone).first().isVisible()), gone);
  assert.equal(await page.getAttribute('#save', 'href'), '?qr');
  await takeScreenshot(page, 'pending-without-script');
  await service.pay(link);
  await page.getByRole('link', { name: 'Tải lại trang' }).click();
  assert.equal(await page.getAttribute('main', 'data-status'), 'succeeded');
});
