import type { leastRoles } from '../../api/facts';
import { counted, isolated } from '../format';

/** `resource:right` */
type Parts<Name> = Name extends `${infer Resource}:${infer Right}` ? [Resource, Right] : never;
type Permission = Parts<keyof typeof leastRoles>;

export const api_tokens = {
  create: 'Create token',
  name: 'Name',
  name_hint: 'The program that uses it, for example “Shop server”.',
  name_faults: {
    required: 'Enter a name.',
    too_long: 'Use at most 100 characters.',
    format: 'Remove the characters that names cannot contain.',
  } as Record<string, string>,
  status: 'Status',
  statuses: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
  reach: 'Access',
  reach_of: (permissions: number, workspaces: number) =>
    `${counted(permissions, 'permission', 'permissions')} in ${counted(workspaces, 'Workspace', 'Workspaces')}`,
  expires: 'Expires',
  used: 'Last used',
  used_from: (address: string) => `from ${address}`,
  never: 'never',
  none_yet: 'No API tokens yet',
  none_yet_advice:
    'Programs use a token to call the API. It has the permissions you choose, and never more than your own role.',
  new_title: 'New API token',
  new_do: 'Create token',
  lives: { 30: '30 days', 90: '90 days', 180: '180 days', 365: '1 year' },
  life: 'Expires in',
  life_hint: 'Can’t be changed later. We email you 14 days, 7 days and 1 day before it expires.',
  permissions: 'Permissions',
  permissions_advice: 'Choose only what the program needs. If your role loses a permission, so does the token.',
  permissions_required: 'Choose at least one permission.',
  resources: {
    payment_links: 'Payment links and orders',
    bank_accounts: 'Bank accounts and transactions',
    webhooks: 'Webhooks and deliveries',
    workspaces: 'Workspace',
  } satisfies Record<Permission[0], string>,
  rights: { read: 'View', write: 'Create, edit', delete: 'Delete', members: 'Members' } satisfies Record<
    Permission[1],
    string
  >,
  right_of: (resource: string, right: string) => `${resource}: ${right}`,
  role_limit: (role: string) => `Your role here is ${role}: your tokens cannot have the other permissions.`,
  no_workspace: 'You are not a member of a Workspace yet. Create one first.',
  networks: 'Allowed networks',
  networks_hint: 'One address or network per line, such as 203.0.113.0/24. Leave empty to allow all.',
  networks_fault: 'Each line must be an IP address or a network.',
  networks_many: 'Use at most 20 networks.',
  everywhere: 'All',
  made: 'API token created',
  secret_title: 'Your new API token',
  secret: 'API token',
  made_on: 'Created',
  ends_with: 'Secret ends with',
  unused: 'Unused permissions',
  unused_advice: 'Granted, but not used for 90 days.',
  edit: 'Edit',
  edit_title: 'Name, permissions and networks',
  saved: 'Saved',
  rotate: 'Rotate secret',
  rotate_title: 'Rotate the secret?',
  rotate_advice: 'The old secret stops working at once. Name, permissions and expiry stay the same.',
  rotate_refusals: { CONFLICT: 'This token is revoked or expired. Create another one.' } as Record<string, string>,
  rotated: 'Secret rotated',
  revoke: 'Revoke',
  revoke_title: (name: string) => `Revoke “${isolated(name)}”?`,
  revoke_advice: 'Programs that use it lose access at once. This can’t be undone.',
  revoked: 'API token revoked',
  former_workspace: 'A Workspace you have left',
};
