import { useId } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { pageOf } from '../app/workspace';
import { BarChart } from '../charts/bar_chart';
import { LineChart } from '../charts/line_chart';
import { day, duration, money, number, percent } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Fact, Facts } from '../ui/facts';
import { Failure } from '../ui/failure';
import { Placeholder, Section } from '../ui/page';
import { useFilters } from '../ui/use_filters';
import { type Counts, useStatistics } from './calls';
import { completedBy, type Day, daysOf, toldShare } from './days';

const spans = [7, 30, 90] as const;
const usualSpan = 30;

/** The payments per day, and how soon the merchant's system was notified. */
export function Statistics({ ws }: { ws: string }) {
  const t = useTexts().home.statistics;
  const filters = useFilters(['days']);
  const id = useId();
  const span = spans.find((days) => String(days) === filters.values.days) ?? usualSpan;
  const statistics = useStatistics(ws, span);
  return (
    <Section
      title={t.title}
      actions={
        <div class="filter">
          <label class="unseen" for={id}>
            {t.span}
          </label>
          <select id={id} value={span} onChange={(event) => filters.set('days', event.currentTarget.value)}>
            {spans.map((days) => (
              <option key={days} value={days}>
                {t.days(days)}
              </option>
            ))}
          </select>
        </div>
      }
    >
      {statistics.isError && !statistics.data ? (
        <Failure error={statistics.error} onRetry={() => void statistics.refetch()} />
      ) : statistics.data ? (
        <Charts ws={ws} counts={statistics.data} />
      ) : (
        <Placeholder lines={6} />
      )}
    </Section>
  );
}

function Charts({ ws, counts }: { ws: string; counts: Counts }) {
  const t = useTexts().home.statistics;
  const { route } = useLocation();
  const days = daysOf(counts);
  const places = days.map(({ start }) => day(start));
  const openDay = (place: number) => {
    const date = days[place]?.date;
    if (date) route(`${pageOf(ws, 'transactions')}?from=${date}&to=${date}`);
  };
  return (
    <>
      <BarChart
        title={t.payments}
        summary={paymentsInWords(t, counts, days)}
        axis={t.day}
        places={places}
        series={[
          { name: t.completed, tone: 'accent', values: days.map(({ completed }) => completed) },
          { name: t.open, tone: 'warm', values: days.map(({ open }) => open) },
        ]}
        format={number}
        onOpen={openDay}
      />
      <LineChart
        title={t.told}
        summary={toldInWords(t, counts)}
        axis={t.day}
        places={places}
        series={[{ name: t.told_share, tone: 'accent', values: days.map(({ told }) => told) }]}
        format={percent}
        onOpen={openDay}
      />
      <Speed counts={counts} />
    </>
  );
}

/** How long it takes to notify the merchant's system. */
function Speed({ counts }: { counts: Counts }) {
  const texts = useTexts();
  const t = texts.home.statistics;
  const { p50_ms: half, p95_ms: most } = counts.total.callbacks;
  const told = (ms: number | null) => (ms === null ? texts.common.nothing : duration(ms));
  return (
    <div class="card speed">
      <h3>{t.speed}</h3>
      <Facts>
        <Fact name={t.p50}>{told(half)}</Fact>
        <Fact name={t.p95}>{told(most)}</Fact>
      </Facts>
    </div>
  );
}

type StatisticsTexts = ReturnType<typeof useTexts>['home']['statistics'];

function paymentsInWords(t: StatisticsTexts, { total }: Counts, days: Day[]) {
  const sum = completedBy(total);
  if (sum === 0) return t.no_payments;
  const { matched, overpaid } = total.credits.by_classification;
  const amount = BigInt(matched?.amount ?? 0) + BigInt(overpaid?.amount ?? 0);
  const best = days.reduce((most, one) => (one.completed > most.completed ? one : most));
  return t.payments_sum(sum, money(String(amount)), day(best.start));
}

function toldInWords(t: StatisticsTexts, { total }: Counts) {
  const share = toldShare(total);
  return share === null
    ? t.no_links_paid
    : t.told_sum(total.callbacks.notified, total.payment_links.completed, percent(share));
}
