// The sandbox bank beside a service: its pages, and its receiver of callbacks.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from './console/portal.mjs';
import { Service } from './service.mjs';
import { until } from './until.mjs';

const programs = process.env.PAYLINK_BIN_DIR ?? new URL('../../build/dev/bin', import.meta.url).pathname;

export class BankedService {
  /** Starts both, and returns when both answer. */
  async start(settings = {}) {
    const port = await freePort();
    this.bank = `http://127.0.0.1:${port}`;
    this.service = await new Service(settings, ['--bank-simulator', this.bank]).start();
    const log = openSync(join(this.service.folder, 'banksim.log'), 'a');
    this.#program = spawn(
      join(programs, 'banksim'), ['--sandbox', this.service.folder, '--listen', `127.0.0.1:${port}`, '--receiver-port', '0'],
      { stdio: ['ignore', log, log] });
    closeSync(log);
    const program = this.#program;
    process.once('exit', () => program.kill('SIGKILL'));
    await until('the bank is ready', () => fetch(this.bank + '/receiver/address').then(({ ok }) => ok, () => false), 30000);
    return this;
  }

  async end() {
    const ended = new Promise((resolve) => this.#program.once('exit', resolve));
    this.#program.kill('SIGTERM');
    await ended;
    await this.service.remove();
  }

  #program;
}
