import type { components } from '../../api/schema';

/** Why an attempt to reach a merchant's system failed: what happened, why, and how to fix it. */
export interface FailureText {
  what: string;
  why: string;
  mend: string;
}

export type ErrorClass = NonNullable<components['schemas']['CallbackAttempt']['error_class']>;

export const failures: Record<ErrorClass, FailureText> & {
  http_404: FailureText;
  http_401: FailureText;
  http_429: FailureText;
} = {
  dns: {
    what: 'Host name not found',
    why: 'The host name of the URL has no DNS record.',
    mend: 'Check the spelling of the URL, and that the domain has not expired.',
  },
  connect: {
    what: 'No connection',
    why: 'No server listens at that address, or a firewall blocks the connection.',
    mend: 'Check that your server is running and accepts connections from the internet.',
  },
  tls: {
    what: 'Certificate rejected',
    why: 'It has expired, was issued for another name, or was sent without its intermediate certificates. Or your server requires a client certificate.',
    mend: 'Renew the certificate, send the full chain, and do not require client certificates.',
  },
  timeout: {
    what: 'Timeout',
    why: 'Your server accepted the request but did not respond in time.',
    mend: 'Respond with 200 first, then do the slow work.',
  },
  blocked_destination: {
    what: 'Address not allowed',
    why: 'The host name resolves to an address that is not public.',
    mend: 'Use an address that is reachable from the internet.',
  },
  redirect_rejected: {
    what: 'Redirect not followed',
    why: 'It leads to an address that is not allowed, or asks for another method.',
    mend: 'Enter the final URL, so that no redirect is needed.',
  },
  http_404: {
    what: 'Path not found',
    why: 'Your server responds but does not recognize the path. This often happens after a new release.',
    mend: 'Check the path. This error is not retried: send it again yourself.',
  },
  http_401: {
    what: 'Sign-in required',
    why: 'Something in front of your receiver rejects requests without credentials.',
    mend: 'Let requests to this path through, and verify their signature instead.',
  },
  http_429: {
    what: 'Server too busy',
    why: 'Your server asked us to try again later.',
    mend: 'It is retried automatically. If it happens often, raise the limit for these requests.',
  },
  http_4xx: {
    what: 'Request rejected',
    why: 'Your server responded that the request is invalid. Often, its signature check has failed.',
    mend: 'Check your server’s log. This error is not retried: send it again yourself.',
  },
  http_5xx: {
    what: 'Server error',
    why: 'Your server responded with an error.',
    mend: 'Check your server’s log. It is retried automatically, with increasing delays.',
  },
  reset: {
    what: 'Connection lost',
    why: 'Your server, or a proxy in front of it, closed the connection before it responded.',
    mend: 'Check for restarts and proxy limits. It is retried automatically.',
  },
};
