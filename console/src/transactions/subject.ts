import { pageOf } from '../app/workspace';
import { type Transaction, useLink, useOrder } from './calls';

/** The link or order that a transaction's text names, or the link that it nearly names. */
export interface Subject {
  reference: string;
  /** `null`: the payer decides. */
  amount: string | null;
  /** How it ended; `open`: it can still be paid. */
  end: 'open' | 'paid' | 'expired' | 'cancelled' | 'failed';
  endedAt: string | null;
  /** The credit that completed it. */
  paidBy: string | null;
  href: string;
}

export interface FoundSubject {
  isLoading: boolean;
  subject: Subject | undefined;
}

const linkEnds = {
  pending: 'open',
  succeeded: 'paid',
  failed: 'failed',
  expired: 'expired',
  cancelled: 'cancelled',
} as const;
const orderEnds = { pending: 'open', success: 'paid', failed: 'failed', cancelled: 'cancelled' } as const;

export function useSubject(workspace: string, transaction: Transaction): FoundSubject {
  const { payment_link_id, likely_payment_link_id, order_id } = transaction;
  const linkId = payment_link_id ?? likely_payment_link_id;
  const link = useLink(workspace, linkId);
  const order = useOrder(workspace, linkId ? null : order_id);
  const isLoading = link.isLoading || order.isLoading;
  if (link.data) {
    const { id, reference, amount, status, closed_at, expires_at, transaction_id } = link.data;
    const end = linkEnds[status];
    const endedAt = end === 'expired' ? expires_at : closed_at;
    return {
      isLoading,
      subject: { reference, amount, end, endedAt, paidBy: transaction_id, href: pageOf(workspace, 'links', id) },
    };
  }
  if (order.data) {
    const { id, reference, amount, status, failure_reason, closed_at, expires_at, transaction_id } = order.data;
    const hasExpired = failure_reason === 'expired';
    const end = hasExpired ? 'expired' : orderEnds[status];
    const endedAt = hasExpired ? expires_at : closed_at;
    return {
      isLoading,
      subject: { reference, amount, end, endedAt, paidBy: transaction_id, href: pageOf(workspace, 'orders', id) },
    };
  }
  return { isLoading, subject: undefined };
}
