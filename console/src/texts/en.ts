import { attempts } from './en/attempts';
import { banks } from './en/banks';
import { deliveries } from './en/deliveries';
import { entry } from './en/entry';
import { failures } from './en/failures';
import { home } from './en/home';
import { orders } from './en/orders';
import { common } from './en/parts';
import { payment_links } from './en/payment_links';
import { shell } from './en/shell';
import { transactions } from './en/transactions';
import { webhooks } from './en/webhooks';

/** A section for each screen, and four that all share: `common`, `failures`, `attempts` and `shell`. */
export const en = { common, failures, attempts, shell, entry, home, payment_links, transactions, deliveries, webhooks, orders, banks };
