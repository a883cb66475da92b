// What is gone from a closed link, what must never be seen of any link, the way back to the seller, and paper.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from './until.mjs';
import { isClosed, linksInEveryState, statusNamed } from './states.mjs';
import { addressOf, desktop, openBrowser, screenshotFile, service, shop, statusOf, takeScreenshot, waitForStatus } from './world.mjs';

/** An answer as it came, headers too; of a stream of events the first one. */
async function read(address) {
  const reading = new AbortController();
  const answer = await fetch(address, { redirect: 'manual', signal: reading.signal });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const body = isStream ? new TextDecoder().decode((await answer.body.getReader().read()).value) : await answer.text();
  reading.abort();
  // The trace id is drawn at random, and any four digits may stand in it.
  const head = JSON.stringify([...answer.headers].filter(([name]) => name !== 'x-request-id'));
  return { status: answer.status, body, head, location: answer.headers.get('location') };
}

const aspects = ['', '?events', '?qr', '?return', '/events', '/qr.svg', '?lang=en', '?lang=vi'];
const instructions = (link) => [link.reference, '0123456789', '4567', 'NGUYEN VAN A', '970422', 'MBBank', link.reference.slice(4, 8)];

test('in no state does a page, its events or its QR hold an id, a name or a secret', async () => {
  const links = await linksInEveryState();
  const { access_token, feeds, user, workspaces } = service.sandbox;
  const secrets = [access_token, feeds.MB.secret, user.email, user.password, 'Demo shop', 'plsk_', 'merchant-callback', 'shop.test',
    ...workspaces.flatMap(({ id, signing_key, bank_accounts }) => [id, signing_key, ...bank_accounts.map((account) => account.id)])];
  for (const [name, link] of Object.entries(links)) {
    const forbidden = [link.public_id, link.id, link.transaction_id, ...secrets].filter(Boolean);
    for (const aspect of aspects) {
      const { status, body, head } = await read(addressOf(link) + aspect);
      if (status === 303) continue; // the redirect itself, looked at further down
      for (const text of forbidden) assert.ok(!(body + head).includes(text), `${name}${aspect} holds ${text}`);
      // Addresses are relative; the namespace of a picture is a name, not an address.
      const addresses = body.replaceAll('http://www.w3.org/2000/svg', '').match(/https?:|\/l\/|="\/\//g);
      assert.equal(addresses, null, `${name}${aspect}`);
      for (const [, address] of body.matchAll(/(?:href|src|url|action)="?=?([^">]*)/g))
        assert.match(address, /^(\?(lang=..|qr|return)|\.\.\/assets\/[a-z]+-[0-9a-f]{16}\.js|data:,)$/, `${name}${aspect}`);
    }
  }
});

test('a closed link shows no instructions: not in its page, its events or its QR', async (t) => {
  const page = await openBrowser(t, { allowErrors: true }); // a 404 is an error to the console
  await page.clock.install(); // or the way back to the seller would come in between
  for (const [name, link] of Object.entries(await linksInEveryState())) {
    const answer = await page.goto(addressOf(link));
    assert.equal(answer.status(), name === 'unknown' ? 404 : 200);
    assert.equal(await statusOf(page), statusNamed(name));
    assert.equal(await page.locator('.sandbox').count(), 1);
    assert.equal(await page.locator('input, select, textarea, form, [contenteditable]').count(), 0);
    assert.equal(await page.locator('.scan svg').count(), isClosed(name) ? 0 : 1);
    if (!isClosed(name)) continue;
    const gone = link.reference ? instructions(link) : [];
    await Promise.all(aspects.map(async (aspect) => {
      const { status, body, head } = await read(addressOf(link) + aspect);
      for (const text of gone) assert.ok(!(body + head).includes(text), `${name}${aspect} holds ${text}`);
      if (/qr/.test(aspect)) assert.equal(status, 404, name + aspect);
    }));
    const html = await page.content();
    for (const text of gone) assert.ok(!html.includes(text), `${name} shows ${text}`);
  }
});

