import type { Schema } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';

type PaymentLink = Schema<'PaymentLink'>;

const tones = { pending: 'wait', succeeded: 'good', failed: 'bad', expired: 'off', cancelled: 'off' } as const;
const callbackTones = { none: 'plain', pending: 'wait', sending: 'wait', delivered: 'good', failed: 'bad' } as const;

export const LinkBadge = ({ status }: Pick<PaymentLink, 'status'>) => (
  <Badge tone={tones[status]}>{useTexts().payment_links.statuses[status]}</Badge>
);

interface CallbackBadgeProps extends Pick<PaymentLink, 'callback_status'> {
  /** In a row of a list: its width stays when the status changes. */
  inRow?: boolean;
  /** Beside the badge of the link: says that the status is the callback's. */
  named?: boolean;
}

/** Shows nothing before there is a callback. */
export function CallbackBadge({ callback_status, inRow, named }: CallbackBadgeProps) {
  const t = useTexts().payment_links;
  const { none: _, ...texts } = t.callbacks;
  if (callback_status === 'none') return null;
  return (
    <Badge tone={callbackTones[callback_status]} among={inRow ? texts : undefined}>
      {named ? t.callback_state(texts[callback_status]) : texts[callback_status]}
    </Badge>
  );
}
