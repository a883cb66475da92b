// The page follows its link by itself, whatever the connection does.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from './until.mjs';
import { addressOf, checkAccessibility, openBrowser, service, shiftsOf, statusOf, takeScreenshot, waitForStatus } from './world.mjs';

const soon = () => new Date(Date.now() + 2500).toISOString();

async function openPending(t, { members, ...options } = {}) {
  const link = await service.makeLink(members);
  const page = await openBrowser(t, options);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const firstEvent = new Promise((resolve) => session.once('Network.eventSourceMessageReceived', resolve));
  await page.goto(addressOf(link));
  await firstEvent;
  assert.equal(await statusOf(page), 'pending');
  return { link, page };
}
const isCut = (page) => page.locator('#live.cut').count();
/** What a payer may have to wait for the truth, in milliseconds. */
const timeout = 2000;

test('a payment shows while the page is open', async (t) => {
  const { link, page } = await openPending(t);
  await service.pay(link, 160000);
  t.diagnostic(`shown ${await waitForStatus(page, 'succeeded', timeout)} ms after the bank was answered`);
  assert.equal(await page.title(), 'Đã nhận thanh toán');
  assert.match(await page.textContent('main'), /160\.000/);
});

for (const lang of ['vi', 'en'])
  test(`too little shows on the open page, calmly, in ${lang}`, async (t) => {
    const link = await service.makeLink();
    const page = await openBrowser(t);
    await page.goto(addressOf(link) + '?lang=' + lang);
    assert.ok(!(await page.locator('#short').isVisible()));
    await service.pay(link, 50000);
    await page.waitForSelector('#short strong', { timeout });
    const told = await page.textContent('#short');
    assert.match(told, lang === 'vi' ? /Đã nhận.*50\.000/ : /Received.*50,000/);
    assert.match(told, lang === 'vi' ? /chuyển đủ số tiền trong một lần/ : /full amount in one payment/);
    assert.ok((await page.textContent('#spoken')).includes(told.trim()));
    // Everything that one needs to pay is still there, nothing asks for an amount, and nothing sticks out.
    assert.equal(await statusOf(page), 'pending');
    assert.ok(await page.locator('.scan svg').isVisible());
    assert.equal(await page.locator('input').count(), 0);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
    const copy = await page.locator('.sum .copy').boundingBox();
    assert.ok((await page.locator('#short').boundingBox()).y >= copy.y + copy.height + 8);
    await checkAccessibility(page, 'too little, ' + lang);
    await takeScreenshot(page, `too-little-${lang}-phone`);
    await service.pay(link, 60000);
    await page.waitForSelector('#short[data-amount="60000"]', { timeout });
    // Loaded again, the page says the same.
    await page.reload();
    assert.equal(await page.getAttribute('#short', 'data-amount'), '60000');
    await service.pay(link);
    await waitForStatus(page, 'succeeded', timeout);
  });

test('what came between the page and its stream shows as well', async (t) => {
  const link = await service.makeLink();
  const page = await openBrowser(t);
  const old = await (await fetch(addressOf(link))).text();
  await service.pay(link, 50000);
  let answers = 0;
  await page.route(/\/l\/\w+$/, (route) => (++answers === 1 ? route.fulfill({ contentType: 'text/html', body: old }) : route.continue()));
  await page.goto(addressOf(link));
  await page.waitForSelector('#short[data-amount="50000"]', { timeout });
});

test('a page that is older than the news of the payment is asked for again', async (t) => {
  const { link, page } = await openPending(t);
  const old = await (await fetch(addressOf(link))).text();
  let answers = 0;
  await page.route(/\/l\/\w+\?$/, (route) => (++answers === 1 ? route.fulfill({ contentType: 'text/html', body: old }) : route.continue()));
  await service.pay(link);
  await waitForStatus(page, 'succeeded', 8000);
  assert.equal(answers, 2);
});

