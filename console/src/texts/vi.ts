import { attempts } from './vi/attempts';
import { banks } from './vi/banks';
import { deliveries } from './vi/deliveries';
import { entry } from './vi/entry';
import { failures } from './vi/failures';
import { home } from './vi/home';
import { orders } from './vi/orders';
import { common } from './vi/parts';
import { payment_links } from './vi/payment_links';
import { shell } from './vi/shell';
import { transactions } from './vi/transactions';
import { webhooks } from './vi/webhooks';
import type { Texts } from './use_texts';

export const vi: Texts = { common, failures, attempts, shell, entry, home, payment_links, transactions, deliveries, webhooks, orders, banks };
