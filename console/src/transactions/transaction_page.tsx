import { useState } from 'preact/hooks';
import { accountName, useBankAccounts } from '../app/bank_accounts';
import { NoteDialog } from '../app/note_dialog';
import { signOf, TransactionBadge } from '../app/transaction_badge';
import { UnloadedPage } from '../app/unloaded_page';
import { pageOf, useWorkspace } from '../app/workspace';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Copied, CopyButton } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Page, Section } from '../ui/page';
import { Time } from '../ui/time';
import { type Transaction, useTransaction } from './calls';
import { Meaning } from './meaning';
import { Told } from './told';

export default function TransactionPage({ txn }: { txn: string }) {
  const t = useTexts().transactions;
  const { id: ws } = useWorkspace();
  const transaction = useTransaction(ws, txn);
  const parent = { href: pageOf(ws, 'transactions'), text: t.title };
  if (!transaction.data) return <UnloadedPage parent={parent} query={transaction} />;
  const { amount, attention, settled } = transaction.data;
  const sum = `${signOf(transaction.data)}${money(amount)}`;
  return (
    <Page
      title={`${sum} · ${t.title}`}
      parent={parent}
      heading={sum}
      badges={
        <>
          <TransactionBadge transaction={transaction.data} />
          {attention && settled && <Badge tone="good">{t.noting.settled}</Badge>}
        </>
      }
      actions={<Noting transaction={transaction.data} />}
    >
      <div class="beside">
        <div>
          <Meaning transaction={transaction.data} />
          <Told transaction={transaction.data} />
        </div>
        <Details transaction={transaction.data} />
      </div>
    </Page>
  );
}

function Noting({ transaction }: { transaction: Transaction }) {
  const t = useTexts().transactions;
  const { id: ws, denied } = useWorkspace();
  const [isNoting, setNoting] = useState(false);
  const waits = transaction.attention !== null && !transaction.settled;
  // To confirm it is what the page asks for then.
  const isMain = waits && transaction.attention !== 'statement_match';
  const name = waits ? t.settle : transaction.note ? t.noting.edit : t.noting.add;
  return (
    <>
      <Button kind={isMain ? 'main' : 'plain'} denied={denied('payment_links:write')} onClick={() => setNoting(true)}>
        {name}
      </Button>
      {isNoting && (
        <NoteDialog workspace={ws} transaction={transaction} settles={waits} onClose={() => setNoting(false)} />
      )}
    </>
  );
}

function Details({ transaction }: { transaction: Transaction }) {
  const t = useTexts().transactions;
  const { id: ws } = useWorkspace();
  const account = useBankAccounts(ws).data?.find(({ id }) => id === transaction.account_id);
  const { id, content, bank, bank_account_number, bank_reference, virtual_account_id, source, imported_by } =
    transaction;
  return (
    <Section title={t.details}>
      <div class="card">
        <Facts>
          <Fact name={t.text}>
            {content ? (
              <span class="copied">
                <span class="transfer-text">{content}</span>
                <CopyButton value={content} what={t.text} />
              </span>
            ) : (
              t.no_text
            )}
          </Fact>
          <Fact name={t.account}>{accountName(account ?? { bank, account_number: bank_account_number })}</Fact>
          {account?.account_number !== bank_account_number && (
            <Fact name={t.paid_number}>
              {bank_account_number}
              {virtual_account_id && ` (${t.virtual_account})`}
            </Fact>
          )}
          <Fact name={t.bank_time}>
            <Time at={transaction.transaction_date} seconds />
          </Fact>
          <Fact name={t.recorded}>
            <Time at={transaction.recorded_at} seconds />
          </Fact>
          <Fact name={t.source}>{t.sources[source]}</Fact>
          {imported_by && (
            <Fact name={t.imported_by[imported_by.type]}>
              <Copied value={imported_by.id} what={t.imported_by[imported_by.type]} />
            </Fact>
          )}
          {transaction.assigned_by && (
            <Fact name={t.assigned_by}>
              <Copied value={transaction.assigned_by.id} what={t.assigned_by} />
            </Fact>
          )}
          <Fact name={t.bank_reference}>
            <Copied value={bank_reference} what={t.bank_reference} />
          </Fact>
          <Fact name="ID">
            <Copied value={id} what="ID" />
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}
