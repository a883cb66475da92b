/** Why an attempt to reach a merchant's system failed: what happened, why, and what mends it. */
export interface FailureText {
  what: string;
  why: string;
  mend: string;
}

export type ErrorClass =
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'blocked_destination'
  | 'redirect_rejected'
  | 'http_4xx'
  | 'http_5xx'
  | 'reset';

export const failures: Record<ErrorClass, FailureText> & {
  http_404: FailureText;
  http_401: FailureText;
  http_429: FailureText;
} = {
  dns: {
    what: 'The name was not found',
    why: 'The host name of the address has no entry in the DNS.',
    mend: 'Check the spelling of the address, and that the domain has not lapsed.',
  },
  connect: {
    what: 'No connection',
    why: 'Nothing listens at that address, or a firewall refuses.',
    mend: 'Check that your server runs and lets in connections from outside.',
  },
  tls: {
    what: 'The certificate was refused',
    why: 'It has expired, is for another name, or lacks the certificates above it; or your server demands one of callers.',
    mend: 'Renew the certificate, let the server send its whole chain, and demand none of callers.',
  },
  timeout: {
    what: 'No answer in time',
    why: 'Your server took the call but did not answer before the time was over.',
    mend: 'Answer 200 first, and do the slow work afterwards.',
  },
  blocked_destination: {
    what: 'The address is not allowed',
    why: 'The name leads to an address that is not public.',
    mend: 'Use an address that the internet can reach.',
  },
  redirect_rejected: {
    what: 'The redirect was not followed',
    why: 'It leads to an address that may not be called, or asks for another method.',
    mend: 'Give the final address, so that no redirect is needed.',
  },
  http_404: {
    what: 'Nothing is at that address',
    why: 'Your server answers, but does not know the path. This often follows a new release.',
    mend: 'Check the path. No retry follows an answer of this kind: send it again by hand.',
  },
  http_401: {
    what: 'Your server asked for a sign-in',
    why: 'Something in front of your receiver refuses calls without credentials.',
    mend: 'Let calls to this path through, and verify their signature instead.',
  },
  http_429: {
    what: 'Your server was too busy',
    why: 'It asked us to come back later.',
    mend: 'It is tried again by itself. Raise the limit for these calls if it happens often.',
  },
  http_4xx: {
    what: 'Your server refused the call',
    why: 'It answered that the request is wrong. This is often a failed signature check.',
    mend: 'Look into its log. No retry follows an answer of this kind: send it again by hand.',
  },
  http_5xx: {
    what: 'Your server failed',
    why: 'It answered with an error of its own.',
    mend: 'Look into its log. It is tried again by itself, with growing pauses.',
  },
  reset: {
    what: 'The connection broke',
    why: 'Your server, or something before it, closed the connection before it answered.',
    mend: 'Check for restarts and for limits of a proxy. It is tried again by itself.',
  },
};
