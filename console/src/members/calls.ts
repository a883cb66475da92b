import { api, done, type Schema, take, takePage } from '../api/client';
import { roles } from '../api/facts';

export type Member = Schema<'Member'>;
export type Invitation = Schema<'Invitation'>;
export type GivenRole = Schema<'RoleChange'>['role'];

export const givenRoles: GivenRole[] = roles.filter((role) => role !== 'owner');

const pageFrom = (workspace: string, cursor?: string) => ({
  path: { workspace_id: workspace },
  query: cursor ? { cursor } : {},
});

export const listMembers = (workspace: string, cursor?: string) =>
  takePage(api.GET('/v1.1/workspaces/{workspace_id}/members', { params: pageFrom(workspace, cursor) }));

export const listInvitations = (workspace: string, cursor?: string) =>
  takePage(api.GET('/v1.1/workspaces/{workspace_id}/invitations', { params: pageFrom(workspace, cursor) }));

export const changeRole = (workspace: string, user: string, role: GivenRole) =>
  take(
    api.PATCH('/v1.1/workspaces/{workspace_id}/members/{user_id}', {
      params: { path: { workspace_id: workspace, user_id: user } },
      body: { role },
    }),
  );

/** Removes a member; with the user's own id, leaves. */
export const removeMember = (workspace: string, user: string) =>
  done(
    api.DELETE('/v1.1/workspaces/{workspace_id}/members/{user_id}', {
      params: { path: { workspace_id: workspace, user_id: user } },
    }),
  );

/** Invites a person; a new invitation for an address revokes the previous one. */
export const invite = (workspace: string, email: string, role: GivenRole, key: string) =>
  take(
    api.POST('/v1.1/workspaces/{workspace_id}/invitations', {
      params: { path: { workspace_id: workspace }, header: { 'Idempotency-Key': key } },
      body: { email, role },
    }),
  );

export const cancelInvitation = (workspace: string, invitation: string) =>
  done(
    api.DELETE('/v1.1/workspaces/{workspace_id}/invitations/{invitation_id}', {
      params: { path: { workspace_id: workspace, invitation_id: invitation } },
    }),
  );
