import type { ComponentChildren } from 'preact';
import { textOfCount, useOpenCounts } from '../app/open_counts';
import { pageOf, useWorkspaceId } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Page } from '../ui/page';
import { Tab, Tabs } from '../ui/tabs';

interface DeliveryTabsProps {
  current: 'callbacks' | 'webhooks';
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** The page around both lists; each tab counts its failures. */
export function DeliveryTabs({ current, actions, children }: DeliveryTabsProps) {
  const t = useTexts().deliveries;
  const ws = useWorkspaceId();
  const { merchants_not_notified: untold, webhooks_not_notified: unsent } = useOpenCounts(ws).data ?? {};
  const path = pageOf(ws, 'deliveries');
  return (
    <Page title={t.title} actions={actions}>
      <Tabs label={t.title}>
        <Tab href={path} current={current === 'callbacks'} count={untold ? textOfCount(untold) : undefined}>
          {t.tabs.callbacks}
        </Tab>
        <Tab
          href={`${path}?tab=webhooks`}
          current={current === 'webhooks'}
          count={unsent ? textOfCount(unsent) : undefined}
        >
          {t.tabs.webhooks}
        </Tab>
      </Tabs>
      {children}
    </Page>
  );
}
