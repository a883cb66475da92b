// A sandbox with its bank and a mailbox, and in it a Workspace where every page of the console has something to show.
import { after } from 'node:test';
import assert from 'node:assert/strict';
import { BankedService } from '../bank.mjs';
import { Mailbox } from '../mailbox.mjs';
import { until } from '../until.mjs';
import { consoleOf, makePerson } from './portal.mjs';
import { Receiver } from './receiver.mjs';
import { Session } from './session.mjs';

const mailbox = await new Mailbox().open();
const banked = await new BankedService().start({
  PAYLINK_MAIL_SMTP_URL: mailbox.url,
  PAYLINK_MAIL_FROM: 'paylink@shop.example',
  // Nobody reads as fast as these tests do.
  PAYLINK_RATE_LIMITS_TOKEN_RATE: '0',
});
const receiver = await new Receiver().open(banked.service.folder);
after(async () => {
  receiver.close();
  await banked.end();
  mailbox.close();
});

export const { service } = banked;
export const session = await new Session(service, await consoleOf(service), service.sandbox.user).begin();
const [own, empty] = service.sandbox.workspaces;
const ws = own.id;
const [account] = own.bank_accounts;
/** The address of a page of the full Workspace. */
export const at = (path) => `/w/${ws}/${path}`;

/** The data of an answer to a call that must succeed. */
async function ask(method, path, body) {
  const { status, data } = await session.call(method, path, body);
  assert.ok(status < 300, `${method} ${path}: ${status}`);
  return data;
}

/** What the API shows at a path, once it is as wanted. */
const shownAs = (what, path, isWanted) => until(what, async () => {
  const data = await ask('GET', path);
  return isWanted(data) && data;
}, 30000);

const transactionOf = async (content) => {
  const has = ({ content: text }) => text === content;
  return (await shownAs(`a transaction says ${content}`, `/transactions/${ws}?q=${encodeURIComponent(content)}`, (rows) => rows.some(has))).find(has);
};

const deliveryTo = async (webhook, status) =>
  (await shownAs(`a delivery is ${status}`, `/deliveries/${ws}?webhook_id=${webhook.id}&status=${status}`, (rows) => rows.length > 0))[0];

/** A payment link whose callback is taken. */
export const makeLink = (description, members = {}) =>
  service.makeLink({ description, callback_url: receiver.addressOf('paid'), ...members });

export const makeOrder = (order_id) =>
  ask('POST', `/orders/${ws}`, { bank_account_id: account.id, amount: '150000', order_id, customer_email: 'lan@shop.example' });

const oneOff = (reference) => reference.slice(0, -1) + (reference.endsWith('A') ? 'B' : 'A');

/** One of everything that a transfer can be. */
async function receiveMoney() {
  const pending = await makeLink('Bánh mì và cà phê, bàn 7', { redirect_url: 'https://shop.test/thanks', metadata: { table: '7' } });
  const free = await makeLink(null, { amount: null });
  const paid = await makeLink('Cà phê sữa đá × 6');
  const untold = await makeLink('Bạc xỉu × 4', { callback_url: receiver.addressOf('gone') });
  const [short, over, cancelled, twice, near, one, other, small] = await Promise.all(
    ['Trà đào', 'Sinh tố bơ', 'Nước cam', 'Trà sữa', 'Bánh flan', 'Hạt cà phê 1 kg', 'Phin nhôm', 'Túi vải'].map((text) => makeLink(text)));
  await service.pay(paid);
  await service.pay(untold);
  await service.pay({ reference: short.reference + ' thieu' }, 100000);
  await service.pay({ reference: over.reference + ' du' }, 200000);
  await service.cancel(cancelled);
  await service.pay({ reference: cancelled.reference + ' tre' });
  await service.pay(twice);
  await service.pay({ reference: twice.reference + ' lan hai' }, 150001);
  await service.pay({ reference: oneOff(near.reference) + ' sai' });
  await service.pay({ reference: `${one.reference} ${other.reference}` }, 300000);
  await service.pay({ reference: small.reference + ' it' }, 1000);
  await service.pay({ reference: 'NGUYEN THI LAN chuyen tien ca phe' }, 45000);
  await service.pay({ reference: 'Tra luong thang nay' }, 9000000, { transfer_type: 'debit' });
  const byState = (link, state) => shownAs(`a callback is ${state}`, `/payment-links/${ws}/${link.id}`, (now) => now.callback_status === state);
  await byState(paid, 'delivered');
  await byState(untold, 'failed');
  const contents = {
    matched: paid.reference,
    short: short.reference + ' thieu',
    late: cancelled.reference + ' tre',
    duplicate: twice.reference + ' lan hai',
    near: oneOff(near.reference) + ' sai',
    ambiguous: `${one.reference} ${other.reference}`,
    debit: 'Tra luong thang nay',
  };
  const transactions = {};
  for (const [name, content] of Object.entries(contents)) transactions[name] = (await transactionOf(content)).id;
  await ask('PATCH', `/transactions/${ws}/${transactions.late}`, { note: 'Đã gọi khách: trả lại tiền mặt.', settled: true });
  return { links: { pending, free, paid, untold, short }, transactions };
}

