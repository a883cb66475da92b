// A seller's https site, to which payers are sent back; it remembers the addresses that were asked for.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';

export class Shop {
  visits = [];

  async open(folder) {
    const key = join(folder, 'shop.key');
    const certificate = join(folder, 'shop.pem');
    const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=shop.test',
      '-keyout', key, '-out', certificate], { encoding: 'utf8' });
    if (made.status !== 0) throw new Error('openssl: ' + (made.error ?? made.stderr));
    this.server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
      if (request.url !== '/favicon.ico') this.visits.push(request);
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>Shop</title>Welcome back.');
    });
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = this.server.address().port;
    return this;
  }

  close() {
    this.server.closeAllConnections?.();
    this.server.close();
  }
}
