import type { Texts } from './use_texts';
import { account } from './vi/account';
import { api_tokens } from './vi/api_tokens';
import { attempts } from './vi/attempts';
import { audit } from './vi/audit';
import { banks } from './vi/banks';
import { deliveries } from './vi/deliveries';
import { developers } from './vi/developers';
import { entry } from './vi/entry';
import { failures } from './vi/failures';
import { home } from './vi/home';
import { members } from './vi/members';
import { orders } from './vi/orders';
import { common } from './vi/parts';
import { payment_links } from './vi/payment_links';
import { plan } from './vi/plan';
import { settings } from './vi/settings';
import { shell } from './vi/shell';
import { transactions } from './vi/transactions';
import { webhooks } from './vi/webhooks';

export const vi: Texts = {
  common,
  failures,
  attempts,
  shell,
  entry,
  home,
  payment_links,
  transactions,
  deliveries,
  webhooks,
  orders,
  banks,
  account,
  api_tokens,
  audit,
  developers,
  members,
  plan,
  settings,
};
