import { useQueryClient } from '@tanstack/preact-query';
import { useConfig } from '../app/config';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { type GivenRole, invite } from './calls';
import { RoleChoice } from './role_dialog';

export function InviteDialog({ onSent, onClose }: { onSent: () => void; onClose: () => void }) {
  const texts = useTexts();
  const t = texts.members;
  const { id: ws } = useWorkspace();
  const config = useConfig();
  const queries = useQueryClient();
  const send = async ({ email = '', role }: Values, key: string) => {
    await invite(ws, email, role as GivenRole, key);
    announce(t.invited(email));
    void queries.invalidateQueries({ queryKey: ['members', ws] });
    onSent();
    onClose();
  };
  return (
    <Dialog title={t.invite} onClose={onClose}>
      <p>{t.invitations_advice}</p>
      <Form
        submit={t.invite_do}
        onSubmit={send}
        refusals={t.invite_refusals}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        }
      >
        <TextField
          name="email"
          label={t.email}
          type="email"
          autocomplete="off"
          faults={texts.entry.email_faults}
          {...(config?.bank_simulator && { hint: t.invite_sandbox })}
          autofocus
        />
        <RoleChoice value="member" />
      </Form>
    </Dialog>
  );
}
