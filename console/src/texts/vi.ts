import type { Texts } from './use_texts';
import { account } from './vi/account';
import { api_tokens } from './vi/api_tokens';
import { audit } from './vi/audit';
import { developers } from './vi/developers';
import { entry } from './vi/entry';
import { failures } from './vi/failures';
import { home } from './vi/home';
import { members } from './vi/members';
import { common } from './vi/parts';
import { payment_links } from './vi/payment_links';
import { plan } from './vi/plan';
import { settings } from './vi/settings';
import { shell } from './vi/shell';

export const vi: Texts = {
  common,
  failures,
  shell,
  entry,
  home,
  payment_links,
  members,
  settings,
  developers,
  audit,
  account,
  api_tokens,
  plan,
};
