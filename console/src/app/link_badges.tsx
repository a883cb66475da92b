import type { Schema } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';

type PaymentLink = Schema<'PaymentLink'>;

const tones = { pending: 'wait', succeeded: 'good', failed: 'bad', expired: 'off', cancelled: 'off' } as const;
const callbackTones = { none: 'plain', pending: 'wait', acknowledged: 'good', failed: 'bad' } as const;

export const LinkBadge = ({ status }: Pick<PaymentLink, 'status'>) => (
  <Badge tone={tones[status]}>{useTexts().payment_links.statuses[status]}</Badge>
);

interface CallbackBadgeProps extends Pick<PaymentLink, 'callback_status'> {
  /** In a row of a list: its width stays when the callback goes on. */
  inRow?: boolean;
}

/** Nothing is shown before there is something to tell. */
export function CallbackBadge({ callback_status, inRow }: CallbackBadgeProps) {
  const { none: _, ...texts } = useTexts().payment_links.callbacks;
  if (callback_status === 'none') return null;
  return (
    <Badge tone={callbackTones[callback_status]} among={inRow ? texts : undefined}>
      {texts[callback_status]}
    </Badge>
  );
}
