import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import { withoutEmpty } from '../api/client';
import { expiryOf } from '../api/times';
import { accountName, type BankAccount, useBankAccounts } from '../app/bank_accounts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { AmountField } from '../ui/amount_field';
import { announce } from '../ui/announce';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty_state';
import { Failure } from '../ui/failure';
import { SelectField, TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Page, Placeholder } from '../ui/page';
import { createOrder } from './calls';

const lives = [1, 6, 24, 3 * 24, 7 * 24, 30 * 24];

export default function NewOrderPage() {
  const t = useTexts().orders;
  const { id: ws, denied } = useWorkspace();
  const accounts = useBankAccounts(ws);
  const usable = (accounts.data ?? []).filter(({ state }) => state === 'connected');
  const parent = { href: pageOf(ws, 'orders'), text: t.title };
  return (
    <Page title={t.new_title} parent={parent} narrow>
      {accounts.isError && !accounts.data && <Failure error={accounts.error} onRetry={() => void accounts.refetch()} />}
      {accounts.isPending && <Placeholder lines={8} />}
      {accounts.data && usable.length === 0 && (
        <EmptyState icon="landmark" title={t.no_account}>
          <ButtonLink kind="main" href={pageOf(ws, 'banks', 'connect')} denied={denied('bank_accounts:write')}>
            {t.connect}
          </ButtonLink>
        </EmptyState>
      )}
      {usable.length > 0 && <NewOrderForm accounts={usable} />}
    </Page>
  );
}

function NewOrderForm({ accounts }: { accounts: BankAccount[] }) {
  const t = useTexts().orders;
  const { id: ws, deniedNew } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();

  const send = async ({ life = '24', bank_account_id = '', amount = '', ...values }: Values, key: string) => {
    const body = withoutEmpty({
      bank_account_id,
      amount,
      order_id: values['order_id'] ?? '',
      customer_email: values['customer_email'] ?? '',
      expires_at: expiryOf(life),
    });
    const order = await createOrder(ws, body, key);
    void queries.invalidateQueries({ queryKey: ['orders', ws] });
    announce(t.made);
    route(pageOf(ws, 'orders', order.id), true);
  };

  return (
    <div class="card">
      <Form submit={t.create_do} onSubmit={send} refusals={t.refusals} denied={deniedNew('payment_links:write')}>
        <SelectField
          name="bank_account_id"
          label={t.account}
          hint={t.account_hint}
          options={accounts.map((account) => ({
            value: account.id,
            text: `${accountName(account)} · ${account.holder_name}`,
          }))}
        />
        <AmountField name="amount" label={t.amount} hint={t.amount_hint} faults={t.amount_faults} />
        <TextField
          name="order_id"
          label={t.order_id}
          hint={t.order_id_hint}
          faults={t.order_id_faults}
          placeholder="DH-1842"
          autocomplete="off"
          maxLength={64}
          optional
        />
        <TextField
          name="customer_email"
          label={t.customer_email}
          hint={t.customer_email_hint}
          type="email"
          autocomplete="off"
          optional
        />
        <SelectField
          name="life"
          label={t.life}
          value="24"
          options={lives.map((life) => ({
            value: String(life),
            text: life > 24 ? t.days(life / 24) : t.hours(life),
          }))}
        />
      </Form>
    </div>
  );
}
