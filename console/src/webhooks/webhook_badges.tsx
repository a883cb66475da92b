import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import type { Webhook } from './calls';

/** Enabled or disabled; one that the service has disabled stands out. */
export function WebhookBadge({ enabled, disabled_reason }: Pick<Webhook, 'enabled' | 'disabled_reason'>) {
  const t = useTexts().webhooks;
  if (enabled) return <Badge tone="good">{t.enabled}</Badge>;
  const isOurs = disabled_reason !== null && disabled_reason !== 'disabled_by_user';
  return <Badge tone={isOurs ? 'bad' : 'off'}>{isOurs ? t.switched_off : t.disabled}</Badge>;
}
