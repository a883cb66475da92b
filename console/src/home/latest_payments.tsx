import { TransactionBadge } from '../app/transaction_badge';
import { pageOf } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Failure } from '../ui/failure';
import { Money } from '../ui/money';
import { Placeholder } from '../ui/page';
import { Time } from '../ui/time';
import { useLatestCredits } from './calls';

/** The newest money, each leading to the link that it paid, else to the transaction. */
export function LatestPayments({ ws }: { ws: string }) {
  const texts = useTexts();
  const credits = useLatestCredits(ws);
  if (credits.isError) return <Failure error={credits.error} onRetry={() => void credits.refetch()} />;
  if (!credits.data) return <Placeholder lines={5} />;
  if (credits.data.length === 0) return <p class="quiet-text">{texts.home.latest_none}</p>;
  return (
    <ul class="card flush latest">
      {credits.data.map((credit) => (
        <li key={credit.id}>
          <a
            href={
              credit.payment_link_id
                ? pageOf(ws, 'links', credit.payment_link_id)
                : pageOf(ws, 'transactions', credit.id)
            }
          >
            <Money amount={credit.amount} sign="+" />
            <TransactionBadge transaction={credit} />
            <span class="transfer-text">{credit.content || texts.transactions.no_text}</span>
            <span class="quiet-text bank">{credit.bank}</span>
            <Time at={credit.transaction_date} />
          </a>
        </li>
      ))}
    </ul>
  );
}
