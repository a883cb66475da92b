import { number } from '../format';

export const attempts = {
  attempt: (n: number) => `Call ${n}`,
  told: 'your system was told',
  next: 'The next call follows',
  sending: 'Your system is being called',
  again_by: { user: 'asked for in the console', api_token: 'asked for by an API token' },
  signed_anew: {
    too_old: 'Signed again, because the signature was too old.',
    key_replaced: 'Signed again, because the key was replaced.',
  },
  answered: (status: number, duration: string) => `${status} in ${duration}`,
  no_answer: (duration: string) => `no answer after ${duration}`,
  unconfirmed: 'One look does not settle this. The next call looks again before we give up.',
  mend: 'To mend it:',
  exchange: 'What was sent and received',
  sent: 'Sent',
  received: 'Received',
  address: 'Address',
  hops: 'Redirects',
  tls: 'TLS',
  nothing_received: 'Nothing was received.',
  body_gone: 'The body is no longer kept.',
  curl: 'Copy as cURL',
  bulk: {
    open: 'Send again…',
    counting: 'Counting…',
    progress: (done: number, of: number) => `${number(done)} of ${number(of)} sent.`,
    goes_on: 'It goes on when you close this. Calls that fail are tried again by themselves, with growing pauses.',
    tried: (n: number) => `${number(n)} of ${number(n)} sent. The list shows what became of each.`,
    outcome: (n: number, failed: number) =>
      failed === 0
        ? `${number(n)} of ${number(n)} sent again, and none has failed.`
        : `${number(failed)} of ${number(n)} failed again: open one for the reason.`,
  },
};
