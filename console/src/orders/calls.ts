import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take, takePage } from '../api/client';
import { asQuery } from '../ui/use_filters';

export type Order = Schema<'Order'>;

export const filterNames = ['status', 'order_id', 'reference', 'bank_account_id', 'from', 'to'] as const;
export type OrderFilters = Partial<Record<(typeof filterNames)[number], string>>;

export const listOrders = (workspace: string, filters: OrderFilters, cursor?: string) =>
  takePage(
    api.GET('/v1.1/orders/{workspace_id}', {
      params: { path: { workspace_id: workspace }, query: { ...asQuery(filters), ...(cursor && { cursor }) } },
    }),
  );

const pathOf = (workspace: string, order: string) => ({ path: { workspace_id: workspace, order_id: order } });

export const useOrder = (workspace: string, order: string) =>
  useQuery({
    queryKey: ['orders', workspace, order],
    queryFn: () => take(api.GET('/v1.1/orders/{workspace_id}/{order_id}', { params: pathOf(workspace, order) })),
  });

export const createOrder = (workspace: string, body: Schema<'NewOrder'>, key: string) =>
  take(
    api.POST('/v1.1/orders/{workspace_id}', {
      params: { path: { workspace_id: workspace }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export const cancelOrder = (workspace: string, order: string) =>
  take(api.POST('/v1.1/orders/{workspace_id}/{order_id}/cancel', { params: pathOf(workspace, order) }));
