import type { Texts } from './use_texts';
import { banks } from './vi/banks';
import { entry } from './vi/entry';
import { failures } from './vi/failures';
import { home } from './vi/home';
import { orders } from './vi/orders';
import { common } from './vi/parts';
import { payment_links } from './vi/payment_links';
import { shell } from './vi/shell';
import { webhooks } from './vi/webhooks';

export const vi: Texts = { common, failures, shell, entry, home, payment_links, orders, banks, webhooks };
