import { useQuery } from '@tanstack/preact-query';
import { api, done, type Schema, take, takePage } from '../api/client';
import type { BankAccount } from '../app/bank_accounts';
import { isUnfinished } from '../app/unfinished';

export type Webhook = Schema<'Webhook'>;
export type WebhookEvent = Webhook['events'][number];
export type WebhookFilter = Schema<'WebhookFilter'>;
export type NewWebhook = Schema<'NewWebhook'>;
export type WebhookChange = Schema<'WebhookChange'>;
export type Delivery = Schema<'Delivery'>;
export type VirtualAccount = Schema<'VirtualAccount'>;

export const listWebhooks = (workspace: string, cursor?: string) =>
  takePage(
    api.GET('/v1.1/webhooks/{workspace_id}', {
      params: { path: { workspace_id: workspace }, query: cursor ? { cursor } : {} },
    }),
  );

const pathOf = (workspace: string, webhook: string) => ({ path: { workspace_id: workspace, webhook_id: webhook } });

export const useWebhook = (workspace: string, webhook: string) =>
  useQuery({
    queryKey: ['webhooks', workspace, webhook],
    queryFn: () => take(api.GET('/v1.1/webhooks/{workspace_id}/{webhook_id}', { params: pathOf(workspace, webhook) })),
  });

export const createWebhook = (workspace: string, body: NewWebhook, key: string) =>
  take(
    api.POST('/v1.1/webhooks/{workspace_id}', {
      params: { path: { workspace_id: workspace }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

export const changeWebhook = (workspace: string, webhook: string, body: WebhookChange) =>
  take(api.PATCH('/v1.1/webhooks/{workspace_id}/{webhook_id}', { params: pathOf(workspace, webhook), body }));

export const deleteWebhook = (workspace: string, webhook: string) =>
  done(api.DELETE('/v1.1/webhooks/{workspace_id}/{webhook_id}', { params: pathOf(workspace, webhook) }));

export const rotateKeys = (workspace: string, webhook: string) =>
  take(api.POST('/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate', { params: pathOf(workspace, webhook) }));

export const activateKeys = (workspace: string, webhook: string) =>
  take(api.POST('/v1.1/webhooks/{workspace_id}/{webhook_id}/rotate/activate', { params: pathOf(workspace, webhook) }));

/** Returns the id of the delivery, which shows the result. */
export const sendTest = (workspace: string, webhook: string, event: WebhookEvent) =>
  take(
    api.POST('/v1.1/webhooks/{workspace_id}/{webhook_id}/test', {
      params: pathOf(workspace, webhook),
      body: { event },
    }),
  );

/** The newest deliveries, at most 100: there are no sums over all of them. */
export const useNewestDeliveries = (workspace: string, webhook: string) =>
  useQuery({
    queryKey: ['deliveries', workspace, 'of', webhook],
    queryFn: () =>
      takePage(
        api.GET('/v1.1/deliveries/{workspace_id}', {
          params: { path: { workspace_id: workspace }, query: { webhook_id: webhook, limit: 100 } },
        }),
      ),
  });

/** Refetched every second until the first attempt. */
export const useTriedDelivery = (workspace: string, delivery: string | undefined) =>
  useQuery({
    queryKey: ['deliveries', workspace, delivery],
    queryFn: () =>
      take(
        api.GET('/v1.1/deliveries/{workspace_id}/{delivery_id}', {
          params: { path: { workspace_id: workspace, delivery_id: delivery ?? '' } },
        }),
      ),
    enabled: delivery !== undefined,
    refetchInterval: ({ state }) =>
      isUnfinished(state.data?.status) && state.data?.attempts.length === 0 ? 1000 : false,
  });

/** The active virtual accounts of all these accounts, for a filter that names some of them. */
export const useVirtualAccounts = (workspace: string, accounts: BankAccount[]) =>
  useQuery({
    queryKey: ['banks', workspace, 'virtual', accounts.map(({ id }) => id)],
    queryFn: async () => {
      const pages = accounts.map(({ id }) =>
        takePage(
          api.GET('/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/virtual-accounts', {
            params: { path: { workspace_id: workspace, bank_account_id: id }, query: { limit: 100 } },
          }),
        ),
      );
      return (await Promise.all(pages)).flatMap(({ rows }) => rows).filter(({ status }) => status === 'active');
    },
    enabled: accounts.length > 0,
  });
