// A merchant's https receiver that the sandbox trusts. What it answers is chosen by path, and can be changed at any time.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';

export class Receiver {
  /** The status for a path; 200 if there is none. */
  answers = new Map();
  /** The paths that were called, in order. */
  calls = [];

  async open(folder) {
    const at = (name) => join(folder, name);
    const openssl = (...words) => {
      const made = spawnSync('openssl', words, { encoding: 'utf8' });
      if (made.status !== 0) throw new Error('openssl: ' + (made.error ?? made.stderr));
    };
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=receiver', '-addext', 'subjectAltName=IP:127.0.0.1',
      '-keyout', at('receiver.key'), '-out', at('receiver.csr'));
    openssl('x509', '-req', '-in', at('receiver.csr'), '-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial',
      '-copy_extensions', 'copy', '-days', '1', '-out', at('receiver.pem'));
    const options = { key: readFileSync(at('receiver.key')), cert: readFileSync(at('receiver.pem')) };
    this.server = createServer(options, (request, response) => {
      request.resume().on('end', () => {
        const path = request.url.slice(1);
        this.calls.push(path);
        response.writeHead(this.answers.get(path) ?? 200, { 'Content-Type': 'text/plain' }).end('heard at ' + path);
      });
    });
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  addressOf(path) {
    return `https://127.0.0.1:${this.server.address().port}/${path}`;
  }

  close() {
    this.server.closeAllConnections?.();
    this.server.close();
  }
}
