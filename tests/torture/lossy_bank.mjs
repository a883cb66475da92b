// Sends entries through banksim, which loses a fifth of its notifications, repeats a fifth, and tells of all in any order,
// while paylinkd is killed again and again. In the end every entry is one transaction, every link that was paid is completed,
// and usage counts each entry once.
//
//   node lossy_bank.mjs --bin DIR --entries N --kills N [--database URL]
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '../browser/until.mjs';

const { values: asked } = parseArgs({
  options: {
    bin: { type: 'string' },
    entries: { type: 'string', default: '1000' },
    kills: { type: 'string', default: '3' },
    links: { type: 'string', default: '50' },
    database: { type: 'string', default: '' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const count = Number(asked.entries);
const kills = Number(asked.kills);
const linkCount = Number(asked.links);
const atOnce = 16;
const folder = mkdtempSync(join(tmpdir(), 'paylink-lossy-'));
const data = join(folder, 'data');
console.log(`seed ${asked.seed}: ${count} entries, ${linkCount} links, ${kills} kills, in ${folder}`);

// mulberry32: the same numbers for the same seed.
let state = Number(asked.seed) >>> 0;
function chance() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
function call(origin, method, path, { token, cookie, body } = {}) {
  return new Promise((resolve) => {
    const headers = { Accept: 'application/json' };
    if (token) headers.Authorization = 'Bearer ' + token;
    if (cookie) headers.Cookie = cookie;
    if (body) headers['Content-Type'] = 'application/json';
    const sent = request(origin + path, { method, agent, headers }, (answer) => {
      let text = '';
      answer.on('data', (part) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.setTimeout(30_000, () => sent.destroy());
    sent.end(body && JSON.stringify(body));
  });
}
async function ask(origin, method, path, more = {}) {
  for (;;) {
    const answer = await call(origin, method, path, more);
    if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.text);
    if (![0, 429, 502, 503].includes(answer.status)) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    await pause(200);
  }
}

const servicePort = await freePort(), bankPort = await freePort();
const origin = `http://127.0.0.1:${servicePort}`, bank = `http://127.0.0.1:${bankPort}`;
const log = openSync(join(folder, 'log'), 'a');
// Its callbacks are of no interest here, and nobody listens.
const environment = {
  ...process.env,
  PAYLINK_HTTP_LISTEN: `127.0.0.1:${servicePort}`,
  PAYLINK_LOG_LEVEL: 'warning',
  WEBHOOK_MAX_ATTEMPTS: '1',
  ...(asked.database && { PAYLINK_DATABASE_URL: asked.database }),
};
let daemon = null;
async function start() {
  daemon = spawn(join(asked.bin, 'paylinkd'), ['--sandbox', '--data', data, '--bank-simulator', bank],
    { env: environment, stdio: ['ignore', log, log] });
  await until('paylinkd is ready', async () => {
    if (daemon.exitCode !== null) throw new Error('paylinkd: ' + readFileSync(join(folder, 'log'), 'utf8').slice(-2000));
    return (await call(origin, 'GET', '/readyz')).status === 200;
  }, 90_000);
}
async function end(child, signal) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}

let simulator = null;
let failed = null;
try {
  await start();
  const sandbox = JSON.parse(readFileSync(join(data, 'sandbox.json'), 'utf8'));
  simulator = spawn(join(asked.bin, 'banksim'), ['--sandbox', data, '--listen', `127.0.0.1:${bankPort}`], { stdio: ['ignore', log, log] });
  await until('banksim answers', async () => (await call(bank, 'GET', '/')).status === 200, 60_000);
  const workspace = sandbox.workspaces[0];
  const account = workspace.bank_accounts[0];
  const token = sandbox.access_token;
  // What the owner is billed for: each transaction of this Workspace and the other, once.
  const session = await call(origin, 'POST', '/v1.1/sessions', { body: { email: sandbox.user.email, password: sandbox.user.password } });
  if (session.status !== 201) throw new Error('signing in: ' + session.text);
  const cookie = session.headers['set-cookie'][0].split(';')[0];
  const counted = async () => (await ask(origin, 'GET', '/v1.1/account/usage', { cookie })).data.transactions;
  const before = await counted();

  const links = [];
  for (let number = 0; number < linkCount; ++number)
    links.push((await ask(origin, 'POST', '/v1.1/payment-links/' + workspace.id, {
      token, body: { bank_account_id: account.id, amount: '150000', callback_url: 'https://127.0.0.1:8443/paid' },
    })).data);

  // Every link is paid once, somewhere among the others.
  const orders = Array.from({ length: count }, (_, number) => ({
    account_number: account.account_number, bank: account.bank, amount: 10_000 + number, content: `so ${number}`,
  }));
  for (const link of links) {
    let at = 0;
    do at = Math.floor(chance() * count); while (orders[at].amount === 150_000 && orders[at].content.startsWith('PFSL'));
    orders[at] = { ...orders[at], amount: 150_000, content: link.reference + ' thanh toan' };
  }
  const faults = { lost: 0, repeated: 0 };
  for (const order of orders) {
    const draw = chance();
    order.shuffle = true;
    if (draw < 0.2) order.lose = true, ++faults.lost, delete order.shuffle;
    else if (draw < 0.4) order.repeat = 1 + Math.floor(chance() * 3), ++faults.repeated;
  }

  const begun = Date.now();
  let next = 0, ordered = 0;
  const ordering = Promise.all(Array.from({ length: atOnce }, async () => {
    while (next < orders.length) {
      await ask(bank, 'POST', '/pay', { body: orders[next++] });
      ++ordered;
    }
  }));
  let killed = 0;
  const killing = (async () => {
    while (killed < kills) {
      // Spread over the whole stream.
      while (ordered < ((killed + 0.2 + 0.6 * chance()) * count) / kills) await pause(10);
      await end(daemon, 'SIGKILL');
      await start();
      ++killed;
    }
  })();
  await Promise.all([ordering, killing]);
  console.log(`${count} entries (${faults.lost} lost, ${faults.repeated} repeated) ordered in ${Date.now() - begun} ms, ${killed} kills`);

  // A start asks the bank at once for what was lost; otherwise it is asked every five minutes.
  await end(daemon, 'SIGKILL');
  await start();
  let seen = 0;
  for (let tries = 0; tries < 1200 && (seen = (await counted()) - before) < count; ++tries) await pause(500);
  await pause(6000); // what is repeated still comes
  seen = (await counted()) - before;
  if (seen !== count) throw new Error(`${count} entries are counted as ${seen} transactions`);
  for (const link of links) {
    const now = (await ask(origin, 'GET', `/v1.1/payment-links/${workspace.id}/${link.id}`, { token })).data;
    if (now.status !== 'succeeded') throw new Error(`the link ${link.id} is ${now.status}`);
    const payments = (await ask(origin, 'GET', `/v1.1/payment-links/${workspace.id}/${link.id}/payments`, { token })).data;
    if (payments.length !== 1) throw new Error(`the link ${link.id} has ${payments.length} payments`);
  }
  // Each amount stands for one entry.
  const amounts = new Map();
  for (const order of orders) amounts.set(String(order.amount), (amounts.get(String(order.amount)) ?? 0) + 1);
  for (let cursor = null; ;) {
    const page = await ask(origin, 'GET', `/v1.1/transactions/${workspace.id}?limit=100` + (cursor ? '&cursor=' + encodeURIComponent(cursor) : ''), { token });
    for (const { amount } of page.data) amounts.set(amount, (amounts.get(amount) ?? 0) - 1);
    if (!page.meta.has_more) break;
    cursor = page.meta.next_cursor;
  }
  const wrong = [...amounts].filter(([, left]) => left !== 0);
  if (wrong.length) throw new Error(`amounts that are not recorded as often as they moved: ${wrong.slice(0, 5).join(' ')}`);
  const doctor = spawn(join(asked.bin, 'paylinkd'), ['--sandbox', '--data', data, 'doctor'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  doctor.stdout.on('data', (part) => (said += part));
  doctor.stderr.on('data', (part) => (said += part));
  const code = await new Promise((resolve) => doctor.once('exit', resolve));
  if (code !== 0) throw new Error('paylinkd doctor: ' + said);
  console.log(`every entry is one transaction, every link is completed once; after ${Date.now() - begun} ms`);
} catch (error) {
  failed = error;
} finally {
  await Promise.all([end(daemon, 'SIGTERM'), end(simulator, 'SIGTERM')]);
  closeSync(log);
  agent.destroy();
}
if (failed) {
  console.error(`seed ${asked.seed}:`, failed.message, `\nthe logs are in ${folder}`);
  process.exit(1);
}
rmSync(folder, { recursive: true, force: true });
