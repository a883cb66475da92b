import { useOpenCounts } from '../app/open_counts';
import { pageOf, useWorkspace } from '../app/workspace';
import { number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Page } from '../ui/page';
import { Tab, Tabs } from '../ui/tabs';
import { useFilters } from '../ui/use_filters';
import { CallbackList } from './callback_list';
import { WebhookDeliveryList } from './webhook_delivery_list';

const tabNames = ['tab'] as const;

/** What the merchant's systems were told: callbacks of payment links, and what went to webhooks and chats. */
export default function DeliveriesPage() {
  const t = useTexts().deliveries;
  const { id: ws } = useWorkspace();
  const isOfWebhooks = useFilters(tabNames).values.tab === 'webhooks';
  const untold = useOpenCounts(ws).data?.untold;
  const path = pageOf(ws, 'deliveries');
  return (
    <Page title={t.title}>
      <Tabs label={t.title}>
        <Tab
          href={path}
          current={!isOfWebhooks}
          count={untold && (untold.isMore ? `${number(untold.count)}+` : untold.count)}
        >
          {t.tabs.callbacks}
        </Tab>
        <Tab href={`${path}?tab=webhooks`} current={isOfWebhooks}>
          {t.tabs.webhooks}
        </Tab>
      </Tabs>
      {isOfWebhooks ? <WebhookDeliveryList /> : <CallbackList />}
    </Page>
  );
}
