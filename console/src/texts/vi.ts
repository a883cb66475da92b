import type { Texts } from './use_texts';
import { attempts } from './vi/attempts';
import { deliveries } from './vi/deliveries';
import { entry } from './vi/entry';
import { failures } from './vi/failures';
import { home } from './vi/home';
import { common } from './vi/parts';
import { payment_links } from './vi/payment_links';
import { shell } from './vi/shell';
import { transactions } from './vi/transactions';

export const vi: Texts = { common, failures, attempts, shell, entry, home, payment_links, transactions, deliveries };
