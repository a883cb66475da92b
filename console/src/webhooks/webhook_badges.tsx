import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import type { Delivery, Webhook } from './calls';

const tones = { pending: 'wait', acknowledged: 'good', failed: 'bad', skipped: 'off' } as const;

export const DeliveryBadge = ({ status }: Pick<Delivery, 'status'>) => (
  <Badge tone={tones[status]}>{useTexts().webhooks.delivery_statuses[status]}</Badge>
);

/** On, or off; one that we have switched off ourselves stands out. */
export function WebhookBadge({ enabled, disabled_reason }: Pick<Webhook, 'enabled' | 'disabled_reason'>) {
  const t = useTexts().webhooks;
  if (enabled) return <Badge tone="good">{t.enabled}</Badge>;
  const isOurs = disabled_reason !== null && disabled_reason !== 'disabled_by_user';
  return <Badge tone={isOurs ? 'bad' : 'off'}>{isOurs ? t.switched_off : t.disabled}</Badge>;
}
