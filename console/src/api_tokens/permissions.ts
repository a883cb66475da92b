import { leastRoles } from '../api/facts';
import { can, type Permission, type Role } from '../app/roles';
import type { Values } from '../ui/form';
import type { Grant } from './calls';

/** The permission of a cell of the grid, if there is one. */
export function permissionOf(resource: string, right: string): Permission | undefined {
  const name = `${resource}:${right}`;
  return name in leastRoles ? (name as Permission) : undefined;
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
