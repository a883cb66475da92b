import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take } from '../api/client';
import { rememberToken } from '../api/session';
import { tellOtherTabs } from './other_tabs';
import { queries } from './queries';

export type User = Schema<'User'>;

// The user of this page. Kept when the queries are cleared.
let shown: string | undefined;

/**
 * Takes over the browser's current session and its token. If it belongs to another user, the page is left and pending
 * callers never continue: one user's request must not be run or shown as another's.
 */
async function takeSession(user: User): Promise<User> {
  shown ??= user.id;
  if (user.id !== shown) {
    queries.clear();
    location.replace('/console/');
    return new Promise(() => {});
  }
  rememberToken(user.csrf_token);
  return user;
}

export const loadAccount = async () => takeSession(await take(api.GET('/v1.1/account')));

/** Opens a session of this browser. */
export async function openSession(body: Schema<'SignIn'> | Schema<'PasskeySignIn'>): Promise<User> {
  const { user } = await take(api.POST('/v1.1/sessions', { body }));
  noteSignedIn(true);
  return takeSession(user);
}

export const accountQuery = { queryKey: ['account'], queryFn: loadAccount, staleTime: 300_000 };
export const useAccount = () => useQuery(accountQuery);

// Scripts cannot read the session cookie. This mark says that there may be a session; only then do the sign-in pages
// ask the service.
const mark = 'paylink.signed_in';

/** Records that the session was opened or has ended, for this tab and the others. */
export function noteSignedIn(isIn: boolean) {
  try {
    if (isIn) localStorage.setItem(mark, '1');
    else localStorage.removeItem(mark);
  } catch {
    // Storage may be disabled: then the user signs in again.
  }
  tellOtherTabs();
}

export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(mark) === '1';
  } catch {
    return false;
  }
}
