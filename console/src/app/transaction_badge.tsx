import type { Schema } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';

type Transaction = Schema<'Transaction'>;

/** The result of a transaction: whether it completed something, or why not. */
export function TransactionBadge({ transaction }: { transaction: Transaction }) {
  const { payment_links, transactions: t } = useTexts();
  const { attention, classification, settled, transfer_type } = transaction;
  if (attention) {
    const text =
      attention === 'ambiguous' || attention === 'near_miss' || attention === 'statement_match'
        ? t.attentions[attention]
        : payment_links.classifications[attention];
    return <Badge tone={settled ? 'plain' : 'wait'}>{text}</Badge>;
  }
  if (classification) return <Badge tone="good">{payment_links.classifications[classification]}</Badge>;
  return <Badge tone="plain">{transfer_type === 'debit' ? t.directions.debit : t.none}</Badge>;
}

export const signOf = ({ transfer_type }: Transaction) => (transfer_type === 'debit' ? '−' : '+');
