import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take, takePage } from '../api/client';
import { isUnfinished } from '../app/unfinished';
import { asQuery } from '../ui/use_filters';

export type PaymentLink = Schema<'PaymentLink'>;
export type Payment = Schema<'Payment'>;
export type Callback = Schema<'Callback'>;

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

/** Only a paid link has a callback. Refetched more often while an attempt is due. */
export const useLinkCallback = (workspace: string, link: PaymentLink | undefined) =>
  useQuery({
    queryKey: ['payment_links', workspace, link?.id, 'callback'],
    queryFn: () =>
      take(api.GET('/v1.1/payment-links/{workspace_id}/{link_id}/callback', { params: pathOf(workspace, link!.id) })),
    enabled: link !== undefined && link.callback_status !== 'none',
    refetchInterval: ({ state }) => (isUnfinished(state.data?.status) ? 3000 : false),
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
