import { useQueryClient } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { UnloadedPage } from '../app/unloaded_page';
import { pageOf, useWorkspace } from '../app/workspace';
import { isolated } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { refusalText } from '../ui/form';
import { Icon } from '../ui/icon';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { activateKeys, changeWebhook, useWebhook, type Webhook } from './calls';
import { WebhookActions } from './webhook_actions';
import { WebhookBadge } from './webhook_badges';
import { WebhookDetails } from './webhook_details';
import { WebhookHealth } from './webhook_health';

export default function WebhookPage({ wh }: { wh: string }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  const query = useWebhook(ws, wh);
  const webhook = query.data;
  const parent = { href: pageOf(ws, 'webhooks'), text: t.title };
  if (!webhook) return <UnloadedPage parent={parent} query={query} />;
  return (
    <Page
      title={`${isolated(webhook.name)} · ${t.title}`}
      parent={parent}
      heading={<bdi>{webhook.name}</bdi>}
      badges={
        <>
          <WebhookBadge {...webhook} />
          <Badge tone="plain">{t.types[webhook.type]}</Badge>
        </>
      }
      actions={<WebhookActions webhook={webhook} />}
    >
      {!webhook.enabled && <Disabled webhook={webhook} />}
      {webhook.rotates_at && <NewKeysWait webhook={webhook} until={webhook.rotates_at} />}
      <div class="beside">
        <WebhookHealth webhook={webhook} />
        <WebhookDetails webhook={webhook} />
      </div>
    </Page>
  );
}

function Disabled({ webhook }: { webhook: Webhook }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  return (
    <Notice
      text={t.disabled_because[webhook.disabled_reason ?? 'disabled_by_user']}
      action={t.enable}
      done={t.enabled_now}
      onPress={() => changeWebhook(ws, webhook.id, { enabled: true })}
    />
  );
}

/** During a rotation: both key pairs exist, the old one is still used. */
function NewKeysWait({ webhook, until }: { webhook: Webhook; until: string }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  return (
    <Notice
      text={
        <>
          {t.keys_wait} <Time at={until} />.
        </>
      }
      action={t.activate}
      done={t.activated}
      onPress={() => activateKeys(ws, webhook.id)}
    />
  );
}

interface NoticeProps {
  text: ComponentChildren;
  action: string;
  done: string;
  onPress: () => Promise<unknown>;
}

/** A sentence above the page, and the one thing to do about it. */
function Notice({ text, action, done, onPress }: NoticeProps) {
  const texts = useTexts();
  const { id: ws, denied } = useWorkspace();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await onPress();
      announce(done);
    } catch (error) {
      announce(refusalText(texts, error));
    } finally {
      setBusy(false);
      void queries.invalidateQueries({ queryKey: ['webhooks', ws] });
    }
  };
  return (
    <div class="note warm notice">
      <Icon name="triangle-alert" />
      <p>{text}</p>
      <Button small busy={isBusy} denied={denied('webhooks:write')} onClick={() => void press()}>
        {action}
      </Button>
    </div>
  );
}
