import { useState } from 'preact/hooks';
import { accountName, useBankAccounts } from '../app/bank_accounts';
import { CallbackResend } from '../app/callback_resend';
import { CallbackBadge, LinkBadge } from '../app/link_badges';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Button, ButtonLink } from '../ui/button';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../ui/filter_bar';
import { type Column, List } from '../ui/list';
import { Money } from '../ui/money';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { filterNames, listLinks, type PaymentLink } from './calls';

const cleanReference = (text: string) => text.toUpperCase().replace(/[\s.-]/g, '');

export default function LinksPage() {
  const texts = useTexts();
  const t = texts.payment_links;
  const { id: ws, denied, deniedNew } = useWorkspace();
  const accounts = useBankAccounts(ws).data ?? [];
  const filters = useFilters(filterNames);
  const [isResending, setResending] = useState(false);
  const list = useCursorList({
    key: ['payment_links', ws, 'list', filters.values],
    load: (cursor) => listLinks(ws, filters.values, cursor),
  });

  const columns: Column<PaymentLink>[] = [
    { name: 'reference', head: t.reference, cell: (link) => <code>{link.reference}</code> },
    {
      name: 'amount',
      head: t.amount,
      kind: 'money',
      cell: (link) => <Money amount={link.received_amount ?? link.amount} otherwise={t.free_amount} />,
    },
    { name: 'status', head: t.status, cell: (link) => <LinkBadge status={link.status} /> },
    {
      name: 'callback',
      head: t.callback,
      named: true,
      cell: (link) => <CallbackBadge callback_status={link.callback_status} />,
    },
    {
      name: 'description',
      head: t.description,
      kind: 'full',
      cell: (link) => <span class="cut">{link.description}</span>,
    },
    { name: 'created', head: t.created, kind: 'quiet', cell: (link) => <Time at={link.created_at} /> },
  ];
  const create = (
    <ButtonLink kind="main" icon="plus" href={pageOf(ws, 'links', 'new')} denied={deniedNew('payment_links:write')}>
      {t.create}
    </ButtonLink>
  );
  const isOfFailed = filters.values.callback_status === 'failed' || filters.values.attention === 'open';

  return (
    <Page
      title={t.title}
      actions={
        <>
          {create}
          {list.rows.length > 0 && <CsvLink list={`/payment-links/${ws}`} filters={filters.values} />}
        </>
      }
    >
      <FilterBar
        filters={filters}
        actions={
          isOfFailed &&
          list.rows.length > 0 && (
            <Button icon="rotate-cw" denied={denied('payment_links:write')} onClick={() => setResending(true)}>
              {texts.attempts.bulk.open}
            </Button>
          )
        }
      >
        <FilterText filters={filters} name="reference" label={t.reference} clean={cleanReference} />
        <FilterSelect filters={filters} name="status" label={t.status} options={optionsOf(t.statuses)} />
        <FilterSelect filters={filters} name="callback_status" label={t.callback} options={optionsOf(t.callbacks)} />
        {/* Reached from the home page; in the list it would say the same as the state of the callback. */}
        {filters.values.attention && (
          <FilterSelect
            filters={filters}
            name="attention"
            label={t.attention}
            options={[{ value: 'open', text: t.attention_open }]}
          />
        )}
        {accounts.length > 1 && (
          <FilterSelect
            filters={filters}
            name="bank_account_id"
            label={t.account}
            options={accounts.map((account) => ({ value: account.id, text: accountName(account) }))}
          />
        )}
        <FilterDays filters={filters} />
      </FilterBar>
      <List
        label={t.title}
        list={list}
        columns={columns}
        href={(link) => pageOf(ws, 'links', link.id)}
        onClear={filters.isSet ? filters.clear : undefined}
        empty={
          <EmptyState icon="link" title={t.none_yet}>
            <p>{t.none_yet_advice}</p>
            {create}
          </EmptyState>
        }
      />
      {isResending && <CallbackResend filters={filters.values} onClose={() => setResending(false)} />}
    </Page>
  );
}

const optionsOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, text]) => ({ value, text }));
