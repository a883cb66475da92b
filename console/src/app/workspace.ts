import { useQuery } from '@tanstack/preact-query';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { api, type Schema, take, takePage } from '../api/client';
import { ApiError } from '../api/errors';
import { useTexts } from '../texts/use_texts';
import { type Permission, reasonAgainst } from './roles';

export type Workspace = Schema<'Workspace'>;

/** All Workspaces of the user: few, since the plan limits them. */
export const useWorkspaces = () =>
  useQuery({
    queryKey: ['workspaces'],
    queryFn: async () => {
      const rows: Workspace[] = [];
      let cursor: string | undefined;
      do {
        const page = await takePage(
          api.GET('/v1.1/workspaces', { params: { query: { limit: 100, ...(cursor && { cursor }) } } }),
        );
        rows.push(...page.rows);
        cursor = page.next;
      } while (cursor);
      return rows;
    },
    staleTime: 60_000,
  });

const workspaceAt = (path: string) => /^\/console\/w\/([^/]+)/.exec(path)?.[1] ?? '';

/** The id of the Workspace whose page this is. A page keeps it while the next one, of none, is being loaded. */
export function useWorkspaceId() {
  const id = workspaceAt(useLocation().path);
  const kept = useRef(id);
  if (id) kept.current = id;
  return kept.current;
}

/** The address of a page of a Workspace: `pageOf(ws, 'links', id)`. */
export const pageOf = (workspace: string, ...parts: string[]) =>
  ['/console/w', workspace, ...parts.map(encodeURIComponent)].join('/');

/** The address of an order by the merchant's own id. That can be any text, and not every text is valid in a path. */
export const pageOfOrder = (workspace: string, ownId: string) =>
  /[/\\]|^\.{1,2}$/.test(ownId)
    ? `${pageOf(workspace, 'orders')}?order_id=${encodeURIComponent(ownId)}`
    : pageOf(workspace, 'orders', ownId);

const mark = 'paylink.workspace';

function noteWorkspace(id: string) {
  try {
    sessionStorage.setItem(mark, id);
  } catch {
    // Storage may be disabled: then the user's pages have no Workspace around them.
  }
}

function lastWorkspace(): string | null {
  try {
    return sessionStorage.getItem(mark);
  } catch {
    return null;
  }
}

/**
 * The Workspace that surrounds a page: its own, and around a person's pages that from which the person came. The id is
 * empty around the list of Workspaces.
 */
export function useSurroundings(workspaces: Workspace[]): { id: string; isOwn: boolean } {
  const { path } = useLocation();
  const id = workspaceAt(path);
  useEffect(() => {
    if (id) noteWorkspace(id);
  }, [id]);
  if (id || path === '/console/' || path === '/console') return { id, isOwn: true };
  const last = lastWorkspace();
  return { id: workspaces.find((one) => one.id === last)?.id ?? '', isOwn: false };
}

/** The Workspace of this page, and the user's rights in it. */
export const useWorkspace = () => useWorkspaceOf(useWorkspaceId());

export function useWorkspaceOf(id: string) {
  const texts = useTexts();
  const { data: workspace, error } = useQuery({
    queryKey: ['workspaces', id],
    queryFn: () => take(api.GET('/v1.1/workspaces/{workspace_id}', { params: { path: { workspace_id: id } } })),
    enabled: id !== '',
    staleTime: 60_000,
  });
  /** Why the user cannot do something here; `undefined` if they can. Until the Workspace is known, nothing is denied. */
  const denied = (permission: Permission): string | undefined => {
    if (!workspace?.role) return undefined;
    return reasonAgainst(texts, workspace.role, permission);
  };
  /** The same for creating something, which a suspended Workspace rejects. */
  const deniedNew = (permission: Permission): string | undefined =>
    denied(permission) ?? (workspace?.status === 'suspended' ? texts.common.denied.suspended : undefined);
  /** It does not exist or belongs to another account: the service does not say which. */
  const isForeign = error instanceof ApiError && error.status === 403;
  return { id, workspace, isForeign, denied, deniedNew };
}
