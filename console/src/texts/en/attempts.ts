import { number } from '../format';

export const attempts = {
  attempt: (n: number) => `Attempt ${n}`,
  told: 'delivered',
  next: 'Next attempt',
  sending: 'Sending',
  again_by: { user: 'requested in the console', api_token: 'requested by an API token' },
  signed_anew: {
    too_old: 'Re-signed because the signature was too old.',
    key_replaced: 'Re-signed because the key was replaced.',
  },
  answered: (status: number, duration: string) => `${status} in ${duration}`,
  no_answer: (duration: string) => `no response after ${duration}`,
  unconfirmed: 'This result is not final: the next attempt checks again before the delivery fails.',
  mend: 'How to fix:',
  exchange: 'Request and response',
  sent: 'Request',
  received: 'Response',
  address: 'IP address',
  hops: 'Redirects',
  tls: 'TLS',
  nothing_received: 'No response.',
  body_gone: 'The body is no longer stored.',
  curl: 'Copy as cURL',
  bulk: {
    open: 'Send again…',
    counting: 'Counting…',
    progress: (done: number, of: number) => `${number(done)} of ${number(of)} sent.`,
    goes_on: 'Sending continues if you close this. Failed attempts are retried with increasing delays.',
    tried: (n: number) => `${number(n)} of ${number(n)} sent. The list shows each result.`,
    outcome: (n: number, failed: number) =>
      failed === 0
        ? `${number(n)} of ${number(n)} sent again, none failed.`
        : `${number(failed)} of ${number(n)} failed again. Open one to see why.`,
  },
};
