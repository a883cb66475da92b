import { can, type Permission, type Role } from '../app/roles';
import type { Values } from '../ui/form';
import type { Grant } from './calls';

export const resources = ['payment_links', 'bank_accounts', 'webhooks', 'workspaces'] as const;
export const rights = ['read', 'write', 'delete', 'members'] as const;

const all: string[] = [
  'payment_links:read',
  'payment_links:write',
  'bank_accounts:read',
  'bank_accounts:write',
  'bank_accounts:delete',
  'webhooks:read',
  'webhooks:write',
  'webhooks:delete',
  'workspaces:read',
  'workspaces:write',
  'workspaces:delete',
  'workspaces:members',
];

/** The permission of a cell of the grid, if there is one. */
export function permissionOf(resource: string, right: string): Permission | undefined {
  const name = `${resource}:${right}`;
  return all.includes(name) ? (name as Permission) : undefined;
}

/** The permissions that a token of a member with this role can have: those of the role. */
export const mayGrant = (role: Role, permission: Permission) => can(role, permission);

/** The name of a cell's box in the form. */
export const fieldOf = (workspace: string, permission: string) => `grant ${workspace} ${permission}`;

/** What is ticked in a form, by Workspace. */
export function grantsIn(values: Values): Grant[] {
  const grants = new Map<string, string[]>();
  for (const name of Object.keys(values)) {
    const [, workspace, permission] = /^grant (\S+) (\S+)$/.exec(name) ?? [];
    if (!workspace || !permission) continue;
    grants.set(workspace, [...(grants.get(workspace) ?? []), permission]);
  }
  return [...grants].map(([workspace_id, permissions]) => ({ workspace_id, permissions }));
}

/** The lines of the field for networks. */
export const networksIn = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim())
    .filter(Boolean);
