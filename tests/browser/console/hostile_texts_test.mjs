// Texts that mean harm, or only break things: everywhere they are shown as what they are, and reach nothing beside them.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { until } from '../until.mjs';
import { desktop, phone } from '../world.mjs';
import { cut, fillWorkspace, mixed, texts } from './hostile_texts.mjs';
import { mailbox, service } from './mailed.mjs';
import { consoleOf, dialogOf, fill, go, press, rowOf, titled } from './portal.mjs';
import { Receiver } from './receiver.mjs';
import { Session } from './session.mjs';

const receiver = await new Receiver().open(service.folder);
after(() => receiver.close());
const owner = await new Session(service, await consoleOf(service), service.sandbox.user).begin();
const made = await fillWorkspace({ service, owner, mailbox, receiver });
const inside = `/w/${made.ws}`;

// What turns the direction of writing around is not shown itself, and may be taken away or written out.
const plain = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');
const all = (points) => Object.values(texts).map((text) => cut(text, points));
const [longName, longNote] = [cut(texts.long, 100), cut(texts.long, 500)];
/** A page for each text: the address of what was made of it, and what stands there. */
const each = (things, address, shown) =>
  Object.values(texts).map((text, index) => [address(things[index]), shown(text)]);

/** By what they show: addresses, each with the texts that it must show. */
const pages = {
  'the lists of a Workspace': [
    [inside, [mixed, ...all(4096)]],
    [`${inside}/links`, all(500)],
    [`${inside}/transactions`, all(4096)],
    [`${inside}/transactions?attention=open`, [texts.turned, texts.long]],
    [`${inside}/deliveries`, []],
    [`${inside}/deliveries?tab=webhooks&event=order.success`, all(100)],
    [`${inside}/webhooks`, [mixed, ...all(100)]],
    [`${inside}/orders`, all(64)],
    [`${inside}/banks`, [mixed, longName]],
    [`${inside}/members`, [mixed, longName]],
    [`${inside}/audit`, [mixed]],
    [`${inside}/audit?action=workspace.changed&row=${made.renamed.id}`, [mixed]],
  ],
  'its forms': [
    [`${inside}/links/new`, [longName]],
    [`${inside}/orders/new`, [longName]],
    [`${inside}/webhooks/new`, all(100)],
    [`${inside}/banks/connect?account=${made.begun.id}`, [mixed]],
    [`${inside}/banks/connect?account=${made.proved.id}`, []],
    [`${inside}/settings`, [mixed, longNote]],
    [`${inside}/developers`, [mixed]],
  ],
  'its links, transactions and deliveries': [
    ...each(made.links, ({ id }) => `${inside}/links/${id}`, (text) => [text, cut(text, 500), cut(text, 40)]),
    ...each(made.transactions, ({ id }) => `${inside}/transactions/${id}`, (text) => [text, cut(text, 500)]),
    ...each(made.deliveries, ({ id }) => `${inside}/deliveries/${id}`, () => [texts.script]),
    [`${inside}/deliveries/${made.told.id}`, [mixed, texts.image]],
  ],
  'its webhooks, orders and bank accounts': [
    ...each(made.webhooks, ({ id }) => `${inside}/webhooks/${id}`, (text) => [cut(text, 100), texts.image]),
    [`${inside}/webhooks/${made.webhooks.at(-1).id}`, [mixed, texts.turned]],
    ...each(made.webhooks, ({ id }) => `${inside}/webhooks/${id}/edit`, (text) => [cut(text, 100)]),
    ...each(made.orders, ({ id }) => `${inside}/orders/${id}`, (text) => [cut(text, 64)]),
    [`${inside}/banks/${made.account.id}`, all(100)],
    [`${inside}/banks/${made.begun.id}`, [mixed]],
    [`${inside}/banks/${made.proved.id}`, [longName]],
  ],
  'the pages of a person': [
    ['/', [mixed, longName]],
    ['/transactions', [mixed, ...all(4096)]],
    ['/account', [texts.image]],
    ['/tokens', all(100)],
    ['/tokens/new', [mixed, longName]],
    ...each(made.tokens, ({ id }) => `/tokens/${id}`, (text) => [cut(text, 100), mixed]),
    ['/plan', []],
  ],
};

/** What a text has done to the page that shows it. Runs in the page. `ends`: how those end that turn the writing around. */
async function harmOnPage(ends) {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const harm = [];
  const beyond = document.documentElement.scrollWidth - innerWidth;
  if (beyond > 0) harm.push(`is ${beyond} px too wide`);
  const alive = 'img:not([src^="data:"]), script:not([src^="/console/"]), iframe, object, embed, [onerror], [onload], a[href^="javascript:" i]';
  for (const element of document.querySelectorAll(alive)) harm.push('has ' + element.outerHTML.slice(0, 120));
  const boxOf = (node, place) => {
    const range = document.createRange();
    range.setStart(node, place);
    range.setEnd(node, place + 1);
    return range.getBoundingClientRect();
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Beside such a text, and behind it in the same sentence, writing goes on from left to right.
    const turn = node.data.lastIndexOf('\u202e') + 1;
    const behind = turn && turn + (ends.find((end) => node.data.startsWith(end, turn)) ?? node.data).length;
    const pair = /[a-z]{2}/i.exec(node.data.slice(behind));
    if (!pair) continue;
    const [one, next] = [0, 1].map((letter) => boxOf(node, behind + pair.index + letter));
    if (one.width && next.width && one.top === next.top && next.left < one.left) harm.push(`writes “${node.data.slice(0, 80)}” from right to left`);
  }
  return harm;
}
const ends = [mixed, texts.turned].map((text) => text.slice(text.lastIndexOf('\u202e') + 1));
const harmOn = (page) => page.evaluate(harmOnPage, ends);

