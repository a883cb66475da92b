import { useQueryClient } from '@tanstack/preact-query';
import { withoutEmpty } from '../api/client';
import { accountName } from '../app/bank_accounts';
import { useConfig } from '../app/config';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Form, type Values } from '../ui/form';
import { Placeholder } from '../ui/page';
import { type BankAccount, reconnectAccount } from './calls';
import { HolderFields } from './holder_fields';
import { useBankRefusals } from './use_bank_refusals';

export function ReconnectForm({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws, deniedNew } = useWorkspace();
  const queries = useQueryClient();
  const config = useConfig();
  const refused = useBankRefusals();
  if (!config) return <Placeholder lines={6} />;
  const reconnect = async ({ phone = '', identity_number = '' }: Values) => {
    const body = withoutEmpty({ phone: phone.replace(/[\s.-]/g, ''), identity_number });
    const begun = await refused.ask(reconnectAccount(ws, account.id, body));
    queries.setQueryData(['banks', ws, account.id], begun);
    void queries.invalidateQueries({ queryKey: ['banks', ws] });
  };
  return (
    <div class="card">
      <p class="form-of">
        <strong>{accountName(account)}</strong> {account.holder_name}
      </p>
      <Form submit={t.go_on} onSubmit={reconnect} refusals={refused.refusals} denied={deniedNew('bank_accounts:write')}>
        <HolderFields isSandbox={config.sandbox} faultsOf={refused.of} />
      </Form>
    </div>
  );
}
