import assert from 'node:assert/strict';
import { test } from 'node:test';
import { can, type Permission, type Role } from '../src/app/roles';

const roles: Role[] = ['viewer', 'member', 'admin', 'owner'];
const cases: [Permission, string][] = [
  ['payment_links:read', 'viewer member admin owner'],
  ['payment_links:write', 'member admin owner'],
  ['webhooks:write', 'admin owner'],
  ['bank_accounts:delete', 'admin owner'],
  ['workspaces:members', 'admin owner'],
  ['audit_log', 'admin owner'],
  ['workspaces:delete', 'owner'],
];

for (const [permission, holders] of cases)
  test(`${permission} is held by ${holders}`, () =>
    assert.equal(roles.filter((role) => can(role, permission)).join(' '), holders));