test('a cancellation shows while the page is open, and keeps the language of its address', async (t) => {
  const link = await service.makeLink();
  const page = await openBrowser(t);
  await page.goto(addressOf(link) + '?lang=en#below');
  await service.cancel(link);
  await waitForStatus(page, 'cancelled', timeout);
  assert.equal(await page.textContent('h1'), 'This payment request was cancelled');
});

test('the page expires by itself when its time is over', async (t) => {
  const { page } = await openPending(t, { members: { expires_at: soon() } });
  assert.match(await page.textContent('#countdown'), /^00:00:0[0-3]$/);
  await waitForStatus(page, 'expired', 6000);
});

test('the countdown goes by the clock of the server', async (t) => {
  const link = await service.makeLink({ expires_at: new Date(Date.now() + 3600_000).toISOString() });
  const page = await openBrowser(t);
  // A phone whose clock is three hours ahead.
  await page.addInitScript(() => { const now = Date.now; Date.now = () => now() + 3 * 3600_000; });
  await page.goto(addressOf(link));
  const shown = await page.textContent('#countdown');
  assert.match(shown, /^(00:59:5\d|01:00:00)$/);
  await until('it counts down', async () => (await page.textContent('#countdown')) < shown);
});

test('offline the instructions stay, and back online the page goes on by itself', async (t) => {
  const { link, page } = await openPending(t, { allowErrors: true });
  await page.context().setOffline(true);
  await until('the notice is shown', () => isCut(page));
  assert.ok(await page.locator('#lost', { hasText: 'Việc thanh toán không bị ảnh hưởng' }).isVisible());
  assert.ok(!(await page.locator('#waiting').isVisible()));
  assert.match(await page.textContent('#spoken'), /Mất kết nối/);
  assert.ok(await page.locator('.scan svg').isVisible());
  assert.equal(await page.getAttribute('[data-field="account"]', 'data-value'), '0123456789');
  assert.deepEqual(await shiftsOf(page), []);
  await takeScreenshot(page, 'connection-lost-phone');

  await page.context().setOffline(false);
  await until('the notice is gone', async () => !(await isCut(page)));
  assert.ok(await page.locator('#waiting').isVisible());
  assert.deepEqual(await shiftsOf(page), []);

  await page.context().setOffline(true);
  await until('the notice is shown', () => isCut(page));
  await service.pay(link);
  await page.context().setOffline(false);
  t.diagnostic(`shown ${await waitForStatus(page, 'succeeded', timeout)} ms after the connection was back`);
});

