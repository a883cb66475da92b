import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { api, type Schema, takePage } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Failure } from '../ui/failure';
import { Placeholder, Section } from '../ui/page';
import { Time } from '../ui/time';
import { DeliveryBadge } from './delivery_badge';
import { goalOf, useWebhooks } from './webhooks';
import { pageOf } from './workspace';

const useDeliveriesOf = (workspace: string, subject: string) =>
  useQuery({
    queryKey: ['deliveries', workspace, 'of', subject],
    queryFn: async () => {
      const params = { path: { workspace_id: workspace }, query: { subject_id: subject, limit: 100 } };
      return (await takePage(api.GET('/v1.1/deliveries/{workspace_id}', { params }))).rows;
    },
  });

interface ToldProps {
  ws: string;
  /** The id of a transaction, or the merchant's own id of an order. */
  subject: string;
  title: string;
  /** The text if there are no deliveries. */
  none: string;
  /** Rows before those of webhooks and chats. */
  children?: ComponentChildren;
}

/** The deliveries of a payment or an order to webhooks and chats, each as a link. */
export function ToldSection({ ws, subject, title, none, children }: ToldProps) {
  const deliveries = useDeliveriesOf(ws, subject);
  const rows = deliveries.data;
  const isEmpty = rows?.length === 0 && !children;
  return (
    <Section title={title}>
      {deliveries.isError && <Failure error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
      {deliveries.isPending && <Placeholder lines={2} />}
      {isEmpty && <p class="quiet-text">{none}</p>}
      {rows && !isEmpty && (
        <ul class="card flush told">
          {children}
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} ws={ws} delivery={delivery} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function DeliveryRow({ ws, delivery }: { ws: string; delivery: Schema<'Delivery'> }) {
  const texts = useTexts();
  const webhooks = useWebhooks(ws).data;
  return (
    <li>
      <a href={pageOf(ws, 'deliveries', delivery.id)}>
        <strong>{goalOf(texts, delivery, webhooks)}</strong>
        <span class="cut">{delivery.url}</span>
        <DeliveryBadge status={delivery.status} inRow />
        <Time at={delivery.created_at} />
      </a>
    </li>
  );
}
