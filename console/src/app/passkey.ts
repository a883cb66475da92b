import type { Schema } from '../api/client';

// `parseRequestOptionsFromJSON` and `toJSON` are younger than the oldest browsers that the console serves.

export const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Browsers take passkeys only for a name, never for an address in numbers. */
export const canUsePasskeys = () => 'PublicKeyCredential' in globalThis && !/^[\d.[\]:]+$/.test(location.hostname);

/** Has the browser sign what the service asks; `undefined` if the person has put the browser's question away. */
export async function answerPasskey(asked: Schema<'PasskeyRequest'>): Promise<Schema<'PasskeyAssertion'> | undefined> {
  try {
    const credential = (await navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(asked.challenge),
        timeout: asked.timeout,
        rpId: asked.rpId,
        userVerification: asked.userVerification as UserVerificationRequirement,
        allowCredentials: asked.allowCredentials.map(({ id }) => ({ id: bytesOf(id), type: 'public-key' })),
      },
    })) as PublicKeyCredential | null;
    if (!credential) return undefined;
    const response = credential.response as AuthenticatorAssertionResponse;
    return {
      id: credential.id,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        // Names the account when the passkey signs in alone.
        ...(response.userHandle && { userHandle: textOf(response.userHandle) }),
      },
    };
  } catch {
    return undefined;
  }
}
