import type { Texts } from '../texts/use_texts';

export type Role = 'owner' | 'admin' | 'member' | 'viewer';

/** The actions in a Workspace and the roles that can take them. Some also need a session; the console always has one. */
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

/** Whether a role has at least the rights of another. */
export const roleHolds = (role: Role, least: Role) => ranks[role] >= ranks[least];

export const can = (role: Role, permission: Permission) => roleHolds(role, holders[permission]);

/** Why a role cannot do something; `undefined` if it can. */
export function reasonAgainst(texts: Texts, role: Role, permission: Permission): string | undefined {
  if (can(role, permission)) return undefined;
  const { denied, roles } = texts.common;
  const needed = { owner: denied.owners, admin: denied.admins, member: denied.members, viewer: '' }[
    holders[permission]
  ];
  return denied.role(roles[role], needed);
}
