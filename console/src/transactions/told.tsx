import { DeliveryRows, useDeliveriesOf } from '../app/deliveries_of';
import { CallbackBadge } from '../app/link_badges';
import { pageOf } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Failure } from '../ui/failure';
import { Placeholder, Section } from '../ui/page';
import { type Transaction, useLink } from './calls';

/** Who was told of the money: the callback of the link that it completed, then webhooks and chats. */
export function Told({ transaction }: { transaction: Transaction }) {
  const t = useTexts().transactions;
  const { id, workspace_id: ws, payment_link_id } = transaction;
  const deliveries = useDeliveriesOf(ws, id);
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
          <DeliveryRows ws={ws} deliveries={rows} />
        </ul>
      )}
    </Section>
  );
}
