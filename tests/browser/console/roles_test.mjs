// The role matrix: what the screens let each role do is what the service lets it do. Four people with real roles in one Workspace.
import { readdirSync, readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import assert from 'node:assert/strict';
import { BankedService } from '../bank.mjs';
import { Mailbox } from '../mailbox.mjs';
import { until } from '../until.mjs';
import { join } from './people.mjs';
import { consoleOf, go } from './portal.mjs';
import { Receiver } from './receiver.mjs';
import { firstRun, harmless, holders, ranks, screens, suspended } from './roles_table.mjs';
import { Session } from './session.mjs';

const sources = new URL('../../../console/src/', import.meta.url);
const sourceOf = (name) => readFileSync(new URL(name, sources), 'utf8');

const mailbox = await new Mailbox().open();
const banked = await new BankedService().start({
  PAYLINK_MAIL_SMTP_URL: mailbox.url,
  PAYLINK_MAIL_FROM: 'paylink@shop.example',
  PAYLINK_RATE_LIMITS_TOKEN_RATE: '0', // nobody reads so fast
});
const { service } = banked;
const receiver = await new Receiver().open(service.folder);
after(async () => {
  receiver.close();
  await banked.end();
  mailbox.close();
});
const [workspace] = service.sandbox.workspaces;
const ws = workspace.id;
const owner = await new Session(service, await consoleOf(service), service.sandbox.user).begin();

/** By role. What the table names in braces is looked up here. */
const people = { owner: { role: 'owner', ws, id: service.sandbox.user.id, session: owner } };
for (const [role, name] of [['admin', 'Lan Anh'], ['member', 'Minh'], ['viewer', 'Vy']])
  people[role] = { role, ws, ...(await join({ owner, mailbox, workspace: ws }, { email: `${role}@shop.example`, name, role })) };

const holds = (role, permission) => ranks.indexOf(role) >= ranks.indexOf(holders[permission]);
const filled = (text, person) => text.replace(/\{(\w+)\}/g, (_, name) => person[name]);
const isNamed = (name, pattern) => (typeof pattern === 'string' ? name === pattern : pattern.test(name));

/** Something of everything that a screen has controls for. */
async function makeThings() {
  const call = async (method, path, body) => {
    const { status, data } = await owner.call(method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${status}`);
    return data;
  };
  const [account, apart] = workspace.bank_accounts;
  receiver.answers.set('gone', 404);
  const makeWebhook = (name) =>
    call('POST', `/webhooks/${ws}`, { name, url: receiver.addressOf('gone'), events: ['transaction.credit'] });
  const webhook = await makeWebhook('Kho hàng');
  await call('POST', `/webhooks/${ws}/${webhook.id}/rotate`);
  const sleeping = await makeWebhook('Cũ');
  await call('PATCH', `/webhooks/${ws}/${sleeping.id}`, { enabled: false });

  service.callbackUrl = receiver.addressOf('gone');
  const pending = await service.makeLink();
  const paid = await service.makeLink();
  const told = await service.makeLink({ callback_url: receiver.addressOf('told') });
  await service.pay(paid);
  await service.pay(told);
  await service.pay({ reference: paid.reference + ' lan hai' }, 150001);
  const linkOnce = (link, status) => until(`a callback is ${status}`, async () => {
    const now = await call('GET', `/payment-links/${ws}/${link.id}`);
    return now.callback_status === status && now;
  }, 30000);
  await linkOnce(paid, 'failed');
  const { transaction_id: matched } = await linkOnce(told, 'delivered');
  const [delivery] = await until('a delivery has failed', async () => {
    const failed = await call('GET', `/deliveries/${ws}?status=failed`);
    return failed.length > 0 && failed;
  }, 30000);
  const [open] = await call('GET', `/transactions/${ws}?attention=open`);

  const order = await call('POST', `/orders/${ws}`, { bank_account_id: account.id, amount: '150000' });
  await call('POST', `/bank-accounts/${ws}/${apart.id}/disconnect`);
  const begun = await call('POST', `/bank-accounts/${ws}`, {
    bank: 'MB', account_number: '1900000091', holder_name: 'NGUYEN VAN A', phone: '0912345678',
  });
  await call('POST', `/workspaces/${ws}/invitations`, { email: 'waits@shop.example', role: 'viewer' });
  const ids = Object.entries({ pending, paid, delivery, open, webhook, sleeping, order, begun, account, apart });
  for (const person of Object.values(people)) {
    const { status, data } = await person.session.call('POST', '/api-tokens', {
      name: 'Own', expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      workspaces: [{ workspace_id: ws, permissions: ['payment_links:read'] }],
    });
    assert.equal(status, 201);
    Object.assign(person, Object.fromEntries(ids.map(([name, { id }]) => [name, id])), { matched, token: data.id });
  }
}
let making;
const thingsAreMade = () => (making ??= makeThings());

/** Every control of the page: its name, whether it is off, and the reason that it gives. Runs in the page. */
function controlsOfPage() {
  const nameOf = (element) => {
    const copy = element.cloneNode(true);
    for (const aside of copy.querySelectorAll('small, svg')) aside.remove();
    return element.getAttribute('aria-label') ?? copy.textContent.trim();
  };
  const within = (element) => element.closest('.menu-list')?.parentElement.querySelector('summary') ?? element.closest('.panel')?.querySelector('h2');
  return [...document.querySelectorAll('button, summary, a.button, a.menu-item, [role="button"], input:is([type="submit"], [type="button"])')].map((element) => ({
    name: [within(element), element].filter(Boolean).map(nameOf).join(' › '),
    isOff: element.getAttribute('aria-disabled') === 'true' || element.disabled === true,
    reason: (document.getElementById(element.getAttribute('aria-describedby')) ?? element.querySelector('small'))?.textContent ?? '',
  }));
}

/** What is wrong with the controls that a person is shown. */
function faultsOf(shown, controls, { role }) {
  const faults = [];
  const title = role[0].toUpperCase() + role.slice(1);
  for (const { name, permission, isOff = false, isHidden = false, except } of controls) {
    if (except === role) continue;
    const found = shown.filter((one) => isNamed(one.name, name));
    const may = !isOff && holds(role, permission);
    if (found.length === 0 && (may || !isHidden)) faults.push(`there is no ${name}`);
    for (const one of found) {
      if (one.isOff === may || (isHidden && !may)) faults.push(`${one.name} is ${one.isOff ? 'off' : 'on'}`);
      const isSaid = isOff ? one.reason !== '' : one.reason.startsWith(`You are ${title} here. Only an Owner`);
      if (one.isOff && !isSaid) faults.push(`${one.name} is off, and says “${one.reason}”`);
    }
  }
  const known = [...controls.map(({ name }) => name), ...harmless];
  for (const { name } of shown) if (!known.some((one) => isNamed(name, one))) faults.push(`${name} is in no table`);
  return faults;
}

/** What a page asks of the service: whether it still does, and what it was refused. */
class Traffic {
  refused = [];
  #open = new Set();

  constructor(page) {
    // The stream of changes has no end.
    page.on('request', (request) => request.url().includes('/v1.1/changes/') || this.#open.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => this.#open.delete(request));
    page.on('response', (answer) => {
      if (answer.status() === 403) this.refused.push(`${page.url()}: 403 for ${answer.request().method()} ${answer.url()}`);
    });
  }

  isOver() {
    return until('the page asks for nothing more', () => this.#open.size === 0, 30000);
  }
}

/** Opens the addresses as a person; what is wrong with them, all at once. */
async function faultsOn(page, visits, person) {
  const traffic = new Traffic(page);
  const faults = [];
  for (const [address, ...controls] of visits) {
    await go(page, filled(address, person));
    await traffic.isOver();
    // An answer that has come is shown a moment later.
    let found = [];
    for (let tries = 0; tries < 30; ++tries) {
      await setTimeout(100);
      found = faultsOf(await page.evaluate(controlsOfPage), controls, person);
      if (found.length === 0) break;
    }
    faults.push(...found.map((fault) => `${address}: ${fault}`));
  }
  return [...faults, ...traffic.refused];
}

async function statusOf(page, { session }, method, path) {
  // A file, without the envelope of other answers.
  if (path.endsWith('/export')) return (await page.request.get(service.origin + '/v1.1' + path)).status();
  return (await session.call(method, path, method.startsWith('P') ? { unknown: 1 } : undefined)).status;
}

const calls = [...Object.values(screens).flat(), ...suspended].flatMap(([, ...controls]) => controls).filter(({ call }) => call);

test('no screen of the console is missing in the table', () => {
  const inside = /const inside = \{(.*?)\n\};/s.exec(sourceOf('main.tsx'))[1];
  const routes = [...inside.matchAll(/^ +'([^']+)':/gm)].map(([, route]) => route);
  assert.deepEqual(Object.keys(screens).sort(), routes.sort());
});

test('no call of the console that writes is missing in the table', () => {
  const files = readdirSync(sources, { recursive: true }).filter((name) => /\.tsx?$/.test(name) && !name.startsWith('api/'));
  const writing = files.flatMap((name) => [...sourceOf(name).matchAll(/api\s*\.(POST|PATCH|PUT|DELETE)\(\s*'\/v1\.1([^']+)'/g)]);
  const made = writing.map(([, method, path]) => `${method} ${path.replace(/\{\w+\}/g, '*')}`);
  assert.ok(made.length > 30);
  const tabled = calls.map(({ call }) => call.replace(/\?.*/, '').replace(/\{\w+\}|\w+_unknown/g, '*'));
  const isOfOneself = (call) => /^\w+ \/(accounts?|sessions|invitations)\b/.test(call);
  assert.deepEqual(made.filter((call) => !isOfOneself(call) && !tabled.includes(call)), []);
});

test('before there is a link, its making is offered to those who may make one', async (t) => {
  for (const person of Object.values(people))
    assert.deepEqual(await faultsOn(await person.session.show(t, '/'), firstRun, person), [], person.role);
});

for (const role of ranks)
  test(`the screens let ${role} do what the service lets them do, and say why they do not let them do the rest`, async (t) => {
    await thingsAreMade();
    const person = people[role];
    const page = await person.session.show(t, '/');
    const faults = await faultsOn(page, Object.values(screens).flat(), person);
    for (const [call, permission] of new Map(calls.map((one) => [one.call, one.permission]))) {
      const [method, path] = filled(call, person).split(' ');
      const status = await statusOf(page, person, method, path);
      const behind = method === 'GET' ? [200] : [404, 422];
      if (!(holds(role, permission) ? behind : [403]).includes(status)) faults.push(`${call}: ${status}`);
    }
    assert.deepEqual(faults, []);
  });

test('a suspended Workspace is reactivated by those who may suspend it', async (t) => {
  await thingsAreMade();
  assert.equal((await owner.call('POST', `/workspaces/${ws}/suspend`)).status, 200);
  for (const person of Object.values(people)) {
    const page = await person.session.show(t, '/');
    assert.deepEqual(await faultsOn(page, suspended, person), [], person.role);
  }
  assert.equal((await owner.call('POST', `/workspaces/${ws}/reactivate`)).status, 200);
});

test('everybody may leave but the Owner', async () => {
  const left = {};
  for (const [role, { session, id }] of Object.entries(people)) left[role] = (await session.call('DELETE', `/workspaces/${ws}/members/${id}`)).status;
  assert.deepEqual(left, { owner: 409, admin: 204, member: 204, viewer: 204 });
});
