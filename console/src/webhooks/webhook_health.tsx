import type { ComponentChildren } from 'preact';
import { amountOf } from '../app/delivery_amount';
import { DeliveryBadge } from '../app/delivery_badge';
import { pageOf, useWorkspace } from '../app/workspace';
import { duration, number, percent } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { EmptyState } from '../ui/empty_state';
import { Failure } from '../ui/failure';
import { Money } from '../ui/money';
import { Placeholder, Section } from '../ui/page';
import { Time } from '../ui/time';
import { type Delivery, useNewestDeliveries, type Webhook } from './calls';
import { type DeliverySums, sumsOf } from './delivery_sums';

const shown = 8;

/** The results of the newest deliveries, why attempts failed, and the newest ones. */
export function WebhookHealth({ webhook }: { webhook: Webhook }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  const { data, isError, error, refetch } = useNewestDeliveries(ws, webhook.id);
  const all = `${pageOf(ws, 'deliveries')}?tab=webhooks&webhook_id=${webhook.id}`;
  return (
    <Section title={t.health} actions={data && data.rows.length > 0 && <a href={all}>{t.all_deliveries}</a>}>
      {!data && isError && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Placeholder lines={6} />}
      {data?.rows.length === 0 && (
        <EmptyState icon="send" title={t.no_deliveries}>
          <p>{t.no_deliveries_advice}</p>
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <>
          <Sums sums={sumsOf(data.rows)} hasMore={data.next !== undefined} all={all} />
          <Newest deliveries={data.rows.slice(0, shown)} />
        </>
      )}
    </Section>
  );
}

function Sums({ sums, hasMore, all }: { sums: DeliverySums; hasMore: boolean; all: string }) {
  const texts = useTexts();
  const t = texts.webhooks;
  const failed = sums.failures.reduce((sum, { attempts }) => sum + attempts, 0);
  const good = sums.attempts - failed;
  return (
    <div class="card shares">
      <p>{hasMore ? t.sums_of_newest(sums.deliveries, sums.taken) : t.sums(sums.deliveries, sums.taken)}</p>
      {sums.medianMs !== undefined && <p class="quiet-text">{t.median(duration(sums.medianMs))}</p>}
      <h3 id="shares">{t.attempts_by_outcome}</h3>
      <ul aria-labelledby="shares">
        <Share name={t.taken} count={good} of={sums.attempts} tone="good" />
        {sums.failures.map(({ errorClass, attempts }) => (
          <Share
            key={errorClass}
            name={<a href={`${all}&error_class=${errorClass}`}>{texts.failures[errorClass].what}</a>}
            count={attempts}
            of={sums.attempts}
            tone="bad"
          />
        ))}
      </ul>
    </div>
  );
}

interface ShareProps {
  name: ComponentChildren;
  count: number;
  of: number;
  tone: 'good' | 'bad';
}

function Share({ name, count, of, tone }: ShareProps) {
  const share = of === 0 ? 0 : count / of;
  return (
    <li>
      <span>{name}</span>
      <span class="share-track" aria-hidden="true">
        <span class={`share ${tone}`} style={{ width: `${share * 100}%` }} />
      </span>
      <span class="share-count">
        {number(count)} <span class="quiet-text">{percent(share)}</span>
      </span>
    </li>
  );
}

const Newest = ({ deliveries }: { deliveries: Delivery[] }) => {
  const t = useTexts().webhooks;
  return (
    <ul class="card flush newest" aria-label={t.newest}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} />
      ))}
    </ul>
  );
};

function Row({ delivery }: { delivery: Delivery }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  const amount = amountOf(delivery);
  // A list has the latest attempts alone.
  const tried = delivery.attempts.at(-1)?.number ?? 0;
  return (
    <li>
      <a href={pageOf(ws, 'deliveries', delivery.id)}>{t.event_names[delivery.event]}</a>
      {amount && <Money amount={amount} />}
      <DeliveryBadge status={delivery.status} />
      <span class="quiet-text">{tried > 1 && t.attempts(tried)}</span>
      <Time at={delivery.created_at} seconds />
    </li>
  );
}
