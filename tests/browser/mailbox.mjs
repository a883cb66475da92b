// The mail server of tests/mail, and what it was sent.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { until } from './until.mjs';

export class Mailbox {
  #server;
  #mails = [];

  /** Starts, and returns when it can be reached at `url`. */
  async open() {
    const program = new URL('../mail/mail_server.py', import.meta.url).pathname;
    this.#server = spawn('/usr/bin/python3', [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    process.once('exit', () => this.#server.kill('SIGKILL'));
    createInterface({ input: this.#server.stdout }).on('line', (line) => {
      const said = JSON.parse(line);
      if (said.port) this.url = `smtp://127.0.0.1:${said.port}`;
      else this.#mails.push(said);
    });
    await until('the mail server is ready', () => this.url);
    return this;
  }

  close() {
    this.#server.kill('SIGKILL');
  }

  /** The link in the next mail to an address that has one; each such mail is read once. */
  async linkFor(recipient) {
    const has = (mail) => mail.recipients.includes(recipient) && linkIn(mail);
    const mail = await until('a mail has come', () => this.#mails.find(has), 30000);
    this.#mails.splice(this.#mails.indexOf(mail), 1);
    return linkIn(mail);
  }
}

/** Undefined for a mail without a link. Long lines are cut, and '=' is written out. */
function linkIn({ content }) {
  const text = content.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return text.match(/http\S+\/console\/\S+#\S+/)?.[0];
}
