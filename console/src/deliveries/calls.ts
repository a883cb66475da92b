import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take, takePage } from '../api/client';
import { isUnfinished } from '../app/unfinished';
import { asQuery } from '../ui/use_filters';

export type Delivery = Schema<'Delivery'>;
export type DeliveryDetails = Schema<'DeliveryDetails'>;
export type PaymentLink = Schema<'PaymentLink'>;
export type Filters = Partial<Record<string, string>>;

export const callbackFilters = ['callback_status', 'reference', 'from', 'to'] as const;
export const deliveryFilters = ['status', 'webhook_id', 'event', 'error_class', 'subject_id', 'from', 'to'] as const;

/** Only paid links have a callback. */
export const ofPaidLinks = (filters: Filters): Filters => ({ ...filters, status: 'succeeded' });

export const listCallbacks = (workspace: string, filters: Filters, cursor?: string) =>
  takePage(
    api.GET('/v1.1/payment-links/{workspace_id}', {
      params: {
        path: { workspace_id: workspace },
        query: { ...asQuery(ofPaidLinks(filters)), ...(cursor && { cursor }) },
      },
    }),
  );

export const listDeliveries = (workspace: string, filters: Filters, cursor?: string) =>
  takePage(
    api.GET('/v1.1/deliveries/{workspace_id}', {
      params: { path: { workspace_id: workspace }, query: { ...asQuery(filters), ...(cursor && { cursor }) } },
    }),
  );

const pathOf = (workspace: string, delivery: string) => ({
  path: { workspace_id: workspace, delivery_id: delivery },
});

/** Refetched more often while an attempt is due. */
export const useDelivery = (workspace: string, delivery: string) =>
  useQuery({
    queryKey: ['deliveries', workspace, delivery],
    queryFn: () =>
      take(api.GET('/v1.1/deliveries/{workspace_id}/{delivery_id}', { params: pathOf(workspace, delivery) })),
    refetchInterval: ({ state }) => (isUnfinished(state.data?.status) ? 3000 : false),
  });

/** Sends it again, to the same endpoint or to another webhook; returns the delivery that is due now. */
export const resendDelivery = (workspace: string, delivery: string, webhook: string, key: string) =>
  take(
    api.POST('/v1.1/deliveries/{workspace_id}/{delivery_id}/resend', {
      params: { ...pathOf(workspace, delivery), header: { 'Idempotency-Key': key } },
      body: webhook ? { webhook_id: webhook } : {},
    }),
  );

/** Sends all matching deliveries again, or only counts them. */
export const resendDeliveries = (workspace: string, filters: Filters, key?: string) => {
  const query = {
    ...asQuery(filters),
    ...(Object.keys(filters).length === 0 && { all: true }),
    ...(!key && { dry_run: true }),
  };
  const header = key ? { 'Idempotency-Key': key } : {};
  return take(
    api.POST('/v1.1/deliveries/{workspace_id}/resend', {
      params: { path: { workspace_id: workspace }, query, header },
      body: {},
    }),
  );
};