async function takeOrders() {
  const [pending, paid, cancelled] = [await makeOrder('DH-1001'), await makeOrder('DH-1002'), await makeOrder('DH-1003')];
  await service.pay(paid);
  await ask('POST', `/orders/${ws}/${cancelled.id}/cancel`);
  await shownAs('an order is paid', `/orders/${ws}/${paid.id}`, ({ status }) => status === 'success');
  return { pending, paid, cancelled };
}

/** A second member, an invitation that waits, and one that was revoked. */
async function invitePeople() {
  const person = await makePerson(service, 'linh@shop.example', 'Nguyễn Thị Linh');
  await mailbox.linkFor(person.email);
  const invite = (email, role) => ask('POST', `/workspaces/${ws}/invitations`, { email, role });
  await invite(person.email, 'member');
  const token = (await mailbox.linkFor(person.email)).split('#')[1];
  const theirs = await new Session(service, session.origin, person).begin();
  assert.equal((await theirs.call('POST', '/invitations/accept', { token })).status, 200);
  await invite('minh@shop.example', 'admin');
  const { id } = await invite('nham@shop.example', 'viewer');
  await ask('DELETE', `/workspaces/${ws}/invitations/${id}`);
}

async function makeTokens() {
  const make = (name, permissions, networks) => ask('POST', '/api-tokens', {
    name, networks, expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(), workspaces: [{ workspace_id: ws, permissions }],
  });
  const kept = await make('Máy chủ của quán', ['payment_links:read', 'payment_links:write', 'webhooks:read'], ['203.0.113.0/24']);
  const revoked = await make('Máy chủ cũ', ['payment_links:read'], []);
  await ask('DELETE', `/api-tokens/${revoked.id}`);
  return { kept: kept.id, revoked: revoked.id };
}

/** A third Workspace, which is suspended: a larger plan allows it. */
async function suspendAnother() {
  await ask('PUT', '/account/plan', { plan: 'P2' });
  const { id } = await ask('POST', '/workspaces', { name: 'Quán cũ', entity_type: 'individual', banking_mode: 'open_banking', language: 'vi' });
  await ask('POST', `/workspaces/${id}/suspend`);
  return id;
}

async function fill() {
  await ask('PATCH', `/workspaces/${ws}`, { name: 'Cà phê Sáng' });
  receiver.answers.set('gone', 404).set('busy', 503);
  const makeWebhook = (name, events) => ask('POST', `/webhooks/${ws}`, { name, url: receiver.addressOf(name), events });
  const erp = await makeWebhook('erp', ['transaction.credit', 'order.success']);
  const gone = await makeWebhook('gone', ['transaction.credit']);
  const busy = await makeWebhook('busy', ['transaction.debit']);
  const money = await receiveMoney();
  const orders = await takeOrders();
  const deliveries = {
    told: (await deliveryTo(erp, 'delivered')).id,
    failed: (await deliveryTo(gone, 'failed')).id,
    waiting: (await deliveryTo(busy, 'pending')).id,
  };
  await invitePeople();
  const begun = await ask('POST', `/bank-accounts/${ws}`, { bank: 'MB', account_number: '1900000001', holder_name: 'NGUYEN VAN A', phone: '0912345678' });
  return {
    ...money, orders, deliveries, ws, empty: empty.id, webhook: erp.id, account: account.id, begun: begun.id,
    tokens: await makeTokens(), suspended: await suspendAnother(),
  };
}

export const shop = await fill();
