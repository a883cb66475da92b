// A service whose mails come to a mailbox, for the tests of what people are sent.
import { after } from 'node:test';
import { Mailbox } from '../mailbox.mjs';
import { Service } from '../service.mjs';

export const mailbox = await new Mailbox().open();
export const service = await new Service({ PAYLINK_MAIL_SMTP_URL: mailbox.url, PAYLINK_MAIL_FROM: 'paylink@shop.example' }).start();
after(async () => {
  await service.remove();
  mailbox.close();
});
