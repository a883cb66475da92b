import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, take, takePage } from '../api/client';
import { asQuery } from '../ui/use_filters';

export type Transaction = Schema<'Transaction'>;
export type Delivery = Schema<'Delivery'>;

export const sharedFilters = [
  'q',
  'classification',
  'transfer_type',
  'min_amount',
  'max_amount',
  'from',
  'to',
] as const;
export const filterNames = [...sharedFilters, 'account_id'] as const;
export const filterNamesOfAll = [...sharedFilters, 'workspace_id'] as const;
export type TransactionFilters = Partial<Record<string, string>>;

export const listTransactions = (workspace: string, filters: TransactionFilters, cursor?: string) =>
  takePage(
    api.GET('/v1.1/transactions/{workspace_id}', {
      params: { path: { workspace_id: workspace }, query: { ...asQuery(filters), ...(cursor && { cursor }) } },
    }),
  );

export const listAllTransactions = (filters: TransactionFilters, cursor?: string) =>
  takePage(api.GET('/v1.1/transactions', { params: { query: { ...asQuery(filters), ...(cursor && { cursor }) } } }));

export const useTransaction = (workspace: string, transaction: string) =>
  useQuery({
    queryKey: ['transactions', workspace, transaction],
    queryFn: () => {
      const path = { workspace_id: workspace, transaction_id: transaction };
      return take(api.GET('/v1.1/transactions/{workspace_id}/{transaction_id}', { params: { path } }));
    },
  });

/** The money is for the link or order that an import has found. */
export const confirmMatch = (workspace: string, transaction: string) => {
  const path = { workspace_id: workspace, transaction_id: transaction };
  return take(api.POST('/v1.1/transactions/{workspace_id}/{transaction_id}/confirm-match', { params: { path } }));
};

export const useLink = (workspace: string, link: string | null) =>
  useQuery({
    queryKey: ['payment_links', workspace, link],
    queryFn: () => {
      const path = { workspace_id: workspace, link_id: link! };
      return take(api.GET('/v1.1/payment-links/{workspace_id}/{link_id}', { params: { path } }));
    },
    enabled: link !== null,
  });

export const useOrder = (workspace: string, order: string | null) =>
  useQuery({
    queryKey: ['orders', workspace, order],
    queryFn: () => {
      const path = { workspace_id: workspace, order_id: order! };
      return take(api.GET('/v1.1/orders/{workspace_id}/{order_id}', { params: { path } }));
    },
    enabled: order !== null,
  });
