// The pages that mailed links open. The token stands behind the '#', which browsers send to nobody; it is taken out of the
// address at once, and leaves this page only in the call that uses it up. The texts are in console_texts.js.

const page = location.pathname.split('/').at(-1);
const main = document.querySelector('main');

function take_token() {
  const token = location.hash.slice(1);
  if (token) history.replaceState(null, '', location.pathname);
  return token;
}

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(properties)) if (name.includes('-')) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const paragraph = (text, className = '') => element('p', { className }, text);
const link = (to, text, className = 'other') => element('a', { href: to, className }, text);
const to_sign_in = () => link('signin', say('signin_do'), 'button');

/** Puts a title and what belongs to it on the page, and tells a screen reader. */
function show(title, ...parts) {
  const heading = element('h1', { tabIndex: -1 }, say(title));
  document.title = say(title);
  main.replaceChildren(heading, ...parts);
  heading.focus();
}

/** What the API answers: its status, its data, and the faults of fields by `field_code`. */
async function call(method, path, body, headers = {}) {
  try {
    const answer = await fetch('../v1.1' + path, {
      method,
      headers: body ? { 'Content-Type': 'application/json', ...headers } : headers,
      body: body && JSON.stringify(body),
      referrerPolicy: 'no-referrer',
    });
    const text = await answer.text();
    const { data, error } = text ? JSON.parse(text) : {};
    return { status: answer.status, data, faults: error?.details ?? [] };
  } catch {
    return { status: 0, faults: [] };
  }
}

const has_fault = (answer, field) => answer.status === 422 && answer.faults.some((one) => one.field === field);

function explain(answer) {
  if (answer.status === 0 || answer.status === 503) return say('unreachable');
  return say(answer.status === 429 ? 'too_often' : 'failed');
}

/** A field with its label, its hint and a place for its fault. */
function make_field(name, label, type, autocomplete, hint) {
  const input = element('input', { id: name, name, type, autocomplete, required: true });
  input.setAttribute('aria-describedby', `${name}-hint ${name}-fault`);
  const told = element('p', { id: name + '-hint', className: 'hint' }, hint ?? '');
  const fault = element('p', { id: name + '-fault', className: 'fault' });
  told.hidden = !hint;
  fault.hidden = true;
  const whole = element('div', { className: 'field' }, element('label', { htmlFor: name }, label), input, told, fault);
  if (type === 'email') input.setAttribute('autocapitalize', 'none');
  if (type === 'password') {
    const box = element('input', { type: 'checkbox' });
    box.addEventListener('change', () => { input.type = box.checked ? 'text' : 'password'; });
    whole.append(element('label', { className: 'shown' }, box, say('show')));
  }
  const complain = (text) => {
    fault.textContent = text;
    fault.hidden = !text;
    input.setAttribute('aria-invalid', String(Boolean(text)));
  };
  return { name, input, whole, complain };
}

const email_field = (autocomplete = 'username') => make_field('email', say('email'), 'email', autocomplete);
const new_password_field = () => make_field('password', say('new_password'), 'password', 'new-password', say('rule'));

/** The code of what is wrong with a new password; empty: nothing. */
function fault_of_password(text) {
  const size = [...text].length;
  if (size === 0) return 'required';
  if (size < 8) return 'too_small';
  if (size > 128) return 'too_long';
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text) ? '' : 'format';
}

/** The code of what is wrong with a field before it is sent; empty: nothing. */
function fault_before_sending({ name, input }) {
  if (name === 'password' && input.autocomplete === 'new-password') return fault_of_password(input.value);
  if (!input.value) return 'required';
  return name === 'email' && !input.validity.valid ? 'format' : '';
}

