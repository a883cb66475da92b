import { money, span } from '../texts/format';
import type { Texts } from '../texts/use_texts';
import type { Transaction } from './calls';
import { nearestIn, referencesIn } from './references';
import type { FoundSubject, Subject } from './subject';

/** The smallest amount that completes anything, in đồng. */
const least = '2000';

/** How long after the end of a link its money came; by the bank's time, unless that was before. */
function lateness({ transaction_date, recorded_at }: Transaction, endedAt: string) {
  const end = Date.parse(endedAt);
  const booked = Date.parse(transaction_date);
  return span((booked > end ? booked : Date.parse(recorded_at)) - end);
}

const statusOf = ({ payment_links: t }: Texts, end: Subject['end']) =>
  t.statuses[end === 'open' ? 'pending' : end === 'paid' ? 'succeeded' : end].toLocaleLowerCase();

/** The result of a transaction as a sentence; `undefined` until it is loaded. */
export function explain(texts: Texts, transaction: Transaction, found: FoundSubject): string | undefined {
  const { explain: t } = texts.transactions;
  const { amount, attention, classification, content, transfer_type } = transaction;
  if (transfer_type === 'debit') return t.debit;
  if (attention === 'ambiguous') return t.ambiguous(referencesIn(content));
  if (!classification && attention !== 'near_miss' && attention !== 'statement_match') return t.credit;
  if (found.isLoading) return undefined;
  const { subject } = found;
  if (!subject) return classification ? texts.payment_links.classifications[classification] : t.credit;
  const { reference, endedAt } = subject;
  if (attention === 'statement_match')
    return subject.end === 'open'
      ? t.statement_match(reference)
      : t.closed_match(reference, statusOf(texts, subject.end));
  if (attention === 'near_miss') {
    const asked = subject.amount === null ? texts.payment_links.free_amount : money(subject.amount);
    return t.near_miss(nearestIn(content, reference) ?? content, reference, asked, statusOf(texts, subject.end));
  }
  const asked = BigInt(subject.amount ?? '0');
  const paid = BigInt(amount);
  switch (classification) {
    case 'overpaid':
      return t.overpaid(reference, money(String(paid - asked)));
    case 'underpaid':
      return t.underpaid(reference, money(String(asked - paid)), money(String(asked)));
    case 'below_minimum':
      return t.below_minimum(reference, money(least));
    case 'duplicate':
      return endedAt ? t.duplicate(reference, lateness(transaction, endedAt)) : t.matched(reference);
    case 'late': {
      const how = subject.end === 'cancelled' || subject.end === 'failed' ? subject.end : 'expired';
      return endedAt
        ? t.late[how](reference, lateness(transaction, endedAt))
        : texts.payment_links.classifications.late;
    }
    default:
      return t.matched(reference);
  }
}
