// How the tests sign in without the console's form: a session makes calls, and opens pages that are signed in.
import assert from 'node:assert/strict';
import { isWhole, open } from './portal.mjs';

// The service takes a password as just given for five minutes; a page is opened with most of them left.
const freshFor = 120_000;

export class Session {
  #headers = {};
  #confirmedAt = 0;

  /** `origin`: where the console is. */
  constructor(service, origin, person) {
    this.service = service;
    this.origin = origin;
    this.person = person;
  }

  async begin() {
    const { email, password } = this.person;
    const opened = await fetch(this.service.origin + '/v1.1/sessions', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ email, password }),
    });
    assert.equal(opened.status, 201);
    this.#confirmedAt = Date.now();
    const { data } = await opened.json();
    const [cookie] = opened.headers.get('set-cookie').split(';');
    const at = cookie.indexOf('=');
    this.cookie = { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: this.origin, httpOnly: true, sameSite: 'Lax' };
    this.#headers = { 'Content-Type': 'application/json', Cookie: cookie, 'X-CSRF-Token': data.user.csrf_token };
    return this;
  }

  /** What the API answers: status and data. The password is given again where a call needs it. */
  async call(method, path, body) {
    const answer = await fetch(this.service.origin + '/v1.1' + path, { method, headers: this.#headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    const { data, error } = text ? JSON.parse(text) : {};
    if (error?.code !== 'REAUTHENTICATION_REQUIRED') return { status: answer.status, data };
    await this.#confirm();
    return this.call(method, path, body);
  }

  /** A page of a browser of its own that is signed in and shows `path`; `role`: as a person with this role has it. */
  async show(t, path, { role, ...options } = {}) {
    // Signing in takes its time by design: one session serves all tests of a file, and its pages are not asked who they are.
    if (Date.now() - this.#confirmedAt > freshFor) await this.#confirm();
    const prepare = async (page) => {
      await page.context().addCookies([this.cookie]);
      // What signing in by hand leaves behind: without it, the pages for strangers do not ask whether there is a session.
      await page.addInitScript(() => localStorage.setItem('paylink.signed_in', '1'));
      if (role) await this.#showAs(page, role);
    };
    const page = await open(t, `${this.origin}/console${path}`, { ...options, prepare });
    await isWhole(page);
    return page;
  }

  async #confirm() {
    const { status } = await this.call('POST', '/sessions/current/confirm', { password: this.person.password });
    assert.equal(status, 204);
    this.#confirmedAt = Date.now();
  }

  /** The console as a person with this role has it. What the service allows stays as it is. */
  #showAs(page, role) {
    return page.route(/\/v1\.1\/workspaces\/ws_[^/]+$/, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, role } } });
    });
  }
}
