import { useState } from 'preact/hooks';
import { useOutcome } from '../app/attempts';
import { amountOf } from '../app/delivery_amount';
import { DeliveryBadge } from '../app/delivery_badge';
import { goalOf, useWebhooks } from '../app/webhooks';
import { pageOf, useWorkspace } from '../app/workspace';
import { failureText } from '../texts/failure_texts';
import { useTexts } from '../texts/use_texts';
import { Button, ButtonLink } from '../ui/button';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../ui/filter_bar';
import { type Column, List } from '../ui/list';
import { Money } from '../ui/money';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { type Delivery, deliveryFilters, listDeliveries } from './calls';
import { DeliveryResend } from './delivery_resend';
import { DeliveryTabs } from './delivery_tabs';

/** Deliveries to webhooks and chats. */
export function WebhookDeliveryList() {
  const texts = useTexts();
  const t = texts.deliveries;
  const { id: ws, denied } = useWorkspace();
  const webhooks = useWebhooks(ws).data;
  const filters = useFilters(deliveryFilters);
  const [isResending, setResending] = useState(false);
  const list = useCursorList({
    key: ['deliveries', ws, 'list', filters.values],
    load: (cursor) => listDeliveries(ws, filters.values, cursor),
  });
  const columns: Column<Delivery>[] = [
    { name: 'event', head: t.event, cell: (one) => texts.webhooks.event_names[one.event] },
    { name: 'status', head: t.status, kind: 'state', cell: (one) => <DeliveryBadge status={one.status} inRow /> },
    { name: 'amount', head: texts.payment_links.amount, kind: 'sum', cell: (one) => <Amount delivery={one} /> },
    { name: 'goal', head: t.endpoint, cell: (one) => <bdi class="row-name">{goalOf(texts, one, webhooks)}</bdi> },
    { name: 'outcome', head: t.outcome, kind: 'quiet', cell: (one) => <LastCall delivery={one} /> },
    { name: 'when', head: t.when, kind: 'quiet', cell: (one) => <Time at={one.created_at} /> },
  ];
  const hasRows = list.rows.length > 0;
  return (
    <DeliveryTabs
      current="webhooks"
      actions={
        hasRows && (
          <>
            {filters.isSet && (
              <Button icon="rotate-cw" denied={denied('webhooks:write')} onClick={() => setResending(true)}>
                {texts.attempts.bulk.open}
              </Button>
            )}
            <CsvLink list={`/deliveries/${ws}`} filters={filters.values} />
          </>
        )
      }
    >
      <FilterBar filters={filters}>
        <FilterSelect filters={filters} name="status" label={t.status} options={optionsOf(t.statuses)} />
        {webhooks && webhooks.length > 1 && (
          <FilterSelect
            filters={filters}
            name="webhook_id"
            label={t.endpoint}
            options={webhooks.map(({ id, name }) => ({ value: id, text: name }))}
          />
        )}
        <FilterSelect filters={filters} name="event" label={t.event} options={optionsOf(texts.webhooks.event_names)} />
        <FilterSelect filters={filters} name="error_class" label={t.error_class} options={failureOptions(texts)} />
        <FilterDays filters={filters} />
        {/* Set by links from a transaction or an order; users do not type ids. */}
        {filters.values.subject_id && <FilterText filters={filters} name="subject_id" label={t.subject_filter} />}
      </FilterBar>
      <List
        label={t.tabs.webhooks}
        list={list}
        columns={columns}
        href={(one) => pageOf(ws, 'deliveries', one.id)}
        onClear={filters.isSet ? filters.clear : undefined}
        empty={
          <EmptyState icon="webhook" title={t.webhooks_none}>
            <p>{t.webhooks_none_advice}</p>
            <ButtonLink href={pageOf(ws, 'webhooks')} icon="webhook">
              {t.to_webhooks}
            </ButtonLink>
          </EmptyState>
        }
      />
      {isResending && <DeliveryResend filters={filters.values} onClose={() => setResending(false)} />}
    </DeliveryTabs>
  );
}

function Amount({ delivery }: { delivery: Delivery }) {
  const amount = amountOf(delivery);
  return amount && <Money amount={amount} />;
}

/** `#3 · 503 in 84 ms`, or the error before a response. */
function LastCall({ delivery }: { delivery: Delivery }) {
  const texts = useTexts();
  const last = delivery.attempts.at(-1);
  if (!last) return <span class="cut">{texts.deliveries.no_call_yet}</span>;
  return <Outcome attempt={last} />;
}

function Outcome({ attempt }: { attempt: Delivery['attempts'][number] }) {
  const texts = useTexts();
  const outcome = useOutcome(attempt);
  const { number, error_class, status_code } = attempt;
  const failure = error_class && failureText(texts, error_class, status_code).what;
  return <span class="cut">{[`#${number}`, failure, outcome].filter(Boolean).join(' · ')}</span>;
}

/** The service's error classes, without the details of a response's status. */
function failureOptions({ failures }: ReturnType<typeof useTexts>) {
  const { http_404: _, http_401: __, http_429: ___, ...classes } = failures;
  return Object.entries(classes).map(([value, { what }]) => ({ value, text: what }));
}

const optionsOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, text]) => ({ value, text }));
