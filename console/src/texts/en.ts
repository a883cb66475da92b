import { banks } from './en/banks';
import { entry } from './en/entry';
import { failures } from './en/failures';
import { home } from './en/home';
import { orders } from './en/orders';
import { common } from './en/parts';
import { payment_links } from './en/payment_links';
import { shell } from './en/shell';
import { webhooks } from './en/webhooks';

/** A section for each screen, and three that all share: `common`, `failures` and `shell`. */
export const en = { common, failures, shell, entry, home, payment_links, orders, banks, webhooks };
