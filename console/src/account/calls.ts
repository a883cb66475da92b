import { useQuery } from '@tanstack/preact-query';
import { api, done, type Schema, take } from '../api/client';

export type Session = Schema<'Session'>;
export type Passkey = Schema<'Passkey'>;
export type NewAuthenticator = Schema<'NewAuthenticator'>;

export const changeAccount = (body: Schema<'AccountChange'>) => take(api.PATCH('/v1.1/account', { body }));

export const changePassword = (body: Schema<'PasswordChange'>) => done(api.POST('/v1.1/account/password', { body }));

export const useSecondFactor = () =>
  useQuery({ queryKey: ['account', 'second_factor'], queryFn: () => take(api.GET('/v1.1/account/second-factor')) });

export const beginAuthenticator = () => take(api.POST('/v1.1/account/second-factor'));

export const confirmAuthenticator = async (code: string) =>
  (await take(api.POST('/v1.1/account/second-factor/confirm', { body: { code } }))).recovery_codes;

export const endAuthenticator = () => done(api.DELETE('/v1.1/account/second-factor'));

export const renewRecoveryCodes = async () =>
  (await take(api.POST('/v1.1/account/second-factor/recovery-codes'))).recovery_codes;

export const usePasskeys = () =>
  useQuery({ queryKey: ['account', 'passkeys'], queryFn: () => take(api.GET('/v1.1/account/passkeys')) });

export const beginPasskey = () => take(api.POST('/v1.1/account/passkeys/options'));

export const addPasskey = (body: Schema<'NewPasskey'>) => take(api.POST('/v1.1/account/passkeys', { body }));

export const removePasskey = (passkey: string) =>
  done(api.DELETE('/v1.1/account/passkeys/{passkey_id}', { params: { path: { passkey_id: passkey } } }));

export const useSessions = () =>
  useQuery({ queryKey: ['account', 'sessions'], queryFn: () => take(api.GET('/v1.1/sessions')) });

export const endSession = (session: string) =>
  done(api.DELETE('/v1.1/sessions/{session_id}', { params: { path: { session_id: session } } }));
