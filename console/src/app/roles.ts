import type { Texts } from '../texts/use_texts';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** What may be done in a Workspace, and which roles do it. Some need a session besides; the console always has one. */
const holders = {
  'workspaces:read': 'viewer',
  'workspaces:write': 'admin',
  'workspaces:members': 'admin',
  'workspaces:delete': 'owner',
  'bank_accounts:read': 'viewer',
  'bank_accounts:write': 'admin',
  'bank_accounts:delete': 'admin',
  'webhooks:read': 'viewer',
  'webhooks:write': 'admin',
  'webhooks:delete': 'admin',
  'payment_links:read': 'viewer',
  'payment_links:write': 'member',
  audit_log: 'admin',
  signing_key: 'admin',
  export: 'admin',
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof holders;

const ranks: Record<Role, number> = { viewer: 0, member: 1, admin: 2, owner: 3 };

/** Whether a role may do what another, as the least, may do. */
export const roleHolds = (role: Role, least: Role) => ranks[role] >= ranks[least];

export const can = (role: Role, permission: Permission) => roleHolds(role, holders[permission]);

/** Why a role may not do something; `undefined`: it may. */
export function reasonAgainst(texts: Texts, role: Role, permission: Permission): string | undefined {
  if (can(role, permission)) return undefined;
  const { denied, roles } = texts.common;
  const needed = { owner: denied.owners, admin: denied.admins, member: denied.members, viewer: '' }[
    holders[permission]
  ];
  return denied.role(roles[role], needed);
}
