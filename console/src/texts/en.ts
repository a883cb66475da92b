import { account } from './en/account';
import { api_tokens } from './en/api_tokens';
import { attempts } from './en/attempts';
import { audit } from './en/audit';
import { banks } from './en/banks';
import { deliveries } from './en/deliveries';
import { developers } from './en/developers';
import { entry } from './en/entry';
import { failures } from './en/failures';
import { home } from './en/home';
import { members } from './en/members';
import { orders } from './en/orders';
import { common } from './en/parts';
import { payment_links } from './en/payment_links';
import { plan } from './en/plan';
import { settings } from './en/settings';
import { shell } from './en/shell';
import { transactions } from './en/transactions';
import { webhooks } from './en/webhooks';

/** A section for each screen, and four that all share: `common`, `failures`, `attempts` and `shell`. */
export const en = {
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
