import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button, ButtonLink } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Menu, MenuItem } from '../ui/menu';
import { SecretOnce } from '../ui/secret_once';
import { changeWebhook, deleteWebhook, rotateKeys, type Webhook } from './calls';
import { TestDialog } from './test_dialog';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const texts = useTexts();
  const t = texts.webhooks;
  const { id: ws, denied } = useWorkspace();
  const { route } = useLocation();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'test' | 'rotate' | 'disable' | 'delete'>();
  const [rotated, setRotated] = useState<Webhook>();
  const close = () => setAsked(undefined);
  const lookAgain = () => queries.invalidateQueries({ queryKey: ['webhooks', ws] });
  const isChat = webhook.type === 'telegram';

  const rotate = async () => {
    setRotated(await rotateKeys(ws, webhook.id));
    await lookAgain();
  };
  const disable = async () => {
    await changeWebhook(ws, webhook.id, { enabled: false });
    announce(t.disabled_now);
    await lookAgain();
  };
  const remove = async () => {
    await deleteWebhook(ws, webhook.id);
    announce(t.deleted);
    route(pageOf(ws, 'webhooks'), true);
    void lookAgain();
  };

  return (
    <>
      <Button
        icon="send"
        denied={denied('webhooks:write') ?? (webhook.enabled ? undefined : t.enable_first)}
        onClick={() => setAsked('test')}
      >
        {isChat ? t.test_chat : t.test}
      </Button>
      <ButtonLink icon="settings" href={pageOf(ws, 'webhooks', webhook.id, 'edit')} denied={denied('webhooks:write')}>
        {t.edit}
      </ButtonLink>
      <Menu label={texts.common.more_actions} icon="ellipsis">
        {!isChat && (
          <MenuItem icon="key-round" denied={denied('webhooks:write')} onClick={() => setAsked('rotate')}>
            {t.rotate}
          </MenuItem>
        )}
        {webhook.enabled && (
          <MenuItem icon="ban" denied={denied('webhooks:write')} onClick={() => setAsked('disable')}>
            {t.disable}
          </MenuItem>
        )}
        <MenuItem icon="x" danger denied={denied('webhooks:delete')} onClick={() => setAsked('delete')}>
          {t.delete}
        </MenuItem>
      </Menu>
      {asked === 'test' && <TestDialog webhook={webhook} onClose={close} />}
      {asked === 'rotate' && (
        <ConfirmDialog title={t.rotate_title} action={t.rotate} onConfirm={rotate} onClose={close}>
          <p>{t.rotate_advice}</p>
          {webhook.rotates_at && <p>{t.rotate_again}</p>}
        </ConfirmDialog>
      )}
      {asked === 'disable' && (
        <ConfirmDialog title={t.disable_title} action={t.disable} danger onConfirm={disable} onClose={close}>
          <p>{t.disable_advice}</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog title={t.delete_title} action={t.delete} danger onConfirm={remove} onClose={close}>
          <p>{t.delete_advice}</p>
        </ConfirmDialog>
      )}
      {rotated?.api_key && (
        <SecretOnce
          title={t.new_keys_title}
          secrets={[
            { name: t.api_key, value: rotated.api_key },
            { name: t.secret, value: rotated.secret ?? '' },
          ]}
          onDone={() => setRotated(undefined)}
        />
      )}
    </>
  );
}
