import { useState } from 'preact/hooks';
import { NoteDialog } from '../app/note_dialog';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Money } from '../ui/money';
import { Section } from '../ui/page';
import { Time } from '../ui/time';
import { type Payment, type PaymentLink, usePayments } from './calls';

const tones = {
  matched: 'good',
  overpaid: 'good',
  underpaid: 'wait',
  duplicate: 'wait',
  late: 'wait',
  below_minimum: 'wait',
  rejected: 'off',
} as const;

/** All payments for a link; members can annotate and settle those that completed nothing. */
export function Payments({ link }: { link: PaymentLink }) {
  const t = useTexts().payment_links;
  const { id: ws } = useWorkspace();
  const payments = usePayments(ws, link.id).data;
  const [noted, setNoted] = useState<Payment>();
  if (!payments || (payments.length === 0 && link.status === 'pending')) return null;
  return (
    <Section title={t.payments}>
      {payments.length === 0 && <p class="quiet-text">{t.payments_none}</p>}
      <ul class="card flush payments">
        {payments.map((payment) => (
          <PaymentRow key={payment.id ?? payment.created_at} payment={payment} onNote={() => setNoted(payment)} />
        ))}
      </ul>
      {noted && <NoteDialog workspace={ws} transaction={noted} onClose={() => setNoted(undefined)} />}
    </Section>
  );
}

function PaymentRow({ payment, onNote }: { payment: Payment; onNote: () => void }) {
  const { payment_links: t, transactions } = useTexts();
  const { noting } = transactions;
  const { denied } = useWorkspace();
  const completes = payment.classification === 'matched' || payment.classification === 'overpaid';
  return (
    <li>
      <div class="payment-head">
        <Money amount={payment.amount} sign="+" />
        <Badge tone={tones[payment.classification]}>{t.classifications[payment.classification]}</Badge>
        {!completes && payment.transaction_id && (
          <Badge tone={payment.settled ? 'good' : 'plain'}>{payment.settled ? noting.settled : noting.open}</Badge>
        )}
        <Time at={payment.transaction_date} seconds />
      </div>
      <p class="transfer-text">{payment.content}</p>
      {payment.note && <p class="note-text">{payment.note}</p>}
      {payment.transaction_id && (
        <Button small denied={denied('payment_links:write')} onClick={onNote}>
          {payment.note ? noting.edit : noting.add}
        </Button>
      )}
    </li>
  );
}
