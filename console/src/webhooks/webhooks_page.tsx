import { DeliveryBadge } from '../app/delivery_badge';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty_state';
import { type Column, List } from '../ui/list';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { listWebhooks, type Webhook } from './calls';
import { WebhookBadge } from './webhook_badges';

export default function WebhooksPage() {
  const t = useTexts().webhooks;
  const { id: ws, deniedNew } = useWorkspace();
  const list = useCursorList({ key: ['webhooks', ws, 'list'], load: (cursor) => listWebhooks(ws, cursor) });
  const columns: Column<Webhook>[] = [
    { name: 'name', head: t.name, cell: ({ name }) => <bdi class="row-name">{name}</bdi> },
    { name: 'state', head: t.state, kind: 'state', cell: (webhook) => <WebhookBadge {...webhook} /> },
    {
      name: 'last',
      head: t.last_delivery,
      cell: ({ last_delivery }) => last_delivery && <DeliveryBadge status={last_delivery.status} />,
    },
    { name: 'type', head: t.type, kind: 'quiet', wideOnly: true, cell: ({ type }) => t.types[type] },
    {
      name: 'goal',
      head: t.goal,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ url, chat_id }) => <span class="cut">{url ?? chat_id}</span>,
    },
    {
      name: 'when',
      head: t.when,
      kind: 'quiet',
      cell: ({ last_delivery }) => last_delivery && <Time at={last_delivery.created_at} relative />,
    },
  ];
  const denied = deniedNew('webhooks:write');
  const create = (
    <ButtonLink kind="main" icon="plus" href={pageOf(ws, 'webhooks', 'new')} denied={denied}>
      {t.create}
    </ButtonLink>
  );
  return (
    <Page title={t.title} actions={create}>
      <List
        label={t.title}
        list={list}
        columns={columns}
        href={(webhook) => pageOf(ws, 'webhooks', webhook.id)}
        empty={
          <EmptyState icon="webhook" title={t.none_yet}>
            <p>{t.none_yet_advice}</p>
            {create}
          </EmptyState>
        }
      />
    </Page>
  );
}
