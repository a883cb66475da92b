import type { Texts } from '../texts/use_texts';
import type { IconName } from '../ui/icon';
import type { Permission } from './roles';
import { pageOf } from './workspace';

type NavName = keyof Texts['shell']['nav'];

export interface NavItem {
  name: NavName;
  icon: IconName;
  /** Below `/console/w/:ws`. */
  path: string;
  /** Without it the page is not offered, because it would be empty. */
  needs?: Permission;
}

/** The pages of a Workspace, in their order. The first four are on a phone's bottom bar. */
export const workspacePages: NavItem[] = [
  { name: 'home', icon: 'house', path: '' },
  { name: 'payment_links', icon: 'link', path: 'links' },
  { name: 'transactions', icon: 'arrow-left-right', path: 'transactions' },
  { name: 'deliveries', icon: 'send', path: 'deliveries' },
  { name: 'webhooks', icon: 'webhook', path: 'webhooks' },
  { name: 'orders', icon: 'shopping-cart', path: 'orders' },
  { name: 'banks', icon: 'landmark', path: 'banks' },
  { name: 'members', icon: 'users', path: 'members' },
  { name: 'settings', icon: 'settings', path: 'settings' },
  { name: 'developers', icon: 'code', path: 'developers' },
  { name: 'audit', icon: 'scroll-text', path: 'audit', needs: 'audit_log' },
];

/** The pages of a person. */
export const personPages: NavItem[] = [
  { name: 'all_transactions', icon: 'receipt-text', path: 'transactions' },
  { name: 'account', icon: 'user', path: 'account' },
  { name: 'tokens', icon: 'key-round', path: 'tokens' },
  { name: 'plan', icon: 'gauge', path: 'plan' },
];

export const hrefOf = (workspace: string, { path }: NavItem) => pageOf(workspace, ...(path ? [path] : []));
export const hrefOfPerson = ({ path }: NavItem) => `/console/${path}`;
