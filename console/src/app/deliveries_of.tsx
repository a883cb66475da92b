import { useQuery } from '@tanstack/preact-query';
import { api, type Schema, takePage } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Time } from '../ui/time';
import { DeliveryBadge } from './delivery_badge';
import { goalOf, useWebhooks } from './webhooks';
import { pageOf } from './workspace';

/** What webhooks and chats were told of a transaction or, by the merchant's own id, of an order. */
export const useDeliveriesOf = (workspace: string, subject: string) =>
  useQuery({
    queryKey: ['deliveries', workspace, 'of', subject],
    queryFn: async () => {
      const params = { path: { workspace_id: workspace }, query: { subject_id: subject, limit: 100 } };
      return (await takePage(api.GET('/v1.1/deliveries/{workspace_id}', { params }))).rows;
    },
  });

/** A row for each delivery, in a list of who was told. */
export function DeliveryRows({ ws, deliveries }: { ws: string; deliveries: Schema<'Delivery'>[] }) {
  const texts = useTexts();
  const webhooks = useWebhooks(ws).data;
  return (
    <>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <a href={pageOf(ws, 'deliveries', delivery.id)}>
            <strong>{goalOf(texts, delivery, webhooks)}</strong>
            <span class="cut">{delivery.url}</span>
            <DeliveryBadge status={delivery.status} inRow />
            <Time at={delivery.created_at} />
          </a>
        </li>
      ))}
    </>
  );
}
