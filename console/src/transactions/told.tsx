import { DeliveryBadge } from '../app/delivery_badge';
import { CallbackBadge } from '../app/link_badges';
import { goalOf, useWebhooks } from '../app/webhooks';
import { pageOf } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Failure } from '../ui/failure';
import { Placeholder, Section } from '../ui/page';
import { Time } from '../ui/time';
import { type Transaction, useDeliveriesOf, useLink } from './calls';

/** Who was told of the money: the callback of the link that it completed, then webhooks and chats. */
export function Told({ transaction }: { transaction: Transaction }) {
  const texts = useTexts();
  const t = texts.transactions;
  const { id, workspace_id: ws, payment_link_id } = transaction;
  const deliveries = useDeliveriesOf(ws, id);
  const webhooks = useWebhooks(ws).data;
  const link = useLink(ws, payment_link_id).data;
  const completed = link?.transaction_id === id ? link : undefined;
  const rows = deliveries.data;
  return (
    <Section title={t.deliveries}>
      {deliveries.isError && <Failure error={deliveries.error} onRetry={() => void deliveries.refetch()} />}
      {deliveries.isPending && <Placeholder lines={2} />}
      {rows?.length === 0 && !completed && <p class="quiet-text">{t.deliveries_none}</p>}
      {rows && (rows.length > 0 || completed) && (
        <ul class="card flush told">
          {completed && (
            <li>
              <a href={pageOf(ws, 'links', completed.id)}>
                <strong>{t.callback}</strong>
                <span class="cut">{completed.callback_url}</span>
                <CallbackBadge callback_status={completed.callback_status} inRow />
              </a>
            </li>
          )}
          {rows.map((delivery) => (
            <li key={delivery.id}>
              <a href={pageOf(ws, 'deliveries', delivery.id)}>
                <strong>{goalOf(texts, delivery, webhooks)}</strong>
                <span class="cut">{delivery.url}</span>
                <DeliveryBadge status={delivery.status} inRow />
                <Time at={delivery.created_at} />
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
