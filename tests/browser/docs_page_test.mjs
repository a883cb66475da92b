// The page of the API in a real browser, under its own policy: openBrowser fails on any breach of it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { desktop, openBrowser, phone, service, takeScreenshot } from './world.mjs';

async function openDocs(t, viewport, origin = service.origin) {
  const page = await openBrowser(t, { viewport, locale: 'en-US', openedAt: origin });
  await page.goto(origin + '/docs');
  await page.locator('.opblock-tag').first().waitFor();
  return page;
}

const operation = (page, id) => page.locator(`.opblock[id$="-${id}"]`);

test('it shows every operation, the callback and the records, and names no other address', async (t) => {
  const page = await openDocs(t, desktop);
  const document = await (await fetch(service.origin + '/v1.1/openapi.json')).json();
  for (const methods of [...Object.values(document.paths), ...Object.values(document.webhooks)])
    for (const { operationId } of Object.values(methods)) assert.equal(await operation(page, operationId).count(), 1, operationId);
  await page.locator('.models button').first().click();
  assert.equal(await page.locator('.models .model-container, .models .json-schema-2020-12').first().isVisible(), true);
});

for (const [name, viewport] of [['desktop', desktop], ['phone', phone]])
  test(`nothing is cut off: ${name}`, async (t) => {
    const page = await openDocs(t, viewport);
    await takeScreenshot(page, `docs-${name}`);
    await operation(page, 'createPaymentLink').locator('.opblock-summary-control').click();
    await page.locator('.responses-table').first().waitFor();
    await takeScreenshot(page, `docs-operation-${name}`);
    const { wide, width } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, width: innerWidth }));
    assert.ok(wide <= width, `${wide} of ${width}`);
  });

test('a token that is pasted makes calls from the page', async (t) => {
  // Not the address that the document names: calls go to where the page was opened.
  const page = await openDocs(t, desktop, service.origin.replace('127.0.0.1', 'localhost'));
  await page.locator('.auth-wrapper .authorize').first().click();
  await page.locator('.auth-container input').first().fill(service.sandbox.access_token);
  await page.locator('.auth-container .authorize').first().click();
  await page.locator('.btn-done').first().click();
  const listing = operation(page, 'listAllTransactions');
  await listing.locator('.opblock-summary-control').click();
  await listing.locator('.try-out__btn').click();
  await listing.locator('.execute').click();
  await listing.locator('.live-responses-table .response-col_status').filter({ hasText: /\d/ }).first().waitFor();
  assert.match(await listing.locator('.live-responses-table').innerText(), /"success": true/);
});
