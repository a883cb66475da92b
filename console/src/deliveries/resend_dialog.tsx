import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import { useWebhooks } from '../app/webhooks';
import { pageOf, useWorkspaceId } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { SelectField } from '../ui/field';
import { Form } from '../ui/form';
import { type DeliveryDetails, resendDelivery } from './calls';

/** Sends one delivery again: to the same endpoint, or to another webhook of the same type. */
export function ResendDialog({ delivery, onClose }: { delivery: DeliveryDetails; onClose: () => void }) {
  const texts = useTexts();
  const t = texts.deliveries;
  const ws = useWorkspaceId();
  const queries = useQueryClient();
  const { route } = useLocation();
  const others = (useWebhooks(ws).data ?? []).filter(
    ({ id, enabled, url }) => enabled && id !== delivery.webhook_id && (url === null) === (delivery.url === null),
  );
  const send = async ({ webhook_id = '' }, key: string) => {
    const { id } = await resendDelivery(ws, delivery.id, webhook_id, key);
    announce(t.resent);
    onClose();
    await queries.invalidateQueries({ queryKey: ['deliveries', ws] });
    if (id !== delivery.id) route(pageOf(ws, 'deliveries', id));
  };
  return (
    <Dialog title={t.resend_title} onClose={onClose}>
      <p>{t.resend_advice((delivery.attempts.at(-1)?.number ?? 0) + 1)}</p>
      <Form
        submit={t.resend}
        refusals={t.resend_refusals}
        onSubmit={send}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.back}
          </Button>
        }
      >
        {others.length > 0 && (
          <SelectField
            name="webhook_id"
            label={t.resend_to}
            optional
            options={[
              { value: '', text: t.resend_to_own },
              ...others.map(({ id, name }) => ({ value: id, text: name })),
            ]}
          />
        )}
      </Form>
    </Dialog>
  );
}
