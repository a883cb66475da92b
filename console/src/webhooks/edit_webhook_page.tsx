import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api/errors';
import NotFoundPage from '../app/not_found_page';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ButtonLink } from '../ui/button';
import { Failure } from '../ui/failure';
import { Checkbox } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Page, Placeholder } from '../ui/page';
import { SecretOnce } from '../ui/secret_once';
import { changeWebhook, useWebhook, type Webhook, type WebhookChange } from './calls';
import { checkedText, useCheckFault } from './use_check_fault';
import { eventsOf, filterOf, headersOf, isElsewhere } from './webhook_body';
import { WebhookFields } from './webhook_fields';

export default function EditWebhookPage({ wh }: { wh: string }) {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  const { data: webhook, error, isError, refetch } = useWebhook(ws, wh);
  if (error instanceof ApiError && error.status === 404) return <NotFoundPage />;
  return (
    <Page title={t.edit_title} parent={{ href: pageOf(ws, 'webhooks', wh), text: webhook?.name ?? t.title }} narrow>
      {!webhook && isError && <Failure error={error} onRetry={() => void refetch()} />}
      {!webhook && !isError && <Placeholder lines={10} />}
      {webhook && <EditForm webhook={webhook} />}
    </Page>
  );
}

function EditForm({ webhook }: { webhook: Webhook }) {
  const texts = useTexts();
  const t = texts.webhooks;
  const { id: ws, denied } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const check = useCheckFault();
  const [moves, setMoves] = useState(false);
  const [moved, setMoved] = useState<Webhook>();
  const page = pageOf(ws, 'webhooks', webhook.id);
  const isChat = webhook.type === 'telegram';

  const save = async (values: Values) => {
    const body: WebhookChange = {
      name: values['name'] ?? '',
      events: eventsOf(values),
      filter: filterOf(values),
      ...(isChat
        ? {
            chat_id: values['chat_id'] ?? '',
            ...(values['bot_token'] && { bot_token: values['bot_token'] }),
          }
        : {
            url: values['url'] ?? '',
            headers: headersOf(values['headers']),
            ...(values['check'] === 'true' && { check: true }),
            ...(values['paused'] === 'true' && { enabled: false }),
          }),
    };
    const saved = await check.ask(changeWebhook(ws, webhook.id, body));
    announce(saved.check ? checkedText(texts, saved.check) : t.saved);
    // On another server it has other keys.
    if (saved.api_key && saved.secret) setMoved(saved);
    else route(page, true);
    void queries.invalidateQueries({ queryKey: ['webhooks', ws] });
  };

  return (
    <div class="card">
      <Form
        submit={texts.common.save}
        onSubmit={save}
        onInput={({ url }) => setMoves(!isChat && isElsewhere(url, webhook.url))}
        denied={denied('webhooks:write')}
        others={<ButtonLink href={page}>{texts.common.cancel}</ButtonLink>}
      >
        <WebhookFields type={webhook.type} webhook={webhook} urlFault={check.text} />
        {!isChat && <Checkbox name="check">{t.check}</Checkbox>}
        {!isChat && <p class="hint">{t.moves_advice}</p>}
        {moves && webhook.enabled && (
          <Checkbox name="paused" checked>
            {t.pause}
          </Checkbox>
        )}
      </Form>
      {moved && (
        <SecretOnce
          title={t.new_keys_title}
          secrets={[
            { name: t.api_key, value: moved.api_key ?? '' },
            { name: t.secret, value: moved.secret ?? '' },
          ]}
          onDone={() => route(page, true)}
        />
      )}
    </div>
  );
}
