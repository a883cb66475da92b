// The session as this tab's calls know it. Scripts cannot read the cookie itself.

let csrfToken = '';

/** Each sign-in and each read of the account returns the token that later calls must send. */
export const rememberToken = (token: string | null) => {
  csrfToken = token ?? '';
};
export const currentToken = () => csrfToken;

/** How a rejected call gets what it lacks. Resolves to true if it can be retried. */
interface Remedies {
  /** The session has ended: the user signs in again in a dialog. */
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

/** The remedy for a rejection, if there is one. */
export function remedyFor(status: number, code: string): (() => Promise<boolean>) | undefined {
  if (status === 401) return remedies?.signInAgain;
  if (code === 'REAUTHENTICATION_REQUIRED') return remedies?.confirmAgain;
  if (code === 'CSRF_ERROR') return remedies?.refreshToken;
  return undefined;
}
