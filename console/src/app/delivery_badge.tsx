import type { Schema } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';

const tones = { pending: 'wait', sending: 'wait', delivered: 'good', failed: 'bad', skipped: 'off' } as const;

interface DeliveryBadgeProps extends Pick<Schema<'Delivery'>, 'status'> {
  /** In a row of a list: its width stays when the status changes. */
  inRow?: boolean;
}

/** The status of a delivery to a webhook or chat. */
export function DeliveryBadge({ status, inRow }: DeliveryBadgeProps) {
  const { statuses } = useTexts().deliveries;
  return (
    <Badge tone={tones[status]} among={inRow ? statuses : undefined}>
      {statuses[status]}
    </Badge>
  );
}
