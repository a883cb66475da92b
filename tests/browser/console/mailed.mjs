// A service whose mails come to a mailbox, for the tests of what people are sent.
import { after } from 'node:test';
import { Mailbox } from '../mailbox.mjs';
import { Service } from '../service.mjs';

export const mailbox = await new Mailbox().open();
// All people of a test come from one address.
export const service = await new Service({
  PAYLINK_MAIL_SMTP_URL: mailbox.url, PAYLINK_MAIL_FROM: 'paylink@shop.example', PAYLINK_ACCOUNTS_TRIES: '100',
}).start();
after(async () => {
  await service.remove();
  mailbox.close();
});
