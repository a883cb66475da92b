import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take } from '../api/client';
import { rememberToken } from '../api/session';

export type User = Schema<'User'>;

export async function loadAccount(): Promise<User> {
  const user = await take(api.GET('/v1.1/account'));
  rememberToken(user.csrf_token);
  return user;
}

/** Opens a session of this browser. */
export async function openSession(body: Schema<'SignIn'> | Schema<'PasskeySignIn'>): Promise<User> {
  const { user } = await take(api.POST('/v1.1/sessions', { body }));
  rememberToken(user.csrf_token);
  noteSignedIn(true);
  return user;
}

export const accountQuery = { queryKey: ['account'], queryFn: loadAccount, staleTime: 300_000 };
export const useAccount = () => useQuery(accountQuery);

// The session's cookie is hidden from scripts. This mark tells them that there may be a session, and only then do the
// pages for signing in ask whether there is.
const mark = 'paylink.signed_in';

export function noteSignedIn(isIn: boolean) {
  try {
    if (isIn) localStorage.setItem(mark, '1');
    else localStorage.removeItem(mark);
  } catch {
    // Storage may be turned off: then one signs in again.
  }
}

export function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(mark) === '1';
  } catch {
    return false;
  }
}