/** A form that sends its values by `send`; what comes back is dealt with by `settle`, which returns a failure to show. */
function make_form(fields, button_text, send, settle) {
  const failure = element('p', { className: 'failure', role: 'alert' });
  const button = element('button', { className: 'button', type: 'submit' }, button_text);
  const form = element('form', { noValidate: true }, ...fields.map((one) => one.whole), failure, button);
  const complain = (faults) => {
    for (const field of fields) {
      const code = faults[field.name] ?? '';
      field.complain(code && say(knows(`${field.name}_${code}`) ? `${field.name}_${code}` : 'failed'));
    }
    fields.find((one) => faults[one.name])?.input.focus();
    return Object.keys(faults).length > 0;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    failure.textContent = '';
    const found = fields.map((one) => [one.name, fault_before_sending(one)]).filter(([, code]) => code);
    if (complain(Object.fromEntries(found))) return;
    button.disabled = true;
    const answer = await send(Object.fromEntries(fields.map(({ name, input }) => [name, input.value])));
    button.disabled = false;
    const own = answer.faults.filter(({ field }) => fields.some(({ name }) => name === field));
    if (answer.status === 422 && complain(Object.fromEntries(own.map(({ field, code }) => [field, code])))) return;
    failure.textContent = settle(answer) ?? '';
  });
  return form;
}

/** Warns while the password contains the address; it is not refused. */
function warn_of_address(email, password) {
  const warning = element('p', { className: 'warning', role: 'status' });
  warning.hidden = true;
  const look = () => {
    const name = email.input.value.split('@')[0].toLowerCase();
    const is_guessable = name.length >= 4 && password.input.value.toLowerCase().includes(name);
    warning.hidden = !is_guessable;
    warning.textContent = is_guessable ? say('guessable') : '';
  };
  for (const field of [email, password]) field.input.addEventListener('input', look);
  password.whole.append(warning);
}

const show_made = (account) => show('made_title', paragraph(say('made', account)), to_sign_in());
const show_tokenless = () => show('tokenless_title', paragraph(say('tokenless')));

function show_confirmation(token) {
  if (!token) return show_tokenless();
  const send = () => call('POST', '/accounts/confirm', { token });
  const settle = (answer) => {
    if (answer.status === 201) return show_made(answer.data);
    if (has_fault(answer, 'token')) return show('spent_title', paragraph(say('spent_sign_up')), to_sign_in());
    return answer.status === 409 ? say('taken') : explain(answer);
  };
  show('confirm_title', paragraph(say('confirm_advice')), make_form([], say('confirm_do'), send, settle));
}

function ask_for_recovery() {
  const settle = (answer) => (answer.status === 202 ? show('sent_title', paragraph(say('sent', answer.data))) : explain(answer));
  const form = make_form([email_field()], say('ask_do'), (values) => call('POST', '/account/recovery', values), settle);
  show('ask_title', paragraph(say('ask_advice')), form);
}

function show_recovery(token) {
  if (!token) return ask_for_recovery();
  const send = (values) => call('POST', '/account/recovery/confirm', { token, ...values });
  const settle = (answer) => {
    if (answer.status === 204) return show('changed_title', paragraph(say('changed')), to_sign_in());
    if (has_fault(answer, 'token')) return show('spent_title', paragraph(say('spent')), link('recover', say('again'), 'button'));
    return explain(answer);
  };
  show('recover_title', make_form([new_password_field()], say('recover_do'), send, settle));
}

function show_invitation(token) {
  if (!token) return show_tokenless();
  const fields = [email_field(), make_field('name', say('name'), 'text', 'name'), new_password_field()];
  warn_of_address(fields[0], fields[2]);
  const send = (values) => call('POST', '/accounts', { ...values, locale, invitation: token });
  const settle = (answer) => {
    if (answer.status === 201) return show_made(answer.data);
    if (has_fault(answer, 'invitation')) return say('invitation_refused');
    return answer.status === 409 ? say('taken') : explain(answer);
  };
  const other = element('button', { type: 'button', className: 'other plain' }, say('have_account'));
  other.addEventListener('click', () => accept_with_account(token));
  show('invitation_title', paragraph(say('invitation_advice')), make_form(fields, say('confirm_do'), send, settle), other);
}

