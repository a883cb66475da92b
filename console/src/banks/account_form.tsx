import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { withoutEmpty } from '../api/client';
import { useConfig } from '../app/config';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Placeholder } from '../ui/page';
import { connectAccount, useBanks } from './calls';
import { HolderFields } from './holder_fields';
import { useBankRefusals } from './use_bank_refusals';

/** A sandbox accepts nearly any number; a different one each time, since a connected one is rejected. */
const sandboxNumber = () => `19${String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10 ** 7).padStart(7, '0')}1`;

export function AccountForm({ bank }: { bank: string }) {
  const t = useTexts().banks;
  const { id: ws, deniedNew } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const config = useConfig();
  const name = useBanks().data?.find(({ code }) => code === bank)?.name;
  const [number] = useState(sandboxNumber);
  const refused = useBankRefusals();
  if (!config) return <Placeholder lines={8} />;

  const connect = async (values: Values, key: string) => {
    const body = withoutEmpty({
      bank,
      account_type: values['account_type'] as 'main' | 'main_with_virtual',
      account_number: (values['account_number'] ?? '').toUpperCase().replace(/[\s.-]/g, ''),
      holder_name: values['holder_name'] ?? '',
      phone: (values['phone'] ?? '').replace(/[\s.-]/g, ''),
      identity_number: values['identity_number'] ?? '',
    });
    const account = await refused.ask(connectAccount(ws, body, key));
    queries.setQueryData(['banks', ws, account.id], account);
    void queries.invalidateQueries({ queryKey: ['banks', ws] });
    route(`${pageOf(ws, 'banks', 'connect')}?account=${account.id}`);
  };

  return (
    <div class="card">
      <p class="form-of">
        <strong>{bank}</strong> {name !== bank && name}
      </p>
      {config.sandbox && <p class="note">{t.sandbox_account}</p>}
      <Form
        submit={t.go_on}
        onSubmit={connect}
        refusals={refused.refusals}
        denied={deniedNew('bank_accounts:write')}
        others={<ButtonLink href={pageOf(ws, 'banks', 'connect')}>{t.other_bank}</ButtonLink>}
      >
        <TextField
          name="account_number"
          label={t.account_number}
          inputMode="numeric"
          autocomplete="off"
          spellcheck={false}
          defaultValue={config.sandbox ? number : ''}
          faults={refused.of('account_number')}
        />
        <TextField
          name="holder_name"
          label={t.holder_name}
          hint={t.holder_name_hint}
          autocomplete="name"
          maxLength={100}
          defaultValue={config.sandbox ? 'NGUYEN VAN A' : ''}
          faults={refused.of('holder_name')}
        />
        <HolderFields isSandbox={config.sandbox} faultsOf={refused.of} />
        <SelectField
          name="account_type"
          label={t.account_type}
          hint={t.account_type_hint}
          value="main"
          options={Object.entries(t.account_types).map(([value, text]) => ({ value, text }))}
        />
      </Form>
    </div>
  );
}
