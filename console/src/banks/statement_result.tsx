import { pageOf, useWorkspace } from '../app/workspace';
import { money, number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Fact, Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import type { StatementImport } from './calls';

/** An amount that may have a minus. */
export const signed = (amount: string) => (amount.startsWith('-') ? `−${money(amount.slice(1))}` : money(amount));

/** The result of a statement's entries, and those that could not be read. */
export function StatementResult({ result, onAgain }: { result: StatementImport; onAgain: () => void }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const { unusable_entries, transaction_ids, unexplained_amount } = result;
  const counts = (['recorded', 'duplicate', 'held', 'ignored', 'unusable'] as const).filter(
    (name) => result[name] > 0 || name === 'recorded',
  );
  return (
    <div class="import-result" role="status">
      <h3>{t.import_entries(result.entries)}</h3>
      <Facts>
        {counts.map((name) => (
          <Fact key={name} name={t.import_counts[name]}>
            <strong class={name === 'unusable' ? 'bad-text' : undefined}>{number(result[name])}</strong>
          </Fact>
        ))}
        {result.closing_balance !== null && <Fact name={t.closing_balance}>{signed(result.closing_balance)}</Fact>}
      </Facts>
      {result.unconfirmed > 0 && (
        <p class="note warm">
          <Icon name="triangle-alert" />
          <span>
            {t.unconfirmed(result.unconfirmed)}{' '}
            <a href={`${pageOf(ws, 'transactions')}?attention=open`}>{t.to_confirm}</a>
          </span>
        </p>
      )}
      {unexplained_amount !== null && unexplained_amount !== '0' && (
        <p class="note warm">
          <Icon name="triangle-alert" />
          {t.unexplained(signed(unexplained_amount))}
        </p>
      )}
      {unusable_entries.length > 0 && (
        <ul class="unusable">
          {unusable_entries.map(({ entry, reason }) => (
            <li key={entry}>
              <strong>{t.entry(entry)}</strong> <span lang="en">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      {transaction_ids.length > 0 && (
        <details class="more-fields">
          <summary>{t.recorded_transactions}</summary>
          <ul class="recorded">
            {transaction_ids.map((id) => (
              <li key={id}>
                <a href={pageOf(ws, 'transactions', id)}>{id}</a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div class="form-buttons">
        <Button onClick={onAgain}>{t.import_another}</Button>
      </div>
    </div>
  );
}
