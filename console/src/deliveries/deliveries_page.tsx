import { useFilters } from '../ui/use_filters';
import { CallbackList } from './callback_list';
import { WebhookDeliveryList } from './webhook_delivery_list';

const tabNames = ['tab'] as const;

/** Callbacks of payment links, and deliveries to webhooks and chats. */
export default function DeliveriesPage() {
  return useFilters(tabNames).values.tab === 'webhooks' ? <WebhookDeliveryList /> : <CallbackList />;
}
