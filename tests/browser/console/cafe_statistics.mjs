// The payments of a café over a year, for pictures: each day has the same whenever it is asked for.
const day = 86_400_000;
const inVietnam = 7 * 3_600_000;
const firstDay = Date.parse('2026-01-01');

/** Between 0 and 1, and always the same for a number. */
function chance(seed) {
  const noise = Math.sin(seed * 12.9898) * 43758.5453;
  return noise - Math.floor(noise);
}

/** What came in on a day: more at weekends, and a little more each month. `like`: what else the record has. */
function periodOf(start, like) {
  const number = Math.floor((start + inVietnam) / day);
  const isWeekend = new Date(start + inVietnam).getUTCDay() % 6 === 0;
  const usual = (isWeekend ? 34 : 21) * Math.max(0.4, 1 + (start - firstDay) / (900 * day));
  const paid = Math.round(usual * (0.8 + 0.4 * chance(number)));
  const open = chance(number + 0.3) > 0.7 ? 1 + Math.floor(3 * chance(number + 0.6)) : 0;
  const untold = chance(number + 0.9) > 0.88 ? 1 : 0;
  return {
    ...like,
    start: new Date(start).toISOString(),
    credits: {
      count: paid + open,
      amount: String(paid * 63_000 + open * 40_000),
      by_classification: {
        matched: { count: paid, amount: String(paid * 63_000) },
        ...(open && { underpaid: { count: open, amount: String(open * 40_000) } }),
      },
    },
    payment_links: { ...like.payment_links, created: paid + 2, completed: paid },
    callbacks: { ...like.callbacks, told: paid - untold, p50_ms: 340, p95_ms: 1400 },
  };
}

function totalOf(periods, like) {
  const sum = (of) => periods.reduce((total, period) => total + (of(period) ?? 0), 0);
  const credits = (name) => ({
    count: sum(({ credits }) => credits.by_classification[name]?.count),
    amount: String(sum(({ credits }) => Number(credits.by_classification[name]?.amount ?? 0))),
  });
  return {
    ...like,
    credits: {
      count: sum(({ credits }) => credits.count),
      amount: String(sum(({ credits }) => Number(credits.amount))),
      by_classification: { matched: credits('matched'), underpaid: credits('underpaid') },
    },
    payment_links: { ...like.payment_links, completed: sum(({ payment_links }) => payment_links.completed) },
    callbacks: { ...like.callbacks, told: sum(({ callbacks }) => callbacks.told), p50_ms: 340, p95_ms: 1400 },
  };
}

/** The statistics of the service, for the same days, as if it were the café's. */
export function cafeStatistics(asked) {
  const periods = [];
  for (let start = Date.parse(asked.from); start < Date.parse(asked.to); start += day) periods.push(periodOf(start, asked.total));
  return { ...asked, periods, total: totalOf(periods, asked.total) };
}

/** What waits in the café. */
export const cafeOpenCounts = () => ({
  needs_attention: 3,
  merchants_not_told: 1,
  webhooks_not_told: 0,
  bank_accounts: { connected: 3, silent: 0, last_heard_at: new Date(Date.now() - 40_000).toISOString() },
});
