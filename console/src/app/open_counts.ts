import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take } from '../api/client';
import { number } from '../texts/format';

export type OpenCounts = Schema<'OpenCounts'>;

/** The highest count of the service. */
const countedUpTo = 1000;

export const isMoreThan = (count: number) => count >= countedUpTo;
/** `12`, `1,000+`. */
export const textOfCount = (count: number) => (isMoreThan(count) ? `${number(count)}+` : number(count));

/** What needs review in a Workspace, and whether its banks send data. */
export const useOpenCounts = (workspace: string) =>
  useQuery({
    queryKey: ['statistics', workspace, 'now'],
    queryFn: () =>
      take(api.GET('/v1.1/statistics/{workspace_id}/now', { params: { path: { workspace_id: workspace } } })),
  });
