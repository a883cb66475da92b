import type { Schema } from '../api/client';
import { day } from '../api/times';
import { dayOf } from '../texts/format';

export interface Day {
  /** `2026-03-15`, in Vietnam. */
  date: string;
  /** When it begins. */
  start: string;
  /** Credits that completed a link or an order. */
  completed: number;
  /** Credits that need review. */
  open: number;
  /** The share of the day's paid links whose callback was delivered; `null` if none was paid. */
  told: number | null;
}

type Period = Schema<'StatisticsPeriod'>;

export const completedBy = ({ credits }: Period) => {
  const { matched, overpaid } = credits.by_classification;
  return (matched?.count ?? 0) + (overpaid?.count ?? 0);
};

const openOf = ({ credits }: Period) => {
  const { underpaid, duplicate, late, below_minimum } = credits.by_classification;
  return [underpaid, duplicate, late, below_minimum].reduce((sum, one) => sum + (one?.count ?? 0), 0);
};

export const toldShare = ({ callbacks, payment_links }: Period) =>
  payment_links.completed === 0 ? null : callbacks.notified / payment_links.completed;

/** All days of the statistics, in order; the service leaves out those in which nothing happened. */
export function daysOf({ from, to, periods }: Schema<'Statistics'>): Day[] {
  const counted = new Map(periods.map((period) => [period.start, period]));
  const days: Day[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += day) {
    const start = new Date(at).toISOString();
    const period = counted.get(start);
    days.push({
      date: dayOf(start),
      start,
      completed: period ? completedBy(period) : 0,
      open: period ? openOf(period) : 0,
      told: period ? toldShare(period) : null,
    });
  }
  return days;
}
