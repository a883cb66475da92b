// Texts that people and banks could write to do harm, and a Workspace in which nearly everything is called so.
import assert from 'node:assert/strict';
import { until } from '../until.mjs';
import { join } from './people.mjs';

const image = '<img src=x onerror=alert(1)>';
// An override that nothing ends, behind the end of an isolate that nothing began.
const turned = '\u202Etnemyap \u2067sdrow\u2069\u2069 \u202Edne';
const formula = '{{7*7}}${7*7}';
export const texts = {
  image,
  script: '"><script>alert(1)</script>',
  turned,
  family: '👩‍👩‍👧‍👦🏳️‍🌈👍🏽',
  formula,
  address: 'javascript:alert(1)',
  long: 'W'.repeat(4096),
};
/** Several of them in one name. */
export const mixed = `${image} ${turned} ${formula}`;
/** The beginning of a text, for a field that takes so many characters. */
export const cut = (text, points) => [...text].slice(0, points).join('');

const count = Object.keys(texts).length;

/** What `make` makes of each text, in their order. */
async function ofEach(make) {
  const made = [];
  for (const [index, text] of Object.values(texts).entries()) made.push(await make(text, index));
  return made;
}

/** `owner`: the session of the sandbox's person. Returns what was made, each kind in the order of the texts. */
export async function fillWorkspace({ service, owner, mailbox, receiver }) {
  const [{ id: ws, bank_accounts: [account] }, second] = service.sandbox.workspaces;
  const ask = async (session, method, path, body) => {
    const { status, data } = await session.call(method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${status}`);
    return data;
  };
  const call = (...words) => ask(owner, ...words);
  receiver.server.removeAllListeners('request').on('request', (request, response) => {
    const say = () => response.writeHead(404, { 'Content-Type': 'text/html', 'X-Text': image }).end(Object.values(texts).join('\n'));
    request.resume().on('end', say);
  });
  const addressOf = (name) => receiver.addressOf(name + 'W'.repeat(1900));

  const admin = await join({ owner, mailbox, workspace: ws }, { email: 'admin@shop.example', name: mixed, role: 'admin' });
  await join({ owner, mailbox, workspace: ws }, { email: 'viewer@shop.example', name: cut(texts.long, 100), role: 'viewer' });
  await call('PATCH', `/workspaces/${ws}`, { name: mixed, description: cut(texts.long, 500) });
  await call('PATCH', `/workspaces/${second.id}`, { name: cut(texts.long, 100) });
  // A browser that calls itself so.
  await fetch(service.origin + '/v1.1/sessions', {
    method: 'POST', headers: { 'Content-Type': 'application/json', 'User-Agent': image },
    body: JSON.stringify({ email: owner.person.email, password: owner.person.password }),
  });

  const holder = (holder_name, account_number) =>
    call('POST', `/bank-accounts/${ws}`, { bank: 'MB', account_number, holder_name, phone: '0912345678' });
  const begun = await holder(mixed, '5550001111');
  const proved = await holder(cut(texts.long, 100), '5550002222');
  await service.pay({ reference: proved.connection.verification_text }, 10000, { account_number: '5550002222' });
  await ofEach((text, index) => call('POST', `/bank-accounts/${ws}/${account.id}/virtual-accounts`, {
    name: cut(text, 100), account_number: `VQRQHOSTILE${index}`,
  }));

  const webhook = (name, members) => call('POST', `/webhooks/${ws}`, { name, url: addressOf('webhook'), headers: { 'X-Text': image }, ...members });
  const webhooks = await ofEach((text) => webhook(cut(text, 100), { events: ['order.success'] }));
  webhooks.push(await webhook(mixed, { events: ['transaction.credit'], filter: { text: turned } }));
  const tokens = await ofEach((text) => call('POST', '/api-tokens', {
    name: cut(text, 100), expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    workspaces: [{ workspace_id: ws, permissions: ['payment_links:read'] }],
  }));

  const links = await ofEach((text) => service.makeLink({
    description: cut(text, 500), metadata: { [cut(text, 40)]: cut(text, 500) },
    callback_url: addressOf('link'), redirect_url: 'https://shop.test/' + 'W'.repeat(1900),
  }));
  await ofEach((text, index) => service.pay({ reference: `${links[index].reference} ${text}` }));
  const short = await service.makeLink({ callback_url: addressOf('short') });
  for (const text of [turned, texts.long]) await service.pay({ reference: `${short.reference} ${text}` }, 100000);

  const customer_email = `${'w'.repeat(60)}@${'w'.repeat(60)}.example`;
  const orders = await ofEach((text) => call('POST', `/orders/${ws}`, {
    bank_account_id: proved.id, amount: '150000', order_id: cut(text, 64), customer_email,
  }));
  const script = Object.keys(texts).indexOf('script');
  await service.pay({ reference: orders[script].reference }, 150000, { account_number: '5550002222' });
  await ofEach((text) => service.pay({ reference: text }));
  const recorded = await call('GET', `/transactions/${ws}?limit=100`);
  const transactions = Object.values(texts).map((text) => recorded.find(({ content }) => content === text));
  await ofEach((text, index) => ask(admin.session, 'PATCH', `/transactions/${ws}/${transactions[index].id}`, { note: cut(text, 500), settled: false }));

  const deliveries = await until('the webhooks were told of the order', async () => {
    const failed = await call('GET', `/deliveries/${ws}?status=failed&event=order.success`);
    return failed.length === count && failed;
  }, 60000);
  const [told] = await until('the webhook of payments was told', async () => {
    const failed = await call('GET', `/deliveries/${ws}?status=failed&event=transaction.credit`);
    return failed.length > 0 && failed;
  }, 60000);
  await until('all callbacks have failed', async () => {
    const failed = await call('GET', `/payment-links/${ws}?callback_status=failed`);
    return failed.length === count;
  }, 60000);
  const [renamed] = await call('GET', `/workspaces/${ws}/audit-log?action=workspace.changed`);
  return { ws, account, begun, proved, admin, webhooks, tokens, links, orders, transactions, deliveries, told, renamed, paid: orders[script] };
}
