import { leastRoles, roles } from '../api/facts';
import type { Texts } from '../texts/use_texts';

export type Role = (typeof roles)[number];

/** The least role for each permission, and for what else takes a session; the console always has one. */
const holders = {
  ...leastRoles,
  audit_log: 'admin',
  signing_key: 'admin',
  export: 'admin',
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof holders;

export const can = (role: Role, permission: Permission) => roles.indexOf(role) <= roles.indexOf(holders[permission]);

/** Why a role cannot do something; `undefined` if it can. */
export function reasonAgainst(texts: Texts, role: Role, permission: Permission): string | undefined {
  if (can(role, permission)) return undefined;
  const { denied, roles } = texts.common;
  const needed = { owner: denied.owners, admin: denied.admins, member: denied.members, viewer: '' }[
    holders[permission]
  ];
  return denied.role(roles[role], needed);
}
