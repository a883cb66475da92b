import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Checkbox } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Page } from '../ui/page';
import { SecretOnce } from '../ui/secret_once';
import { Tab, Tabs } from '../ui/tabs';
import { createWebhook, type NewWebhook, type Webhook } from './calls';
import { checkedText, useCheckFault } from './use_check_fault';
import { eventsOf, filterOf, headersOf } from './webhook_body';
import { WebhookFields } from './webhook_fields';

export default function NewWebhookPage() {
  const t = useTexts().webhooks;
  const { id: ws } = useWorkspace();
  const { query, path } = useLocation();
  const type = query['type'] === 'telegram' ? 'telegram' : 'http';
  return (
    <Page title={t.new_title} parent={{ href: pageOf(ws, 'webhooks'), text: t.title }} narrow>
      <Tabs label={t.type}>
        <Tab href={path} current={type === 'http'}>
          {t.types.http}
        </Tab>
        <Tab href={`${path}?type=telegram`} current={type === 'telegram'}>
          {t.types.telegram}
        </Tab>
      </Tabs>
      <NewWebhookForm key={type} type={type} />
    </Page>
  );
}

function NewWebhookForm({ type }: { type: Webhook['type'] }) {
  const texts = useTexts();
  const t = texts.webhooks;
  const { id: ws, deniedNew } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const check = useCheckFault();
  const [made, setMade] = useState<Webhook>();
  const isChat = type === 'telegram';

  const open = ({ id }: Webhook) => route(pageOf(ws, 'webhooks', id), true);
  const send = async (values: Values, key: string) => {
    const filter = filterOf(values);
    const headers = headersOf(values['headers']);
    const body: NewWebhook = {
      type,
      name: values['name'] ?? '',
      events: eventsOf(values),
      ...(Object.keys(filter).length > 0 && { filter }),
      ...(isChat
        ? { chat_id: values['chat_id'] ?? '', bot_token: values['bot_token'] ?? '' }
        : { url: values['url'] ?? '', check: values['check'] === 'true' }),
      ...(Object.keys(headers).length > 0 && { headers }),
    };
    const webhook = await check.ask(createWebhook(ws, body, key));
    void queries.invalidateQueries({ queryKey: ['webhooks', ws] });
    const { check: answer } = webhook;
    announce(isChat ? t.chat_made : answer ? checkedText(texts, answer) : t.made);
    // A repeated request is answered without them.
    if (webhook.api_key && webhook.secret) setMade(webhook);
    else open(webhook);
  };

  return (
    <div class="card">
      <p class="form-about">{isChat ? t.chat_about : t.endpoint_about}</p>
      <Form submit={t.create_do} onSubmit={send} refusals={t.refusals} denied={deniedNew('webhooks:write')}>
        <WebhookFields type={type} urlFault={check.text} />
        {!isChat && (
          <Checkbox name="check" checked>
            {t.check}
          </Checkbox>
        )}
      </Form>
      {made && (
        <SecretOnce
          title={t.keys_title}
          secrets={[
            { name: t.api_key, value: made.api_key ?? '' },
            { name: t.secret, value: made.secret ?? '' },
          ]}
          onDone={() => open(made)}
        />
      )}
    </div>
  );
}