function show_welcome({ user }) {
  note_signed_in(true);
  const send = () => call('DELETE', '/sessions/current', null, { 'X-CSRF-Token': user.csrf_token });
  const settle = (answer) => {
    if (answer.status !== 204 && answer.status !== 401) return explain(answer);
    note_signed_in(false);
    return show('gone_title', to_sign_in());
  };
  show('welcome_title', paragraph(say('welcome', user)), make_form([], say('signout_do'), send, settle));
}

// The session's cookie is hidden from scripts. This one tells them that there may be a session, and only then do they ask.
const signed_in = 'paylink_signed_in=1';
const note_signed_in = (is_in) => { document.cookie = `${signed_in}; Path=/console; SameSite=Lax; Max-Age=${is_in ? 86400 : 0}`; };

/** Asks for what an account wants besides its password; codes of apps have six digits, recovery codes are longer. */
function ask_for_factor(known, offered, then) {
  const wanted = offered.filter((name) => name !== 'passkey');
  if (wanted.length === 0) return show('factor_title', paragraph(say('passkey_alone')));
  const send = async ({ code }) => {
    const name = /^\d{6}$/.test(code.trim()) ? 'code' : 'recovery_code';
    return { ...await call('POST', '/sessions', { ...known, [name]: code.trim() }), faults: [] };
  };
  const settle = (answer) => {
    if (answer.status === 201) return then(answer.data);
    return answer.status === 401 || answer.status === 422 ? say('factor_refused') : explain(answer);
  };
  const field = make_field('code', say('factor'), 'text', 'one-time-code', say('factor_hint'));
  return show('factor_title', make_form([field], say('signin_do'), send, settle));
}

/** A form to sign in; `then` gets the session and its user. */
function make_sign_in(button_text, then) {
  let given;
  const fields = [email_field(), make_field('password', say('password'), 'password', 'current-password')];
  const send = async (values) => {
    given = values;
    const answer = await call('POST', '/sessions', values);
    return { ...answer, offered: answer.status === 401 ? answer.faults.map(({ field }) => field) : [] };
  };
  const settle = (answer) => {
    if (answer.status === 201) return then(answer.data);
    if (answer.offered.length > 0) return ask_for_factor(given, answer.offered, then);
    return answer.status === 401 ? say('signin_refused') : explain(answer);
  };
  return make_form(fields, button_text, send, settle);
}

/** The form, unless this browser is signed in already. */
async function show_sign_in() {
  if (document.cookie.includes(signed_in)) {
    const { status, data } = await call('GET', '/account');
    if (status === 200) return show_welcome({ user: data });
    note_signed_in(status !== 401);
  }
  return show('signin_title', make_sign_in(say('signin_do'), show_welcome), link('recover', say('forgotten')));
}

/** The invitation to a Workspace of a person who has an account: the session is only for accepting it. */
function accept_with_account(token) {
  const then = async ({ user }) => {
    const headers = { 'X-CSRF-Token': user.csrf_token };
    const answer = await call('POST', '/invitations/accept', { token }, headers);
    await call('DELETE', '/sessions/current', null, headers);
    const is_refused = [403, 409, 422].includes(answer.status);
    if (answer.status === 200) return show('joined_title', paragraph(say('joined')), to_sign_in());
    return show('refused_title', paragraph(is_refused ? say('invitation_refused') : explain(answer)));
  };
  show('accept_title', paragraph(say('accept_advice')), make_sign_in(say('accept_do'), then));
}

const pages = { confirm: show_confirmation, recover: show_recovery, invitation: show_invitation, signin: show_sign_in };
const begin = () => pages[page](take_token());

document.documentElement.lang = locale;
if ('sandbox' in document.body.dataset) document.querySelector('.top').append(element('p', { className: 'sandbox' }, say('sandbox')));
// Another link that is opened in the same tab.
addEventListener('hashchange', begin);
begin();
