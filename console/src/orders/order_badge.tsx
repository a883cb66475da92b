import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import type { Order } from './calls';

const tones = { pending: 'wait', success: 'good', failed: 'bad', cancelled: 'off' } as const;

export const OrderBadge = ({ status }: Pick<Order, 'status'>) => (
  <Badge tone={tones[status]}>{useTexts().orders.statuses[status]}</Badge>
);
