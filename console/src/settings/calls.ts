import { api, done, type Schema, take } from '../api/client';
import { errorFrom } from '../api/errors';

export type Notification = keyof Schema<'Notifications'>;
export const notifications: Notification[] = [
  'delivery_failed',
  'delivery_recovered',
  'webhook_disabled',
  'quota_80',
  'quota_100',
];

const pathOf = (workspace: string) => ({ path: { workspace_id: workspace } });

export const changeWorkspace = (workspace: string, body: Schema<'WorkspaceChange'>) =>
  take(api.PATCH('/v1.1/workspaces/{workspace_id}', { params: pathOf(workspace), body }));

export const suspendWorkspace = (workspace: string) =>
  take(api.POST('/v1.1/workspaces/{workspace_id}/suspend', { params: pathOf(workspace) }));

export const reactivateWorkspace = (workspace: string) =>
  take(api.POST('/v1.1/workspaces/{workspace_id}/reactivate', { params: pathOf(workspace) }));

/** `force`: undelivered callbacks are abandoned. */
export const deleteWorkspace = (workspace: string, confirm: string, force: boolean) =>
  done(
    api.DELETE('/v1.1/workspaces/{workspace_id}', {
      params: { ...pathOf(workspace), query: { confirm, ...(force && { force }) } },
    }),
  );

export interface Exported {
  records: number;
  bytes: number;
  /** The whole file; there is none if it was cut off. */
  file?: Blob;
}

const newline = 10;

/** Reads the export as a stream and reports the progress. Its last line says that it is complete. */
export async function exportWorkspace(
  workspace: string,
  signal: AbortSignal,
  tell: (so_far: Exported) => void,
): Promise<Exported> {
  const { data, error, response } = await api.GET('/v1.1/workspaces/{workspace_id}/export', {
    params: pathOf(workspace),
    parseAs: 'stream',
    signal,
  });
  if (!response.ok || !data) throw errorFrom(response, error);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let lines = 0;
  let bytes = 0;
  const reader = (data as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (;;) {
    const { done: isOver, value } = await reader.read();
    if (isOver) break;
    pieces.push(value);
    bytes += value.length;
    for (const byte of value) if (byte === newline) ++lines;
    tell({ records: lines, bytes });
  }
  const file = new Blob(pieces, { type: 'application/x-ndjson' });
  const end = (await file.slice(-64).text()).trimEnd();
  if (!end.endsWith('{"kind":"end"}')) return { records: lines, bytes };
  return { records: lines - 1, bytes, file };
}
