import { api, done, take } from '../api/client';
import { language } from '../texts/language';

interface Person {
  email: string;
  name: string;
  password: string;
}

/** Signs up. With an invitation the account exists at once, otherwise the email has to be confirmed first. */
export const askForAccount = (person: Person, invitation?: string) =>
  take(api.POST('/v1.1/accounts', { body: { ...person, locale: language(), ...(invitation && { invitation }) } }));

/** Creates the account that was requested with this password. */
export const confirmAccount = (token: string, password: string) =>
  take(api.POST('/v1.1/accounts/confirm', { body: { token, password } }));

export const askForRecovery = (email: string) => take(api.POST('/v1.1/account/recovery', { body: { email } }));

export const setNewPassword = (token: string, password: string) =>
  done(api.POST('/v1.1/account/recovery/confirm', { body: { token, password } }));

export const showInvitation = (token: string) => take(api.POST('/v1.1/invitations/show', { body: { token } }));

export const acceptInvitation = (token: string) => done(api.POST('/v1.1/invitations/accept', { body: { token } }));
