import type { Schema } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';

const tones = { pending: 'wait', acknowledged: 'good', failed: 'bad', skipped: 'off' } as const;

/** How far a delivery to a webhook or chat is. */
export const DeliveryBadge = ({ status }: Pick<Schema<'Delivery'>, 'status'>) => (
  <Badge tone={tones[status]}>{useTexts().deliveries.statuses[status]}</Badge>
);
