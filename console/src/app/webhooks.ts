import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, takePage } from '../api/client';
import type { Texts } from '../texts/use_texts';

export type Webhook = Schema<'Webhook'>;

/** The webhooks and chats of a Workspace, for screens that name or choose one. */
export const useWebhooks = (workspace: string) =>
  useQuery({
    queryKey: ['webhooks', workspace, 'all'],
    queryFn: async () => {
      const params = { path: { workspace_id: workspace }, query: { limit: 100 } };
      return (await takePage(api.GET('/v1.1/webhooks/{workspace_id}', { params }))).rows;
    },
  });

/** The name of a webhook, or the host of a deleted one. */
export function goalOf(
  { deliveries: t }: Texts,
  { webhook_id, url }: Pick<Schema<'Delivery'>, 'webhook_id' | 'url'>,
  webhooks: Webhook[] | undefined,
): string {
  const webhook = webhooks?.find(({ id }) => id === webhook_id);
  return webhook?.name || (url === null ? t.chat : URL.canParse(url) ? new URL(url).host : url);
}
