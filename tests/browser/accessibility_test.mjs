// Every state, in both languages, in light and dark, on a phone and on a desk: judged by axe, and kept as a picture.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { isClosed, linksInEveryState, statusNamed } from './states.mjs';
import { addressOf, checkAccessibility, desktop, openBrowser, phone, service, shiftsOf, smallPhone, statusOf, takeScreenshot } from './world.mjs';
import { until } from './until.mjs';

for (const colorScheme of ['light', 'dark']) {
  for (const locale of ['vi-VN', 'en-US']) {
    test(`no state has a barrier that axe knows of: ${colorScheme}, ${locale}`, async (t) => {
      const page = await openBrowser(t, { colorScheme, locale, allowErrors: true }); // a 404 is an error to the console
      await page.clock.install(); // or the redirect would come in between
      for (const [name, link] of Object.entries(await linksInEveryState())) {
        await page.setViewportSize(phone);
        // On a busy machine the window can still be the old one, and the page would be laid out twice.
        await until('the window is as wide as a phone', async () => (await page.evaluate(() => innerWidth)) === phone.width);
        await page.goto(addressOf(link));
        assert.equal(await statusOf(page), statusNamed(name));
        assert.equal(await page.getAttribute('html', 'lang'), locale.slice(0, 2));
        await checkAccessibility(page, name);
        assert.deepEqual(await shiftsOf(page), [], name);
        // Each language is looked at in one scheme.
        const isPictured = (colorScheme === 'light') === (locale === 'vi-VN');
        if (isPictured) await takeScreenshot(page, `${name}-phone-${colorScheme}`);
        if (!isPictured) continue;
        await page.setViewportSize(desktop);
        // Closed pages are the same on a wide screen.
        if (!isClosed(name)) await checkAccessibility(page, name + ' on a desktop');
        await takeScreenshot(page, `${name}-desktop-${colorScheme}`);
      }
    });

    test(`neither do the notices: ${colorScheme}, ${locale}`, async (t) => {
      const page = await openBrowser(t, { colorScheme, locale, allowErrors: true, permissions: ['clipboard-write'] });
      await page.goto(addressOf(await service.makeLink()));
      await page.locator('.reference .copy').click();
      await page.locator('.copy.done').waitFor();
      await checkAccessibility(page, 'copied');
      await page.context().setOffline(true);
      await page.locator('#live.cut').waitFor();
      await checkAccessibility(page, 'connection lost');
      await takeScreenshot(page, `notices-${locale.slice(0, 2)}-${colorScheme}`);
    });
  }
}

test('everything that can be touched is large enough for a thumb', async (t) => {
  const page = await openBrowser(t, { viewport: smallPhone, allowErrors: true });
  await page.clock.install();
  for (const [name, link] of Object.entries(await linksInEveryState())) {
    await page.goto(addressOf(link));
    const small = await page.evaluate(() => [...document.querySelectorAll('a, button')].filter((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width < 44 || height < 44;
    }).map((element) => element.outerHTML));
    assert.deepEqual(small, [], name);
  }
});

test('nothing is cut off at a zoom of 400 %, or with the spacing that some readers need', async (t) => {
  const page = await openBrowser(t, { viewport: { width: 320, height: 256 }, allowErrors: true });
  await page.clock.install();
  for (const [name, link] of Object.entries(await linksInEveryState())) {
    await page.goto(addressOf(link));
    for (const isSpaced of [false, true]) {
      const cut = await page.evaluate((spaced) => {
        for (const element of spaced ? document.querySelectorAll('body *') : []) {
          element.style.letterSpacing = '.12em';
          element.style.wordSpacing = '.16em';
          element.style.lineHeight = '1.5';
        }
        const isCut = (element) => !element.closest('.unseen, svg') &&
          (element.getBoundingClientRect().right > innerWidth || element.scrollWidth > element.clientWidth + 1) &&
          getComputedStyle(element).display !== 'inline';
        return [...document.querySelectorAll('body *')].filter(isCut).map((element) => element.outerHTML);
      }, isSpaced);
      assert.deepEqual(cut, [], `${name}, ${isSpaced ? 'spaced' : 'plain'}`);
    }
  }
});

test('a screen reader meets headings, regions and names, and hears the result', async (t) => {
  const { succeeded } = await linksInEveryState();
  const page = await openBrowser(t, { locale: 'en-US' });
  await page.goto(addressOf(await service.makeLink()));
  const tree = await page.locator('body').ariaSnapshot();
  for (const part of ['banner:', 'heading "Pay by bank transfer" [level=1]', 'main:', 'region "VietQR code":', 'img "VietQR code"',
    'heading "Or transfer with these details" [level=2]', 'term: Account number', 'button "Copy Account number"',
    'region "Status":', 'navigation "Language":'])
    assert.ok(tree.includes(part), `${part} is not in\n${tree}`);
  assert.ok(!tree.includes('Connection lost'), 'what is hidden is not read');
  assert.equal(await page.locator('[role=status]').count(), 1);
  await page.goto(addressOf(succeeded));
  assert.match(await page.locator('body').ariaSnapshot(), /heading "Payment received" \[level=1\]/);
});
