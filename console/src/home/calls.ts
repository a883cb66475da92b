import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { api, type Schema, take, takePage } from '../api/client';
import { inHours } from '../api/times';

export type Transaction = Schema<'Transaction'>;
export type PaymentLink = Schema<'PaymentLink'>;
export type Counts = Schema<'Statistics'>;

export const createWorkspace = (body: Schema<'NewWorkspace'>, key: string) =>
  take(api.POST('/v1.1/workspaces', { params: { header: { 'Idempotency-Key': key } }, body }));

/** The last days in Vietnam, including today. */
export const useStatistics = (workspace: string, days: number) =>
  useQuery({
    queryKey: ['statistics', workspace, 'days', days],
    queryFn: () => {
      const from = inHours(-24 * (days - 1));
      const params = { path: { workspace_id: workspace }, query: { bucket: 'day' as const, from } };
      return take(api.GET('/v1.1/statistics/{workspace_id}', { params }));
    },
    placeholderData: keepPreviousData,
  });

export const useLatestCredits = (workspace: string) =>
  useQuery({
    queryKey: ['transactions', workspace, 'latest'],
    queryFn: async () => {
      const query = { transfer_type: 'credit' as const, limit: 8 };
      const params = { path: { workspace_id: workspace }, query };
      return (await takePage(api.GET('/v1.1/transactions/{workspace_id}', { params }))).rows;
    },
  });

const oneLink = async (workspace: string, query: { status?: 'succeeded'; callback_status?: 'delivered' }) => {
  const params = { path: { workspace_id: workspace }, query: { ...query, limit: 1 } };
  return (await takePage(api.GET('/v1.1/payment-links/{workspace_id}', { params }))).rows[0];
};

/** The progress of a Workspace, derived from what exists. */
export const useFirstRun = (workspace: string) =>
  useQuery({
    queryKey: ['payment_links', workspace, 'first_run'],
    queryFn: async () => {
      const told = await oneLink(workspace, { callback_status: 'delivered' });
      if (told) return { newest: told, paid: told, told };
      const [newest, paid] = await Promise.all([oneLink(workspace, {}), oneLink(workspace, { status: 'succeeded' })]);
      return { newest, paid, told };
    },
  });
