import { CallbackBadge } from '../app/link_badges';
import { ToldSection } from '../app/told';
import { pageOf } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { type Transaction, useLink } from './calls';

/** The deliveries of a transaction: the callback of the link that it completed, then webhooks and chats. */
export function Told({ transaction }: { transaction: Transaction }) {
  const t = useTexts().transactions;
  const { id, workspace_id: ws, payment_link_id } = transaction;
  const link = useLink(ws, payment_link_id).data;
  const completed = link?.transaction_id === id ? link : undefined;
  return (
    <ToldSection ws={ws} subject={id} title={t.deliveries} none={t.deliveries_none}>
      {completed && (
        <li>
          <a href={pageOf(ws, 'links', completed.id)}>
            <strong>{t.callback}</strong>
            <span class="cut">{completed.callback_url}</span>
            <CallbackBadge callback_status={completed.callback_status} inRow />
          </a>
        </li>
      )}
    </ToldSection>
  );
}
