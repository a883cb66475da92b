import { pageOf, useWorkspaces } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterSelect } from '../ui/filter_bar';
import { List } from '../ui/list';
import { Page } from '../ui/page';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { filterNamesOfAll, listAllTransactions, type Transaction } from './calls';
import { columnsOfAll } from './transaction_columns';
import { TransactionFilters } from './transaction_filters';
import { TransactionTabs } from './transaction_tabs';

const tabNames = ['attention'] as const;

/** The transactions of all the user's Workspaces. No live stream covers them all, so the page polls. */
export default function AllTransactionsPage() {
  const texts = useTexts();
  const t = texts.transactions;
  const workspaces = useWorkspaces().data;
  const filters = useFilters(filterNamesOfAll);
  const tab = useFilters(tabNames);
  const isOpen = tab.values.attention === 'open';
  const asked = { ...filters.values, ...tab.values };
  const list = useCursorList({
    key: ['transactions', 'all', asked],
    load: (cursor) => listAllTransactions(asked, cursor),
    enabled: workspaces !== undefined && workspaces.length > 0,
    refreshEvery: 30_000,
  });
  const nameOf = ({ workspace_id }: Transaction) => workspaces?.find(({ id }) => id === workspace_id)?.name ?? '…';
  const none = (
    <EmptyState icon="arrow-left-right" title={isOpen ? t.all_clear : t.all_none}>
      <p>{isOpen ? t.all_clear_advice : t.all_none_advice}</p>
    </EmptyState>
  );

  return (
    <Page
      title={t.all_title}
      parent={{ href: '/console/', text: texts.home.workspaces_title }}
      actions={list.rows.length > 0 && <CsvLink list="/transactions" filters={asked} />}
    >
      <TransactionTabs path="/console/transactions" filters={filters.values} isOpen={isOpen} count={undefined} />
      <TransactionFilters
        filters={filters}
        isOpen={isOpen}
        place={
          workspaces &&
          workspaces.length > 1 && (
            <FilterSelect
              filters={filters}
              name="workspace_id"
              label={t.workspace}
              options={workspaces.map(({ id, name }) => ({ value: id, text: name }))}
            />
          )
        }
      />
      {workspaces?.length === 0 ? (
        none
      ) : (
        <List
          label={t.all_title}
          list={list}
          columns={columnsOfAll(texts, { head: t.workspace, of: (one) => <bdi class="row-name">{nameOf(one)}</bdi> })}
          href={(one) => pageOf(one.workspace_id, 'transactions', one.id)}
          onClear={filters.isSet ? filters.clear : undefined}
          empty={none}
        />
      )}
    </Page>
  );
}
