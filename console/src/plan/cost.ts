import { hour } from '../api/times';
import type { Plan } from './calls';

/** The cost of a month with this many transactions in dong: exact, as a string of digits. */
export function costOf({ price, quota, overage_price }: Plan, transactions: number): string {
  const above = BigInt(Math.max(0, transactions - quota));
  return (BigInt(price) + above * BigInt(overage_price)).toString();
}

/** Plans are higher or lower than another by their price. */
export const isHigher = (one: Plan, other: Plan) => BigInt(one.price) > BigInt(other.price);

/** The begin of the next month in Vietnam, as a time. */
export function nextMonth(now = Date.now()): string {
  const there = new Date(now + 7 * hour);
  return new Date(Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + 1) - 7 * hour).toISOString();
}
