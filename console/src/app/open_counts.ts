import { useQuery } from '@tanstack/preact-query';
import { api, takePage } from '../api/client';
import { number } from '../texts/format';

/** A count of what waits: exact up to the size of one page. */
export interface OpenCount {
  count: number;
  isMore: boolean;
}

const countOf = <Row>({ rows, next }: { rows: Row[]; next: string | undefined }): OpenCount => ({
  count: rows.length,
  isMore: next !== undefined,
});

export const textOfCount = ({ count, isMore }: OpenCount) => (isMore ? `${number(count)}+` : count);

/** Credits that completed nothing, and links that were paid but whose merchant does not know. */
export const useOpenCounts = (workspace: string) =>
  useQuery({
    queryKey: ['statistics', workspace, 'open'],
    queryFn: async () => {
      const params = { path: { workspace_id: workspace }, query: { attention: 'open' as const, limit: 100 } };
      const [transfers, links] = await Promise.all([
        takePage(api.GET('/v1.1/transactions/{workspace_id}', { params })),
        takePage(api.GET('/v1.1/payment-links/{workspace_id}', { params })),
      ]);
      return { transfers: countOf(transfers), untold: countOf(links) };
    },
  });
