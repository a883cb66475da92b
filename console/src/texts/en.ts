import { account } from './en/account';
import { api_tokens } from './en/api_tokens';
import { audit } from './en/audit';
import { developers } from './en/developers';
import { entry } from './en/entry';
import { failures } from './en/failures';
import { home } from './en/home';
import { members } from './en/members';
import { common } from './en/parts';
import { payment_links } from './en/payment_links';
import { plan } from './en/plan';
import { settings } from './en/settings';
import { shell } from './en/shell';

/** A section for each screen, and three that all share: `common`, `failures` and `shell`. */
export const en = {
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
