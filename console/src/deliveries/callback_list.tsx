import { useState } from 'preact/hooks';
import { CallbackResend } from '../app/callback_resend';
import { CallbackBadge } from '../app/link_badges';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../ui/filter_bar';
import { type Column, List } from '../ui/list';
import { Money } from '../ui/money';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { callbackFilters, listCallbacks, ofPaidLinks, type PaymentLink } from './calls';
import { DeliveryTabs } from './delivery_tabs';

const cleanReference = (text: string) => text.toUpperCase().replace(/[\s.-]/g, '');

/** The callbacks, each with its link: on its page are the attempts. */
export function CallbackList() {
  const texts = useTexts();
  const { deliveries: t, payment_links: links } = texts;
  const { id: ws, denied } = useWorkspace();
  const filters = useFilters(callbackFilters);
  const [isResending, setResending] = useState(false);
  const list = useCursorList({
    key: ['payment_links', ws, 'callbacks', filters.values],
    load: (cursor) => listCallbacks(ws, filters.values, cursor),
  });
  const { none: _, ...statuses } = links.callbacks;
  const columns: Column<PaymentLink>[] = [
    { name: 'reference', head: links.reference, cell: (link) => <code>{link.reference}</code> },
    {
      name: 'status',
      head: t.status,
      kind: 'state',
      cell: (link) => <CallbackBadge callback_status={link.callback_status} inRow />,
    },
    { name: 'amount', head: links.amount, kind: 'sum', cell: (link) => <Money amount={link.received_amount} /> },
    {
      name: 'url',
      head: t.endpoint,
      kind: 'quiet',
      cell: (link) => <span class="cut">{link.callback_url.replace(/^https:\/\//, '')}</span>,
    },
    {
      name: 'paid',
      head: t.paid,
      kind: 'quiet',
      cell: (link) => link.closed_at && <Time at={link.closed_at} />,
    },
  ];
  return (
    <DeliveryTabs
      current="callbacks"
      actions={
        list.rows.length > 0 && (
          <>
            {filters.isSet && (
              <Button icon="rotate-cw" denied={denied('payment_links:write')} onClick={() => setResending(true)}>
                {texts.attempts.bulk.open}
              </Button>
            )}
            <CsvLink list={`/payment-links/${ws}`} filters={ofPaidLinks(filters.values)} />
          </>
        )
      }
    >
      <FilterBar filters={filters}>
        <FilterSelect filters={filters} name="callback_status" label={t.status} options={optionsOf(statuses)} />
        <FilterText filters={filters} name="reference" label={links.reference} clean={cleanReference} />
        <FilterDays filters={filters} />
      </FilterBar>
      <List
        label={t.tabs.callbacks}
        list={list}
        columns={columns}
        href={(link) => pageOf(ws, 'links', link.id)}
        onClear={filters.isSet ? filters.clear : undefined}
        empty={
          <EmptyState icon="send" title={t.callbacks_none}>
            <p>{t.callbacks_none_advice}</p>
          </EmptyState>
        }
      />
      {isResending && <CallbackResend filters={ofPaidLinks(filters.values)} onClose={() => setResending(false)} />}
    </DeliveryTabs>
  );
}

const optionsOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, text]) => ({ value, text }));
