import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { withoutEmpty } from '../api/client';
import { expiryOf } from '../api/times';
import { accountName, type BankAccount, useBankAccounts } from '../app/bank_accounts';
import { ReceiverHint } from '../app/receiver_hint';
import { useSandboxReceiver } from '../app/sandbox_receiver';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { AmountField } from '../ui/amount_field';
import { announce } from '../ui/announce';
import { EmptyState } from '../ui/empty_state';
import { SelectField, TextArea, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Page, Placeholder } from '../ui/page';
import { createLink } from './calls';
import { PayerPreview } from './payer_preview';

const lives = [1, 3, 6, 12, 24];
/** With the sandbox's receiver, every field is prefilled. */
const sandboxAmount = '50000';

export default function NewLinkPage() {
  const t = useTexts().payment_links;
  const { id: ws } = useWorkspace();
  const accounts = useBankAccounts(ws);
  const usable = (accounts.data ?? []).filter(({ state }) => state === 'connected');
  const parent = { href: pageOf(ws, 'links'), text: t.title };
  return (
    <Page title={t.new_title} parent={parent}>
      {!accounts.data && <Placeholder lines={8} />}
      {accounts.data && usable.length === 0 && <EmptyState icon="landmark" title={t.no_account} />}
      {usable.length > 0 && <NewLinkForm accounts={usable} />}
    </Page>
  );
}

function NewLinkForm({ accounts }: { accounts: BankAccount[] }) {
  const t = useTexts().payment_links;
  const { id: ws, workspace, deniedNew } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const receiver = useSandboxReceiver();
  const [shown, setShown] = useState<Values>({});
  const suggested = receiver ? sandboxAmount : '';
  const needsAmount = workspace?.banking_mode === 'national_switch';

  const send = async ({ life = '24', ...values }: Values, key: string) => {
    const body = withoutEmpty({
      bank_account_id: values['bank_account_id'] ?? '',
      amount: values['amount'] ?? '',
      description: values['description'] ?? '',
      callback_url: values['callback_url'] ?? '',
      redirect_url: values['redirect_url'] ?? '',
      expires_at: expiryOf(life),
    });
    const link = await createLink(ws, body, key);
    void queries.invalidateQueries({ queryKey: ['payment_links', ws] });
    announce(t.made);
    route(pageOf(ws, 'links', link.id), true);
  };

  return (
    <div class="beside">
      <div class="card">
        <Form submit={t.create_do} onSubmit={send} onInput={setShown} denied={deniedNew('payment_links:write')}>
          <SelectField
            name="bank_account_id"
            label={t.account}
            hint={t.account_hint}
            options={accounts.map((account) => ({
              value: account.id,
              text: `${accountName(account)} · ${account.holder_name}`,
            }))}
          />
          <AmountField
            name="amount"
            label={t.amount}
            hint={needsAmount ? t.amount_hint : t.amount_optional_hint}
            optional={!needsAmount}
            defaultValue={suggested}
            faults={t.amount_faults}
          />
          <TextArea
            name="description"
            label={t.description}
            hint={t.description_hint}
            optional
            maxLength={500}
            rows={2}
          />
          <TextField
            name="callback_url"
            label={t.callback_url}
            hint={receiver ? <ReceiverHint receiver={receiver} /> : t.callback_url_hint}
            defaultValue={receiver?.callback_url ?? ''}
            type="url"
            placeholder="https://"
            autocomplete="url"
          />
          <details class="more-fields">
            <summary>{t.more}</summary>
            <TextField
              name="redirect_url"
              label={t.redirect_url}
              hint={t.redirect_url_hint}
              type="url"
              placeholder="https://"
              optional
            />
            <SelectField
              name="life"
              label={t.expires_at}
              value="24"
              options={lives.map((life) => ({ value: String(life), text: t.hours(life) }))}
            />
          </details>
        </Form>
      </div>
      <PayerPreview
        values={{ amount: suggested, ...shown }}
        account={accounts.find(({ id }) => id === shown['bank_account_id']) ?? accounts[0]!}
      />
    </div>
  );
}
