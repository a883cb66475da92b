// The console's pages as they come to a browser: their headers, their files, and that they shut nobody out.
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import assert from 'node:assert/strict';
import { service } from './console/mailed.mjs';
import { checkAccessibility, desktop, openBrowser, phone, takeScreenshot } from './world.mjs';

/** The status, the headers and the bytes of an answer, as they came. */
const get = (path, headers = {}, method = 'GET') => new Promise((resolve, reject) => {
  httpRequest(service.origin + path, { method, headers }, (answer) => {
    const parts = [];
    answer.on('data', (part) => parts.push(part));
    answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
  }).on('error', reject).end();
});

async function openSignIn(t, options = {}) {
  const page = await openBrowser(t, { locale: 'en-US', openedAt: service.origin, ...options });
  await page.goto(service.origin + '/console/signin');
  await page.locator('h1').waitFor();
  return page;
}

test('the answers keep scripts, frames and addresses to themselves', async (t) => {
  const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; " +
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  for (const name of ['', 'confirm', 'recover', 'invitation', 'signin', 'w/ws_1/links', 'nothing']) {
    const { headers, status } = await get('/console/' + name);
    assert.equal(status, 200);
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cache-control'], 'no-cache');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
    assert.equal(headers['content-security-policy'], policy);
  }
  // What a browser makes of it.
  const page = await openSignIn(t, { allowErrors: true });
  const tried = await page.evaluate(() => {
    const outcome = {};
    try { document.body.innerHTML = '<i>mark</i>'; } catch (error) { outcome.text = error.name; }
    const style = document.createElement('style');
    style.textContent = 'body { --mark: 1 }';
    document.head.append(style);
    outcome.mark = getComputedStyle(document.body).getPropertyValue('--mark');
    return outcome;
  });
  assert.deepEqual(tried, { text: 'TypeError', mark: '' });
});

test('the page is sent once, its files are compressed and kept, and an unknown file is no page', async () => {
  const page = await get('/console/');
  const again = await get('/console/w/ws_1', { 'If-None-Match': page.headers.etag });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
  const head = await get('/console/signin', {}, 'HEAD');
  assert.deepEqual([head.status, head.body.length, head.headers['content-length']], [200, 0, String(page.body.length)]);
  const files = page.body.toString().match(/\/console\/assets\/[^"]+/g);
  assert.ok(files.length > 3);
  for (const file of files) {
    const plain = await get(file);
    assert.equal(plain.status, 200);
    assert.equal(plain.headers['content-encoding'], undefined);
    for (const [accepted, coding, unpack] of [['gzip', 'gzip', gunzipSync], ['gzip, deflate, br', 'br', brotliDecompressSync]]) {
      const { status, headers, body } = await get(file, { 'Accept-Encoding': accepted });
      assert.deepEqual([status, headers['content-encoding'], headers.vary], [200, coding, 'Accept-Encoding']);
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-type'], plain.headers['content-type']);
      assert.ok(unpack(body).equals(plain.body), `${file} in ${coding}`);
    }
    assert.equal((await get(file.replace(/-[^-.]+\./, '-00000000.'))).status, 404);
  }
  for (const [from, to] of [['/', '/console/'], ['/console', '/console/']]) {
    const { status, headers } = await get(from);
    assert.deepEqual([status, headers.location], [303, to]);
  }
});

for (const [locale, colorScheme] of [['en-US', 'light'], ['vi-VN', 'dark'], ['vi-VN', 'light']])
  test(`no page has a barrier that axe knows of: ${locale}, ${colorScheme}`, async (t) => {
    const lang = locale.slice(0, 2);
    const page = await openSignIn(t, { locale, colorScheme });
    assert.equal(await page.getAttribute('html', 'lang'), lang);
    const token = '#' + 'A'.repeat(43);
    const data = { workspace_name: 'Hoa Mai', invited_by: 'Lan', role: 'admin', email: 'an@shop.example', expires_at: '2026-12-01T00:00:00.000Z' };
    await page.route('**/v1.1/invitations/show', (route) => route.fulfill({ json: { success: true, data } }));
    for (const [name, address] of Object.entries({ signin: 'signin', signup: 'signup', ask: 'recover', recover: 'recover' + token,
      confirm: 'confirm' + token, invitation: 'invitation' + token, tokenless: 'confirm' })) {
      for (const viewport of [phone, desktop]) {
        await page.setViewportSize(viewport);
        await page.goto('about:blank');
        await page.goto(`${service.origin}/console/${address}`);
        await page.locator('h1').waitFor();
        await checkAccessibility(page, name);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), name);
        if (name === 'invitation') await page.locator('button[type=submit]').click(); // shows its faults
        if (name === 'invitation') await checkAccessibility(page, name + ' with faults');
        await takeScreenshot(page, `console-${name}-${lang}-${colorScheme}-${viewport.width}`);
      }
    }
  });
