import { api, type Schema, take } from '../api/client';

export type SigningKeys = Schema<'SigningKeys'>;
export type SigningKey = Schema<'SigningKey'>;

const pathOf = (workspace: string) => ({ path: { workspace_id: workspace } });

/** The audit log records each view: the keys are requested only when the user asks for them. */
export const showKeys = (workspace: string) =>
  take(api.GET('/v1.1/workspaces/{workspace_id}/signing-key', { params: pathOf(workspace) }));

export const rotateKey = (workspace: string) =>
  take(api.POST('/v1.1/workspaces/{workspace_id}/signing-key/rotate', { params: pathOf(workspace) }));
