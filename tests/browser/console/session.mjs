// One session for all tests of a file: signing in takes longer than most of what they look at.
import assert from 'node:assert/strict';
import { open } from './portal.mjs';

export class Session {
  #headers = {};

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
    const { data } = await opened.json();
    const [cookie] = opened.headers.get('set-cookie').split(';');
    const at = cookie.indexOf('=');
    this.cookie = { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: this.origin, httpOnly: true, sameSite: 'Lax' };
    this.#headers = { 'Content-Type': 'application/json', Cookie: cookie, 'X-CSRF-Token': data.user.csrf_token };
    return this;
  }

  /** What the API answers; the password is given again where a call needs it. */
  async call(method, path, body) {
    const answer = await fetch(this.service.origin + '/v1.1' + path, { method, headers: this.#headers, body: body && JSON.stringify(body) });
    const text = await answer.text();
    const { data, error } = text ? JSON.parse(text) : {};
    if (error?.code !== 'REAUTHENTICATION_REQUIRED') return { status: answer.status, data };
    await this.call('POST', '/sessions/current/confirm', { password: this.person.password });
    return this.call(method, path, body);
  }

  /** A page of a browser of its own, with this session. */
  async show(t, path, options = {}) {
    const { role, ...others } = options;
    return open(t, `${this.origin}/console${path}`, {
      ...others,
      prepare: async (page) => {
        await page.context().addCookies([this.cookie]);
        if (role) await this.#showAs(page, role);
      },
    });
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
