// Who asks for an account mostly follows the mail in another tab of the same browser. The first tab knows the password, and
// signs in for both. It holds a lock while it waits, so that nobody waits for a tab that was closed. Browsers have locks only
// where a page is secure; elsewhere people sign in themselves.

import { loadAccount, type User } from '../app/account';

const prefix = 'paylink/sign_up/';
const patience = 15_000;
const nameOf = (email: string) => prefix + email.toLowerCase();

async function isHeld(name: string): Promise<boolean> {
  const locks = await navigator.locks?.query();
  return locks?.held?.some((lock) => lock.name === name) ?? false;
}

/** Signs in as soon as another tab has confirmed the account. What it returns ends the waiting. */
export function waitForConfirmation(email: string, signIn: () => Promise<unknown>): () => void {
  const name = nameOf(email);
  const channel = new BroadcastChannel(name);
  const stop = new AbortController();
  const over = new Promise<void>((resolve) => {
    const end = () => resolve();
    stop.signal.addEventListener('abort', end);
    channel.addEventListener('message', () => void signIn().then(end, end), { once: true });
  });
  navigator.locks?.request(name, { signal: stop.signal }, () => over).catch(() => {});
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Has the tab that waits for this account sign in. Undefined: there is none, or it could not. */
export async function signInByWaitingTab(email: string): Promise<User | undefined> {
  const name = nameOf(email);
  if (!(await isHeld(name))) return undefined;
  const channel = new BroadcastChannel(name);
  channel.postMessage('confirmed');
  // It is free once that tab has signed in, has failed to, or is gone. A tab that the browser has put to sleep is none.
  await navigator.locks.request(name, { signal: AbortSignal.timeout(patience) }, () => {});
  channel.close();
  const user = await loadAccount();
  return nameOf(user.email) === name ? user : undefined;
}