test('a seller gets back a payer who paid, with the result in the query that the address has already', async (t) => {
  const link = await service.makeLink({ redirect_url: 'https://shop.test/thanks?order=42&x=%20' });
  const page = await openBrowser(t);
  await page.clock.install();
  await page.goto(addressOf(link));
  await service.pay(link, 160000);
  await waitForStatus(page, 'succeeded');
  assert.equal(await page.getAttribute('.button.main', 'href'), '?return');
  await page.clock.pauseAt(Date.now() + 1000);
  await page.clock.runFor(3000);
  assert.equal(await statusOf(page), 'succeeded');
  const seen = shop.visits.length;
  await page.clock.runFor(2000);
  const visit = await until('the shop is visited', () => shop.visits[seen]);
  const query = [...new URL(visit.url, 'https://shop.test').searchParams];
  assert.ok(visit.url.startsWith('/thanks?order=42&x=%20&status=success&'), visit.url);
  assert.deepEqual(query.map(([name]) => name), ['order', 'x', 'status', 'amount', 'link_id', 'transaction_id', 'paid_at']);
  const { amount, link_id, transaction_id, paid_at } = Object.fromEntries(query);
  assert.deepEqual([amount, link_id], ['160000', link.public_id]);
  assert.match(transaction_id, /^txn_[0-9a-z]{26}$/);
  assert.match(paid_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  for (const text of [link.id, link.workspace_id, link.reference, service.workspace.signing_key, 'callback'])
    assert.ok(!visit.url.includes(text), text);
  assert.equal(visit.headers.referer, undefined);
  await page.waitForURL('https://shop.test/**');
  // The page gave up its place: going back must not lead into the same redirect.
  assert.equal(await page.evaluate(() => history.length), 2);
});

test('a seller gets back a payer whose link failed, and nobody else', async (t) => {
  const links = await linksInEveryState();
  const page = await openBrowser(t);
  await page.goto(addressOf(links.failed));
  assert.equal(await page.getByRole('button', { name: 'In biên nhận' }).count(), 0);
  const seen = shop.visits.length;
  await page.getByRole('link', { name: 'Tiếp tục' }).click();
  const visit = await until('the shop is visited', () => shop.visits[seen]);
  assert.equal(visit.url, `/thanks?order=42&x=%20&status=failed&link_id=${links.failed.public_id}`);
  for (const name of ['pending', 'succeeded', 'stranded', 'expired', 'cancelled', 'unknown']) {
    const { status, body, location } = await read(addressOf(links[name]) + '?return');
    assert.equal(location, null, name);
    assert.equal(status, name === 'unknown' ? 404 : 200);
    assert.ok(!body.includes('?return'), name);
  }
});

test('a payer may stay', async (t) => {
  const { returning: link } = await linksInEveryState();
  const page = await openBrowser(t);
  await page.clock.install();
  await page.goto(addressOf(link));
  const seen = shop.visits.length;
  await page.getByRole('button', { name: 'Ở lại trang này' }).press('Enter');
  assert.match(await page.textContent('#going'), /đang ở lại/);
  assert.equal(await page.evaluate(() => document.activeElement.className), 'button main');
  await page.clock.fastForward(60_000);
  assert.equal(await statusOf(page), 'succeeded');
  assert.equal(shop.visits.length, seen);
});

test('without script the browser itself goes back to the seller', async (t) => {
  const { failed: link } = await linksInEveryState();
  const page = await openBrowser(t, { javaScriptEnabled: false });
  await page.goto(addressOf(link));
  assert.equal(await statusOf(page), 'failed');
  await page.waitForURL('https://shop.test/**', { timeout: 9000 });
});

test('a paid page prints what was received, when and for what, on one sheet of white paper', async (t) => {
  const { returning: link } = await linksInEveryState();
  for (const colorScheme of ['light', 'dark']) {
    const page = await openBrowser(t, { viewport: desktop, colorScheme });
    await page.addInitScript(() => { globalThis.prints = 0; globalThis.print = () => { ++globalThis.prints; }; });
    await page.goto(addressOf(link));
    await page.getByRole('button', { name: 'In biên nhận' }).click();
    assert.equal(await page.evaluate(() => globalThis.prints), 1);
    assert.match(await page.textContent('#going'), /đang ở lại/);
    await page.emulateMedia({ media: 'print', colorScheme });
    for (const text of ['Đã nhận thanh toán', '160.000', 'Thời gian thanh toán', '(GMT+7)', 'Đơn hàng 42'])
      assert.ok(await page.getByText(text).first().isVisible(), text);
    for (const hidden of ['.languages', '.after', '.going']) assert.ok(!(await page.locator(hidden).isVisible()), hidden);
    const { ink, paper } = await page.evaluate(() => ({
      ink: getComputedStyle(document.querySelector('h1')).color, paper: getComputedStyle(document.body).backgroundColor,
    }));
    assert.deepEqual([ink, paper], ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await takeScreenshot(page, `printed-${colorScheme}`);
    const sheets = (await page.pdf({ format: 'A5', path: screenshotFile(`printed-${colorScheme}`).replace('.png', '.pdf') }))
      .toString('latin1').match(/\/Type\s*\/Page\b/g).length;
    assert.equal(sheets, 1);
  }
});
