import type { Schema } from '../api/client';

// `parseRequestOptionsFromJSON` and `toJSON` are younger than the oldest browsers that the console serves.

export const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

export const textOf = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Browsers accept passkeys only for a host name, never for an IP address. */
export const canUsePasskeys = () => 'PublicKeyCredential' in globalThis && !/^[\d.[\]:]+$/.test(location.hostname);

/** Lets the browser sign the service's challenge; `undefined` if the user dismissed the prompt. */
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
