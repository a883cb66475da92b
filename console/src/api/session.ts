// What the calls of this tab know about its session. The cookie itself is hidden from scripts.

let csrfToken = '';

/** Each sign-in and each reading of the account brings the token that later calls must carry. */
export const rememberToken = (token: string | null) => {
  csrfToken = token ?? '';
};
export const currentToken = () => csrfToken;

/** How a call that was refused gets what it lacks. Resolves to true if it may be repeated. */
interface Remedies {
  /** The session has ended: a person signs in again, over the page. */
  signInAgain: () => Promise<boolean>;
  /** The password was given too long ago. */
  confirmAgain: () => Promise<boolean>;
  /** Another tab has signed in again. */
  refreshToken: () => Promise<boolean>;
}

let remedies: Remedies | undefined;
export const offerRemedies = (offered: Remedies | undefined) => {
  remedies = offered;
};

/** The remedy for a refusal, if there is one. */
export function remedyFor(status: number, code: string): (() => Promise<boolean>) | undefined {
  if (status === 401) return remedies?.signInAgain;
  if (code === 'REAUTHENTICATION_REQUIRED') return remedies?.confirmAgain;
  if (code === 'CSRF_ERROR') return remedies?.refreshToken;
  return undefined;
}