test('a notice that comes and goes moves nothing, at any width, in either language', async (t) => {
  for (const locale of ['vi-VN', 'en-US']) {
    const { page } = await openPending(t, { allowErrors: true, locale });
    for (const width of [320, 412, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const heightOf = (selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().height);
      const places = () => page.evaluate(() => [...document.querySelectorAll('main > *, dl > div')].map((element) => element.offsetTop));
      const before = [await places(), await heightOf('#live')];
      const moved = await shiftsOf(page); // by the new width
      for (const isOffline of [true, false]) {
        await page.context().setOffline(isOffline);
        await until('the notice has come or gone', async () => (await isCut(page)) === Number(isOffline));
        assert.deepEqual([await places(), await heightOf('#live')], before, `${locale} ${width}`);
        assert.deepEqual(await shiftsOf(page), moved, `${locale} ${width}`);
      }
    }
  }
});

test('the service may go away and come back', async (t) => {
  const { link, page } = await openPending(t, { allowErrors: true });
  await service.stop();
  await until('the notice is shown', () => isCut(page));
  assert.equal(await statusOf(page), 'pending');
  assert.ok(await page.locator('.scan svg').isVisible());
  await service.start();
  await until('the notice is gone', async () => !(await isCut(page)), 15000);
  await service.pay(link);
  await waitForStatus(page, 'succeeded');
});

for (const [what, without, status] of [
  ['the database is away', 'withoutDatabase', 'unavailable'],
  ['the payer\'s network asks for too much', 'withoutPatience', 'busy'],
]) {
  test(`the instructions stay while ${what}, and a payer who comes then is asked to wait`, async (t) => {
    const { link, page } = await openPending(t, { allowErrors: true });
    await service[without](async () => {
      // Each event asks again, and gives up what was asked before: so it has to wait for the answer.
      let woken = 0;
      await until('the notice is shown', async () => {
        if (Date.now() - woken > 2000) {
          woken = Date.now();
          await page.evaluate(() => window.dispatchEvent(new Event('online')));
        }
        return isCut(page);
      });
      assert.equal(await statusOf(page), 'pending');
      assert.ok(await page.locator('.scan svg').isVisible());

      const late = await openBrowser(t, { allowErrors: true });
      await until('the page is refused', async () => {
        await late.goto(addressOf(link) + '?lang=en');
        return (await statusOf(late)) === status;
      });
      await checkAccessibility(late, status);
      await takeScreenshot(late, `${status}-phone-light`);
    });
    await until('the notice is gone', async () => !(await isCut(page)), 15000);
    await service.pay(link);
    await waitForStatus(page, 'succeeded');
  });
}

test('a phone that slept shows the truth within two seconds of waking', async (t) => {
  const { link, page } = await openPending(t);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  await service.pay(link);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  t.diagnostic(`frozen: shown ${await waitForStatus(page, 'succeeded', timeout)} ms after waking`);
});

// Its stream died with the radio and nobody told; a question that was under way never comes back.
for (const waking of ['visibilitychange', 'resume', 'online', 'pageshow']) {
  test(`a tab whose connections died unnoticed learns the truth from ${waking}`, async (t) => {
    const link = await service.makeLink();
    const page = await openBrowser(t, { allowErrors: true });
    let isAsleep = true;
    const held = [];
    await page.route(/\/l\/\w+\?(events)?$/, (route) => (isAsleep ? held.push(route) : route.continue()));
    await page.clock.install();
    await page.goto(addressOf(link));
    await until('the stream is asked for', () => held.length > 0);
    await page.clock.pauseAt(Date.now() + 1000); // no timer of the page runs from here on
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await until('a question and a second stream are under way', () => held.length === 3);
    await service.pay(link);
    isAsleep = false;
    assert.equal(await statusOf(page), 'pending');
    await page.evaluate((name) => {
      const event = name === 'pageshow' ? new PageTransitionEvent(name, { persisted: true }) : new Event(name);
      (name === 'online' || name === 'pageshow' ? window : document).dispatchEvent(event);
    }, waking);
    t.diagnostic(`${waking}: shown after ${await waitForStatus(page, 'succeeded', timeout)} ms`);
  });
}

for (const [what, block] of Object.entries({
  refuses: (route) => route.abort(),
  'answers with an error': (route) => route.fulfill({ status: 503, body: 'busy' }),
  'holds back': () => {},
})) {
  test(`where a proxy ${what} the events, the page asks`, async (t) => {
    const link = await service.makeLink();
    const page = await openBrowser(t, { allowErrors: true });
    await page.route('**/*?events', block);
    await page.goto(addressOf(link));
    await service.pay(link);
    t.diagnostic(`shown after ${await waitForStatus(page, 'succeeded', 9000)} ms`);
  });
}

test('a page of somebody else in between is not believed', async (t) => {
  const { page } = await openPending(t, { allowErrors: true });
  // A hotel's log-in page answers for everybody.
  await page.route(/\/l\/\w+\?(events)?$/, (route) => route.fulfill({ contentType: 'text/html', body: '<main>Log in</main>' }));
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await until('the notice is shown', () => isCut(page));
  assert.equal(await statusOf(page), 'pending');
  await page.unroute(/\/l\/\w+\?(events)?$/);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await until('the notice is gone', async () => !(await isCut(page)));
});
