import type { ComponentChildren } from 'preact';
import { signOf, TransactionBadge } from '../app/transaction_badge';
import { useWorkspace } from '../app/workspace';
import type { Texts } from '../texts/use_texts';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import type { Column } from '../ui/list';
import { Money } from '../ui/money';
import { Time } from '../ui/time';
import type { Transaction } from './calls';
import { explain } from './explanation';
import { useSubject } from './subject';

const amount = ({ transactions: t }: Texts): Column<Transaction> => ({
  name: 'amount',
  head: t.amount,
  kind: 'money',
  cell: (one) => <Money amount={one.amount} sign={signOf(one)} />,
});
const result = ({ transactions: t }: Texts): Column<Transaction> => ({
  name: 'result',
  head: t.result,
  kind: 'state',
  cell: (one) => <TransactionBadge transaction={one} />,
});
const when = ({ transactions: t }: Texts): Column<Transaction> => ({
  name: 'when',
  head: t.when,
  kind: 'quiet',
  cell: (one) => <Time at={one.transaction_date} />,
});

/** All money, with the place that it moved on. */
export const columnsOfAll = (texts: Texts, place: { head: string; of: (one: Transaction) => ComponentChildren }) => [
  amount(texts),
  result(texts),
  {
    name: 'text',
    head: texts.transactions.text,
    kind: 'full' as const,
    cell: (one: Transaction) => <span class="cut">{one.content || texts.transactions.no_text}</span>,
  },
  { name: 'place', head: place.head, kind: 'quiet' as const, cell: place.of },
  when(texts),
];

/** Transactions that need review: the reason, and what to do. */
export const columnsOfOpen = (
  texts: Texts,
  { place, onSettle }: { place?: Column<Transaction>; onSettle: (one: Transaction) => void },
): Column<Transaction>[] => [
  amount(texts),
  result(texts),
  {
    name: 'reason',
    head: texts.transactions.reason,
    kind: 'full',
    cell: (one) => (
      <div class="stacked">
        <span class="cut">{one.content || texts.transactions.no_text}</span>
        <Reason transaction={one} />
      </div>
    ),
  },
  ...(place ? [place] : []),
  when(texts),
  {
    name: 'settle',
    head: texts.common.list.actions,
    kind: 'actions',
    cell: (one) => <Settle transaction={one} onSettle={onSettle} />,
  },
];

function Reason({ transaction }: { transaction: Transaction }) {
  const found = useSubject(transaction.workspace_id, transaction);
  return <span class="quiet-text">{explain(useTexts(), transaction, found) ?? '…'}</span>;
}

function Settle({ transaction, onSettle }: { transaction: Transaction; onSettle: (one: Transaction) => void }) {
  const { denied } = useWorkspace();
  return (
    <Button small denied={denied('payment_links:write')} onClick={() => onSettle(transaction)}>
      {useTexts().transactions.settle}
    </Button>
  );
}
