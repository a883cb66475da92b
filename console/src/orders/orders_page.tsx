import { accountName, useBankAccounts } from '../app/bank_accounts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../ui/filter_bar';
import { type Column, List } from '../ui/list';
import { Money } from '../ui/money';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { filterNames, listOrders, type Order } from './calls';
import { OrderBadge } from './order_badge';

// Banks put spaces, dots and dashes into references.
const cleanReference = (text: string) => text.toUpperCase().replace(/[\s.-]/g, '');

export default function OrdersPage() {
  const t = useTexts().orders;
  const { id: ws, deniedNew } = useWorkspace();
  const accounts = useBankAccounts(ws).data ?? [];
  const filters = useFilters(filterNames);
  const list = useCursorList({
    key: ['orders', ws, 'list', filters.values],
    load: (cursor) => listOrders(ws, filters.values, cursor),
  });
  const nameOf = (id: string) => {
    const account = accounts.find((one) => one.id === id);
    return account && accountName(account);
  };

  const columns: Column<Order>[] = [
    { name: 'order', head: t.order, cell: (order) => <OrderName order={order} /> },
    { name: 'amount', head: t.amount, kind: 'money', cell: ({ amount }) => <Money amount={amount} /> },
    { name: 'status', head: t.status, cell: ({ status }) => <OrderBadge status={status} /> },
    {
      name: 'reference',
      head: t.reference,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ reference }) => <code>{reference}</code>,
    },
    {
      name: 'account',
      head: t.account,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ bank_account_id }) => nameOf(bank_account_id),
    },
    { name: 'created', head: t.created, kind: 'quiet', cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  const create = (
    <ButtonLink kind="main" icon="plus" href={pageOf(ws, 'orders', 'new')} denied={deniedNew('payment_links:write')}>
      {t.create}
    </ButtonLink>
  );

  return (
    <Page
      title={t.title}
      actions={
        <>
          {create}
          {list.rows.length > 0 && <CsvLink list={`/orders/${ws}`} filters={filters.values} />}
        </>
      }
    >
      <FilterBar filters={filters}>
        <FilterText filters={filters} name="order_id" label={t.order_id} />
        <FilterText filters={filters} name="reference" label={t.reference} clean={cleanReference} />
        <FilterSelect
          filters={filters}
          name="status"
          label={t.status}
          options={Object.entries(t.statuses).map(([value, text]) => ({ value, text }))}
        />
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
        href={(order) => pageOf(ws, 'orders', order.id)}
        onClear={filters.isSet ? filters.clear : undefined}
        empty={
          <EmptyState icon="shopping-cart" title={t.none_yet}>
            <p>{t.none_yet_advice}</p>
            {create}
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The merchant's own id, which may be any text; ours is long, and its beginning says nothing. */
const OrderName = ({ order: { order_id, id } }: { order: Order }) => (
  <bdi class="row-name">{order_id === id ? `…${id.slice(-8)}` : order_id}</bdi>
);
