import { useState } from 'preact/hooks';
import { accountName, useBankAccounts } from '../app/bank_accounts';
import { NoteDialog } from '../app/note_dialog';
import { useOpenCounts } from '../app/open_counts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterSelect } from '../ui/filter_bar';
import { List } from '../ui/list';
import { Page } from '../ui/page';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { filterNames, listTransactions, type Transaction } from './calls';
import { columnsOfAll, columnsOfOpen } from './transaction_columns';
import { TransactionFilters } from './transaction_filters';
import { TransactionTabs } from './transaction_tabs';

const tabNames = ['attention'] as const;

export default function TransactionsPage() {
  const texts = useTexts();
  const t = texts.transactions;
  const { id: ws } = useWorkspace();
  const accounts = useBankAccounts(ws).data ?? [];
  const counts = useOpenCounts(ws).data;
  const filters = useFilters(filterNames);
  const tab = useFilters(tabNames);
  const isOpen = tab.values.attention === 'open';
  const [settling, setSettling] = useState<Transaction>();
  const asked = { ...filters.values, ...tab.values };
  const list = useCursorList({
    key: ['transactions', ws, 'list', asked],
    load: (cursor) => listTransactions(ws, asked, cursor),
  });
  const nameOf = ({ account_id, bank, bank_account_number }: Transaction) => {
    const account = accounts.find(({ id }) => id === account_id);
    return accountName(account ?? { bank, account_number: bank_account_number });
  };

  return (
    <Page title={t.title} actions={list.rows.length > 0 && <CsvLink list={`/transactions/${ws}`} filters={asked} />}>
      <TransactionTabs
        path={pageOf(ws, 'transactions')}
        filters={filters.values}
        isOpen={isOpen}
        count={counts?.needs_attention}
      />
      <TransactionFilters
        filters={filters}
        isOpen={isOpen}
        place={
          accounts.length > 1 && (
            <FilterSelect
              filters={filters}
              name="account_id"
              label={t.account}
              options={accounts.map((account) => ({ value: account.id, text: accountName(account) }))}
            />
          )
        }
      />
      <List
        label={isOpen ? t.tabs.attention : t.title}
        list={list}
        columns={
          isOpen
            ? columnsOfOpen(texts, { onSettle: setSettling })
            : columnsOfAll(texts, { head: t.account, of: nameOf })
        }
        href={(one) => pageOf(ws, 'transactions', one.id)}
        onClear={filters.isSet ? filters.clear : undefined}
        empty={isOpen ? <AllClear /> : <NoneYet ws={ws} />}
      />
      {settling && <NoteDialog workspace={ws} transaction={settling} settles onClose={() => setSettling(undefined)} />}
    </Page>
  );
}

function NoneYet({ ws }: { ws: string }) {
  const t = useTexts().transactions;
  return (
    <EmptyState icon="arrow-left-right" title={t.none_yet}>
      <p>{t.none_yet_advice}</p>
      <ButtonLink href={pageOf(ws, 'banks')} icon="landmark">
        {t.to_banks}
      </ButtonLink>
    </EmptyState>
  );
}

function AllClear() {
  const t = useTexts().transactions;
  return (
    <EmptyState icon="circle-check" title={t.all_clear}>
      <p>{t.all_clear_advice}</p>
    </EmptyState>
  );
}
