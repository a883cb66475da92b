import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { pageOf, useWorkspace } from '../app/workspace';
import { failureText } from '../texts/failure_texts';
import { duration } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Icon } from '../ui/icon';
import { type Delivery, sendTest, useTriedDelivery, type Webhook, type WebhookEvent } from './calls';

/** Sends a test event and shows its result. */
export function TestDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useTexts();
  const t = texts.webhooks;
  const { id: ws } = useWorkspace();
  const queries = useQueryClient();
  const [sent, setSent] = useState<string>();
  const delivery = useTriedDelivery(ws, sent).data;
  const isChat = webhook.type === 'telegram';
  const send = async ({ event = '' }: Values) => {
    setSent(undefined);
    const { delivery_id } = await sendTest(ws, webhook.id, event as WebhookEvent);
    setSent(delivery_id);
    void queries.invalidateQueries({ queryKey: ['deliveries', ws, 'of', webhook.id] });
  };
  return (
    <Dialog title={isChat ? t.test_chat : t.test} onClose={onClose}>
      <p>{isChat ? t.test_chat_advice : t.test_advice}</p>
      <Form
        submit={sent ? t.test_again : t.test_do}
        onSubmit={send}
        refusals={{ CONFLICT: t.enable_first }}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.close}
          </Button>
        }
      >
        <SelectField
          name="event"
          label={t.event}
          options={webhook.events.map((event) => ({ value: event, text: `${t.event_names[event]} · ${event}` }))}
        />
      </Form>
      <div role="status">{sent && <Outcome delivery={delivery} id={sent} />}</div>
    </Dialog>
  );
}

function Outcome({ delivery, id }: { delivery: Delivery | undefined; id: string }) {
  const texts = useTexts();
  const t = texts.webhooks;
  const { id: ws } = useWorkspace();
  const last = delivery?.attempts.at(-1);
  if (!last)
    return (
      <p class="note">
        <Icon name="clock" />
        {t.test_on_its_way}
      </p>
    );
  const more = <a href={pageOf(ws, 'deliveries', id)}>{t.see_delivery}</a>;
  if (!last.error_class)
    return (
      <p class="note good">
        <Icon name="circle-check" />
        <span>
          {t.test_taken(last.status_code, duration(last.duration_ms))} {more}
        </span>
      </p>
    );
  const { what, mend } = failureText(texts, last.error_class, last.status_code);
  return (
    <div class="cause">
      <p>
        <strong>{last.status_code ? `${what} (${last.status_code}).` : `${what}.`}</strong> {mend}
      </p>
      <p>{more}</p>
    </div>
  );
}
