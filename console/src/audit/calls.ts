import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, takePage } from '../api/client';
import { asQuery } from '../ui/use_filters';

export type AuditRow = Schema<'AuditRow'>;

export const filterNames = ['actor', 'action', 'target', 'from', 'to'] as const;
export type AuditFilters = Partial<Record<(typeof filterNames)[number], string>>;

export const listRows = (workspace: string, filters: AuditFilters, cursor?: string) =>
  takePage(
    api.GET('/v1.1/workspaces/{workspace_id}/audit-log', {
      params: { path: { workspace_id: workspace }, query: { ...asQuery(filters), ...(cursor && { cursor }) } },
    }),
  );

/** Names of the people by their ids, for those who still belong to the Workspace. */
export const usePeople = (workspace: string, isAllowed: boolean) =>
  useQuery({
    queryKey: ['members', workspace, 'names'],
    queryFn: async () => {
      const call = api.GET('/v1.1/workspaces/{workspace_id}/members', {
        params: { path: { workspace_id: workspace }, query: { limit: 100 } },
      });
      return new Map((await takePage(call)).rows.map(({ user_id, name }) => [user_id, name]));
    },
    enabled: isAllowed,
  });
