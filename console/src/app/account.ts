import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take } from '../api/client';
import { rememberToken } from '../api/session';
import { tellOtherTabs } from './other_tabs';
import { queries } from './queries';

export type User = Schema<'User'>;

// Whose page this is. It stays when the queries are cleared.
let shown: string | undefined;

/**
 * Takes the session that this browser has now, and its token. If it is another person's, the page is left, and anyone
 * who waits here never goes on: what one person has asked for must not be done, or shown, as another.
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

// The session's cookie is hidden from scripts. This mark tells them that there may be a session, and only then do the
// pages for signing in ask whether there is.
const mark = 'paylink.signed_in';

/** Notes that the session was opened, or is over, for this tab and for the others. */
export function noteSignedIn(isIn: boolean) {
  try {
    if (isIn) localStorage.setItem(mark, '1');
    else localStorage.removeItem(mark);
  } catch {
    // Storage may be turned off: then one signs in again.
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
