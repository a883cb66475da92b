import { useFilters } from '../ui/use_filters';
import { CallbackList } from './callback_list';
import { WebhookDeliveryList } from './webhook_delivery_list';

const tabNames = ['tab'] as const;

/** What the merchant's systems were told: callbacks of payment links, and what went to webhooks and chats. */
export default function DeliveriesPage() {
  return useFilters(tabNames).values.tab === 'webhooks' ? <WebhookDeliveryList /> : <CallbackList />;
}
