import { useQueryClient } from '@tanstack/preact-query';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Form } from '../ui/form';
import { confirmMatch, type Transaction } from './calls';

/** Confirms the match of an import: the link or order is completed, and the merchant's system is notified. */
export function MatchConfirmation({ transaction }: { transaction: Transaction }) {
  const { confirming: t } = useTexts().transactions;
  const { denied } = useWorkspace();
  const queries = useQueryClient();
  const { id, workspace_id: ws } = transaction;
  const confirm = async () => {
    await confirmMatch(ws, id);
    for (const kind of ['payment_links', 'orders', 'transactions', 'statistics'])
      void queries.invalidateQueries({ queryKey: [kind, ws] });
    announce(t.done);
  };
  return (
    <Form
      submit={t.do}
      onSubmit={confirm}
      denied={denied('payment_links:write')}
      refusals={{
        CONFLICT: t.closed,
        PAYMENT_LINK_NOT_PENDING: t.closed,
        BANK_ACCOUNT_NOT_CONNECTED: t.not_connected,
      }}
    />
  );
}
