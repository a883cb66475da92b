import type { Schema } from '../api/client';
import { bytesOf, textOf } from '../app/passkey';

/** Creates a passkey in the browser; `undefined` if the user dismissed the prompt or the device already has one. */
export async function makePasskey(
  asked: Schema<'PasskeyCreation'>,
): Promise<Schema<'PasskeyRegistration'> | undefined> {
  try {
    const credential = (await navigator.credentials.create({
      publicKey: {
        rp: asked.rp,
        user: { ...asked.user, id: bytesOf(asked.user.id) },
        challenge: bytesOf(asked.challenge),
        pubKeyCredParams: asked.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
        timeout: asked.timeout,
        excludeCredentials: asked.excludeCredentials.map(({ id }) => ({ id: bytesOf(id), type: 'public-key' })),
        authenticatorSelection: asked.authenticatorSelection as AuthenticatorSelectionCriteria,
        attestation: 'none',
      },
    })) as PublicKeyCredential | null;
    if (!credential) return undefined;
    const response = credential.response as AuthenticatorAttestationResponse;
    return {
      id: credential.id,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        attestationObject: textOf(response.attestationObject),
      },
    };
  } catch {
    return undefined;
  }
}
