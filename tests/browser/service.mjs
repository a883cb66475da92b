// A sandbox of the real daemon on a free port, in a folder of its own.
import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from './until.mjs';

const programs = process.env.PAYLINK_BIN_DIR ?? new URL('../../build/dev/bin', import.meta.url).pathname;

// The caller's own settings must not reach this service.
const withoutSettings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PAYLINK_')));

export class Service {
  /** Of every link; a page must never show it. */
  callbackUrl = '';
  folder = mkdtempSync(join(tmpdir(), 'paylink-browser-'));
  #daemon = null;
  #starts = 0;
  #payments = 0;
  #settings;
  #options;

  /** `settings`: further variables of its environment; `options`: of its command line. */
  constructor(settings = {}, options = []) {
    this.#settings = settings;
    this.#options = options;
  }

  /** Starts, at the same address when it ran before, and returns when it is ready. */
  async start() {
    const listen = this.#starts ? new URL(this.origin).host : '127.0.0.1:0';
    const logFile = join(this.folder, 'paylinkd.log');
    const log = openSync(logFile, 'a');
    this.#daemon = spawn(join(programs, 'paylinkd'), ['--sandbox', '--data', this.folder, ...this.#options], {
      env: { ...withoutSettings, PAYLINK_HTTP_LISTEN: listen, ...this.#settings },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    const daemon = this.#daemon;
    process.once('exit', () => daemon.kill('SIGKILL')); // when a test program ends before its time
    ++this.#starts;
    await until('the service is ready', () => {
      if (this.#daemon.exitCode !== null) throw new Error('paylinkd ended: ' + readFileSync(logFile, 'utf8'));
      return readFileSync(logFile, 'utf8').split('service.ready').length > this.#starts &&
        existsSync(join(this.folder, 'sandbox.json'));
    }, 30000);
    this.sandbox = JSON.parse(readFileSync(join(this.folder, 'sandbox.json'), 'utf8'));
    this.origin = this.sandbox.base_url;
    this.workspace = this.sandbox.workspaces[0];
    return this;
  }

  /** What `paylinkd admin` prints with these words, as JSON. */
  admin(...words) {
    const command = ['--sandbox', '--data', this.folder, 'admin', ...words, '--json'];
    const done = spawnSync(join(programs, 'paylinkd'), command, { env: { ...withoutSettings, ...this.#settings }, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`paylinkd admin ${words.join(' ')}: ` + done.stderr);
    return JSON.parse(done.stdout);
  }

  async stop() {
    if (this.#daemon.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#daemon.once('exit', resolve));
    this.#daemon.kill('SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`paylinkd ended with ${code}: ` + readFileSync(join(this.folder, 'paylinkd.log'), 'utf8'));
  }

  async remove() {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #call(method, path, body) {
    const answer = await fetch(this.origin + '/v1.1' + path, {
      method,
      headers: { Authorization: 'Bearer ' + this.sandbox.access_token, 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text).data;
  }

  /** A link of the open-banking Workspace; a member that is null is left out. */
  makeLink(members = {}) {
    const asked = {
      bank_account_id: this.workspace.bank_accounts[0].id,
      callback_url: this.callbackUrl,
      amount: '150000',
      description: 'Đơn hàng 42',
      ...members,
    };
    for (const name of Object.keys(asked)) if (asked[name] === null) delete asked[name];
    return this.#call('POST', '/payment-links/' + this.workspace.id, asked);
  }

  cancel(link) {
    return this.#call('POST', `/payment-links/${this.workspace.id}/${link.id}/cancel`);
  }

  /** A statement of today with one credit, imported by the token; the answer's data. */
  importStatement(text, amount) {
    const [{ id }] = this.workspace.bank_accounts;
    const day = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    return this.#call('POST', `/bank-accounts/${this.workspace.id}/${id}/import`, {
      format: 'csv',
      statement: `Date,Amount,Text\n${day},${amount},${text}\n`,
      columns: { date: 'Date', date_pattern: 'yyyy-MM-dd', amount: 'Amount', text: 'Text' },
    });
  }

  /** A credit with the link's reference, told by the bank; returns when it is durable. `members`: what is told otherwise. */
  async pay(link, amount = 150000, members = {}) {
    const body = JSON.stringify({
      bank_reference: 'FT-' + ++this.#payments,
      account_number: this.workspace.bank_accounts[0].account_number,
      amount,
      transfer_type: 'credit',
      content: link.reference,
      occurred_at: new Date().toISOString(),
      status: 'booked',
      ...members,
    });
    const time = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', this.sandbox.feeds.MB.secret).update(`${time}.${body}`).digest('hex');
    const answer = await fetch(this.origin + '/v1.1/bank-feed/MB', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Service-Timestamp': time, 'X-Service-Signature': signature },
      body,
    });
    const text = await answer.text();
    if (!answer.ok || !text.includes('"recorded"')) throw new Error(`the feed answered ${answer.status} ${text}`);
  }

  /** What losing the bank account does to these links, written into the store while the service is down. */
  async fail(links) {
    const ids = links.map((link) => `'${link.id}'`).join();
    await this.stop();
    this.#run(`UPDATE payment_links SET status = 2, failure_reason = 1, closed_at = ${Date.now()} WHERE id IN (${ids});`);
    await this.start();
  }

  /** While `what` runs, the database answers nothing about links: as if it were away. */
  async withoutDatabase(what) {
    this.#run('ALTER TABLE payment_links RENAME TO put_away;');
    try {
      await what();
    } finally {
      this.#run('ALTER TABLE put_away RENAME TO payment_links;');
    }
  }

  /** While `what` runs, this machine asks for more pages than one address may. */
  async withoutPatience(what) {
    let isOver = false;
    const ask = async () => {
      while (!isOver) await (await fetch(this.origin + '/l/AAAAAAAAAAAAAAAAAAAAAA')).text();
    };
    const asking = Array.from({ length: 8 }, ask);
    try {
      await until('the machine is refused', async () => (await fetch(this.origin + '/l/AAAAAAAAAAAAAAAAAAAAAA')).status === 429);
      await what();
    } finally {
      isOver = true;
      await Promise.all(asking);
    }
  }

  #run(sql) {
    const done = spawnSync('sqlite3', ['-cmd', '.timeout 5000', join(this.folder, 'paylink.db'), sql], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error('sqlite3: ' + (done.error ?? done.stderr));
  }
}