/** What a page does that nobody has asked it to do. */
function watch(page) {
  const done = [];
  page.on('dialog', (dialog) => {
    done.push('asks ' + dialog.message());
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol, pathname } = new URL(request.url());
    if (!['data:', 'blob:'].includes(protocol) && (origin !== owner.origin || pathname.endsWith('/x'))) done.push('fetches ' + request.url());
  });
  return done;
}

/** Opens addresses, and looks at each on a phone and on a desk; all that is wrong, at once. */
async function harmBy(page, visits) {
  const found = [];
  const done = watch(page);
  for (const [address, wanted] of visits) {
    await go(page, address);
    const missing = async () => {
      const shown = plain(await page.evaluate(() => document.body.textContent + [...document.querySelectorAll('input, textarea')].map(({ value }) => value).join('\n')));
      return wanted.filter((text) => !shown.includes(plain(text)));
    };
    await until('everything is shown', async () => (await missing()).length === 0).catch(() => {});
    for (const text of await missing()) found.push(`${address} does not show “${text.slice(0, 60)}”`);
    await page.evaluate(() => { for (const one of document.querySelectorAll('main details:not(.menu)')) one.open = true; });
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      found.push(...(await harmOn(page)).map((harm) => `${address} at ${viewport.width} ${harm}`));
    }
    found.push(...done.splice(0).map((deed) => `${address} ${deed}`));
  }
  return found;
}

for (const [name, visits] of Object.entries(pages))
  test(`${name} show each text as it is`, async (t) => {
    const page = await owner.show(t, inside);
    assert.deepEqual(await harmBy(page, visits), []);
  });

test('a name inside a sentence turns nothing around', async (t) => {
  // Here something follows the name.
  const page = await owner.show(t, `${inside}/members`, { locale: 'vi-VN' });
  const done = watch(page);
  const isHarmless = async (what) => {
    assert.ok(plain(await dialogOf(page).textContent()).includes(plain(what)));
    assert.deepEqual([...(await harmOn(page)), ...done], []);
  };
  const row = rowOf(page, made.admin.session.person.email);
  await row.locator('summary').click();
  await row.locator('.menu-item.danger').click();
  assert.match(await dialogOf(page).locator('h2').textContent(), /^Gỡ .* khỏi nhóm\?$/s);
  await isHarmless(mixed);
  await go(page, `${inside}/settings`);
  await page.locator('.panel .button.danger').click();
  await isHarmless(mixed);
  await go(page, `/tokens/${made.tokens[Object.keys(texts).indexOf('turned')].id}`);
  await page.locator('.page-actions .button').last().click();
  await isHarmless(texts.turned);
});

test('a delivery leads to its order, whatever the merchant calls it', async (t) => {
  const page = await owner.show(t, `${inside}/deliveries/${made.deliveries[0].id}`);
  await page.getByRole('link', { name: texts.script, exact: true }).click();
  // It holds a slash, which no path may.
  await page.waitForURL((url) => url.searchParams.get('order_id') === texts.script);
  await titled(page, 'Orders');
  await page.getByRole('table').getByRole('link').first().click();
  await titled(page, '150,000 ₫');
  await page.getByText(made.paid.reference).first().waitFor();
});

test('a script is no address, and what is typed is shown as it is', async (t) => {
  const page = await owner.show(t, `${inside}/links/new`);
  const done = watch(page);
  const refusals = page.locator('.fault', { hasText: 'The URL must start with https://.' });
  await page.getByLabel('Amount').fill('150000');
  await page.getByLabel('Description').fill(texts.image + texts.script);
  assert.equal(await page.locator('.preview-text').textContent(), texts.image + texts.script);
  await page.getByText('More settings').click();
  for (const name of ['callback_url', 'redirect_url']) await page.locator(`input[name=${name}]`).fill(texts.address);
  await press(page, 'Create link');
  await refusals.nth(1).waitFor();
  await go(page, `${inside}/webhooks/new`);
  await fill(page, 'Name', texts.script);
  await fill(page, 'URL', texts.address);
  await press(page, 'Create webhook');
  await refusals.waitFor();
  await go(page, `${inside}/links`);
  await press(page, 'Search or jump');
  await page.getByRole('combobox', { name: 'Search or jump' }).fill(texts.turned);
  await page.getByRole('option', { name: /^Transactions containing/ }).waitFor();
  assert.deepEqual([...(await harmOn(page)), ...done], []);
});
