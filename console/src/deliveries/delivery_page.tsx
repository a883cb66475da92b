import { useState } from 'preact/hooks';
import { Attempts } from '../app/attempts';
import { DeliveryBadge } from '../app/delivery_badge';
import { isUnfinished } from '../app/unfinished';
import { UnloadedPage } from '../app/unloaded_page';
import { goalOf, useWebhooks } from '../app/webhooks';
import { pageOf, pageOfOrder, useWorkspace } from '../app/workspace';
import { isolated } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Copied } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Page, Section } from '../ui/page';
import { Time } from '../ui/time';
import { Timeline, TimelineEvent } from '../ui/timeline';
import { type DeliveryDetails, useDelivery } from './calls';
import { ResendDialog } from './resend_dialog';

export default function DeliveryPage({ dlv }: { dlv: string }) {
  const texts = useTexts();
  const t = texts.deliveries;
  const { id: ws } = useWorkspace();
  const delivery = useDelivery(ws, dlv);
  const webhooks = useWebhooks(ws).data;
  const parent = { href: `${pageOf(ws, 'deliveries')}?tab=webhooks`, text: t.tabs.webhooks };
  if (!delivery.data) return <UnloadedPage parent={parent} query={delivery} />;
  const { event, status, created_at } = delivery.data;
  const heading = texts.webhooks.event_names[event];
  return (
    <Page
      title={`${heading} → ${isolated(goalOf(texts, delivery.data, webhooks))} · ${t.title}`}
      heading={heading}
      parent={parent}
      badges={<DeliveryBadge status={status} />}
      actions={<Actions delivery={delivery.data} />}
    >
      <div class="beside">
        <Section title={t.timeline}>
          <div class="card">
            <Timeline label={t.timeline}>
              <TimelineEvent at={created_at} tone="plain" title={t.recorded} />
              <Attempts sent={delivery.data} />
              {status === 'skipped' && (
                <TimelineEvent tone="plain" icon="ban" title={t.skipped}>
                  <p>{t.skipped_advice}</p>
                </TimelineEvent>
              )}
            </Timeline>
          </div>
        </Section>
        <Details delivery={delivery.data} goal={goalOf(texts, delivery.data, webhooks)} />
      </div>
    </Page>
  );
}

function Actions({ delivery }: { delivery: DeliveryDetails }) {
  const t = useTexts().deliveries;
  const { denied } = useWorkspace();
  const [isAsked, setAsked] = useState(false);
  const isGone = delivery.body === null ? t.body_gone : undefined;
  const isPending = isUnfinished(delivery.status) ? t.still_pending : undefined;
  return (
    <>
      <Button
        kind={delivery.status === 'failed' ? 'main' : 'plain'}
        icon="rotate-cw"
        denied={denied('webhooks:write') ?? isGone ?? isPending}
        onClick={() => setAsked(true)}
      >
        {t.resend}
      </Button>
      {isAsked && <ResendDialog delivery={delivery} onClose={() => setAsked(false)} />}
    </>
  );
}

function Details({ delivery, goal }: { delivery: DeliveryDetails; goal: string }) {
  const t = useTexts().deliveries;
  const { id: ws } = useWorkspace();
  const { id, event, subject_id, webhook_id, url, resend_of, created_at } = delivery;
  const isOfOrder = event.startsWith('order.');
  return (
    <Section title={t.details}>
      <div class="card">
        <Facts>
          <Fact name={t.goal}>
            <a href={pageOf(ws, 'webhooks', webhook_id)}>{goal}</a>
            {url && <p class="quiet-text">{url}</p>}
          </Fact>
          <Fact name={isOfOrder ? t.order : t.transaction}>
            <a href={isOfOrder ? pageOfOrder(ws, subject_id) : pageOf(ws, 'transactions', subject_id)}>{subject_id}</a>
          </Fact>
          <Fact name={t.event}>
            <code>{event}</code>
          </Fact>
          {resend_of && (
            <Fact name={t.resend_of}>
              <a href={pageOf(ws, 'deliveries', resend_of)}>{resend_of}</a>
            </Fact>
          )}
          <Fact name={t.when}>
            <Time at={created_at} seconds />
          </Fact>
          <Fact name="ID">
            <Copied value={id} what="ID" />
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}
