// Getting the instructions out of the page: by copying, and as a picture.
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from './until.mjs';
import { addressOf, desktop, openBrowser, screenshotFile, service, shiftsOf, smallPhone } from './world.mjs';
import { vietqrPayload } from './vietqr.mjs';

const permissions = ['clipboard-read', 'clipboard-write'];
const clipboardOf = (page) => page.evaluate(() => navigator.clipboard.readText());
const valuesOf = (link) => ({ 'Số tiền': '150000', 'Ngân hàng': 'MB', 'Số tài khoản': '0123456789', 'Chủ tài khoản': 'NGUYEN VAN A',
  'Nội dung chuyển khoản': link.reference });

for (const viewport of [smallPhone, desktop]) {
  test(`each button copies its bare value and says so, and nothing moves, at ${viewport.width} px`, async (t) => {
    const link = await service.makeLink();
    const page = await openBrowser(t, { viewport, permissions });
    await page.goto(addressOf(link));
    for (const [label, value] of Object.entries(valuesOf(link))) {
      const button = page.getByRole('button', { name: 'Sao chép ' + label, exact: true });
      await button.click();
      await until('it says so', async () => await page.getByRole('button', { name: `✓ Đã chép ${label}`, exact: true }).count() === 1);
      assert.equal(await page.textContent('#spoken'), 'Đã chép: ' + label);
      assert.equal(await clipboardOf(page), value);
    }
    await until('all buttons are as before', async () => await page.locator('.copy.done').count() === 0);
    assert.equal(await page.getByRole('button', { name: /^Sao chép / }).count(), 5);
    assert.deepEqual(await shiftsOf(page), []);
  });
}

test('copying works where a browser has no clipboard for scripts, and by hand', async (t) => {
  const link = await service.makeLink();
  const page = await openBrowser(t, { permissions });
  await page.addInitScript(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('not here')); });
  await page.goto(addressOf(link));
  for (const [label, value] of Object.entries(valuesOf(link))) {
    await page.getByRole('button', { name: 'Sao chép ' + label }).click();
    await until(label + ' is copied', async () => (await clipboardOf(page)) === value);
  }
  await page.locator('[data-field="reference"] .row').evaluate((row) => getSelection().selectAllChildren(row));
  await page.keyboard.press('Control+C');
  assert.equal(await clipboardOf(page), link.reference);
});

test('the keyboard alone reaches everything in the order of the page, sees where it is, and copies', async (t) => {
  const link = await service.makeLink();
  const page = await openBrowser(t, { permissions });
  await page.goto(addressOf(link));
  const stops = [];
  for (let stop = 0; stop < 8; ++stop) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => {
      const element = document.activeElement;
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return { name: element.ariaLabel ?? element.innerText.replace(/\s+/g, ' '), ring: style.outlineStyle + ' ' + style.outlineWidth,
        isSeen: box.top >= 0 && box.bottom <= innerHeight };
    }));
  }
  assert.deepEqual(stops.map(({ name }) => name), ['VI: Tiếng Việt', 'EN: English', 'Sao chép Số tiền', 'Lưu ảnh mã QR',
    'Sao chép Ngân hàng', 'Sao chép Số tài khoản', 'Sao chép Chủ tài khoản', 'Sao chép Nội dung chuyển khoản']);
  for (const { name, ring, isSeen } of stops) {
    assert.equal(ring, 'solid 3px', name);
    assert.ok(isSeen, name);
  }
  await page.keyboard.press('Enter');
  await page.locator('.copy.done').waitFor();
  assert.equal(await clipboardOf(page), link.reference);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await until('the account is copied', async () => (await clipboardOf(page)) === '0123456789');
});

function scan(file) {
  const { stdout, stderr, error } = spawnSync('zbarimg', ['-q', '--nodbus', '--raw', file], { encoding: 'utf8' });
  return stdout?.trim() || `nothing: ${error ?? stderr}`;
}

for (const amount of ['150000', null]) {
  test(`the saved picture is a PNG that reads back as the payload, ${amount ? 'with' : 'without'} an amount`, async (t) => {
    const link = await service.makeLink({ amount });
    const page = await openBrowser(t, { colorScheme: 'dark' });
    await page.goto(addressOf(link));
    const expected = vietqrPayload({ bin: '970422', account: '0123456789', amount, reference: link.reference });
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Lưu ảnh mã QR' }).click()]);
    assert.equal(download.suggestedFilename(), 'vietqr.png');
    const file = screenshotFile(`saved-qr-${amount ?? 'open'}`);
    await download.saveAs(file);
    assert.equal(scan(file), expected);
    // What the payer's camera sees on the dark page.
    const seen = screenshotFile(`seen-qr-${amount ?? 'open'}`);
    await page.screenshot({ path: seen });
    assert.equal(scan(seen), expected);
  });
}
