import { useQuery } from '@tanstack/preact-query';
import { api, done, type Schema, take, takePage } from '../api/client';
import { betweenDays } from '../texts/format';

export type PaymentLink = Schema<'PaymentLink'>;
export type Payment = Schema<'Payment'>;
export type Callback = Schema<'Callback'>;
export type CallbackAttempt = Schema<'CallbackAttempt'>;

export const filterNames = [
  'status',
  'callback_status',
  'attention',
  'reference',
  'bank_account_id',
  'from',
  'to',
] as const;
export type LinkFilters = Partial<Record<(typeof filterNames)[number], string>>;

/** The address may hold anything; what the service does not know it refuses by name. */
const asQuery = ({ from, to, ...filters }: LinkFilters) => ({ ...filters, ...betweenDays(from, to) }) as object;

export const listLinks = (workspace: string, filters: LinkFilters, cursor?: string) =>
  takePage(
    api.GET('/v1.1/payment-links/{workspace_id}', {
      params: { path: { workspace_id: workspace }, query: { ...asQuery(filters), ...(cursor && { cursor }) } },
    }),
  );

const pathOf = (workspace: string, link: string) => ({ path: { workspace_id: workspace, link_id: link } });

export const useLink = (workspace: string, link: string) =>
  useQuery({
    queryKey: ['payment_links', workspace, link],
    queryFn: () => take(api.GET('/v1.1/payment-links/{workspace_id}/{link_id}', { params: pathOf(workspace, link) })),
  });

export const usePayments = (workspace: string, link: string) =>
  useQuery({
    queryKey: ['payment_links', workspace, link, 'payments'],
    queryFn: async () => {
      const params = { ...pathOf(workspace, link), query: { limit: 100, order: 'asc' as const } };
      return (await takePage(api.GET('/v1.1/payment-links/{workspace_id}/{link_id}/payments', { params }))).rows;
    },
  });

/** Only a paid link has a callback. While a call is due, it is looked at more often. */
export const useLinkCallback = (workspace: string, link: PaymentLink | undefined) =>
  useQuery({
    queryKey: ['payment_links', workspace, link?.id, 'callback'],
    queryFn: () =>
      take(api.GET('/v1.1/payment-links/{workspace_id}/{link_id}/callback', { params: pathOf(workspace, link!.id) })),
    enabled: link !== undefined && link.callback_status !== 'none',
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 3000 : false),
  });

export const createLink = (workspace: string, body: Schema<'NewPaymentLink'>, key: string) =>
  take(
    api.POST('/v1.1/payment-links/{workspace_id}', {
      params: { path: { workspace_id: workspace }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export const cancelLink = (workspace: string, link: string) =>
  take(api.POST('/v1.1/payment-links/{workspace_id}/{link_id}/cancel', { params: pathOf(workspace, link) }));

export const resendCallback = (workspace: string, link: string, key: string) =>
  take(
    api.POST('/v1.1/payment-links/{workspace_id}/{link_id}/callback/resend', {
      params: { ...pathOf(workspace, link), header: { 'Idempotency-Key': key } },
    }),
  );

/** Sends all callbacks that the filters match again, or only counts them. */
export const resendCallbacks = (workspace: string, filters: LinkFilters, key?: string) => {
  const query = {
    ...asQuery(filters),
    ...(Object.keys(filters).length === 0 && { all: true }),
    ...(!key && { dry_run: true }),
  };
  const header = key ? { 'Idempotency-Key': key } : {};
  return take(
    api.POST('/v1.1/payment-links/{workspace_id}/callbacks/resend', {
      params: { path: { workspace_id: workspace }, query, header },
    }),
  );
};

export const annotate = (workspace: string, transaction: string, note: string, settled: boolean) =>
  done(
    api.PATCH('/v1.1/transactions/{workspace_id}/{transaction_id}', {
      params: { path: { workspace_id: workspace, transaction_id: transaction } },
      body: { note, settled },
    }),
  );
