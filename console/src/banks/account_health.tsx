import { pageOf, useWorkspace } from '../app/workspace';
import { duration, money, number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Fact, Facts } from '../ui/facts';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { Placeholder, Section } from '../ui/page';
import { Time } from '../ui/time';
import { type BankAccount, type Health, useHealth } from './calls';

/** The bank connection status: last update, delay and missing entries. */
export function AccountHealth({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const { data: health, isError, error, refetch } = useHealth(ws, account);
  return (
    <Section title={t.health}>
      {!health && isError && <Failure error={error} onRetry={() => void refetch()} />}
      {!health && !isError && <Placeholder lines={4} />}
      {health && (
        <div class="card health">
          <Facts>
            <Fact name={t.last_heard}>
              {health.last_heard_at ? <Time at={health.last_heard_at} relative /> : t.never_heard}
            </Fact>
            {health.last_entry_at && (
              <Fact name={t.last_entry}>
                <Time at={health.last_entry_at} />
              </Fact>
            )}
            <Fact name={t.lag}>
              {health.lag_median_ms === null
                ? t.lag_unknown
                : t.lag_of(duration(health.lag_median_ms), duration(health.lag_worst_ms ?? health.lag_median_ms))}
            </Fact>
            {health.balance !== null && <Fact name={t.balance}>{money(health.balance)}</Fact>}
            {health.fetched_at && (
              <Fact name={t.fetched}>
                <Time at={health.fetched_at} relative />
              </Fact>
            )}
            {health.stated_to && (
              <Fact name={t.stated_to}>
                <Time at={health.stated_to} />
              </Fact>
            )}
          </Facts>
          <Faults health={health} />
          <Gaps health={health} />
        </div>
      )}
    </Section>
  );
}

function Faults({ health: { fetch_fault, held, conflicts } }: { health: Health }) {
  const t = useTexts().banks;
  const faults = [
    fetch_fault && `${t.fetch_failed}: ${fetch_fault}`,
    held > 0 && t.held(number(held)),
    conflicts > 0 && t.conflicts(number(conflicts)),
  ].filter(Boolean);
  return (
    <>
      {faults.map((fault) => (
        <p class="note warm" key={fault}>
          <Icon name="triangle-alert" />
          {fault}
        </p>
      ))}
    </>
  );
}

function Gaps({ health: { gaps, balances_compared } }: { health: Health }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  if (gaps.length === 0 && balances_compared === 0) return <p class="quiet-text gap-none">{t.not_compared_advice}</p>;
  if (gaps.length === 0)
    return (
      <p class="good-text gap-none">
        <Icon name="circle-check" />
        {t.no_gaps_advice}
      </p>
    );
  return (
    <>
      <p class="bad-text gap-none">
        <Icon name="circle-x" />
        {t.gaps_advice(gaps.length)}
      </p>
      <ul class="gaps">
        {gaps.map((gap) => (
          <li key={gap.after_transaction_id}>
            <span class="money">
              {gap.amount.startsWith('-') ? '−' : '+'}
              {money(gap.amount.replace('-', ''))}
            </span>
            <span class="quiet-text">
              <a href={pageOf(ws, 'transactions', gap.after_transaction_id)}>
                <Time at={gap.from} seconds />
              </a>
              {' – '}
              <a href={pageOf(ws, 'transactions', gap.before_transaction_id)}>
                <Time at={gap.to} seconds />
              </a>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
