import { useQueryClient } from '@tanstack/preact-query';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { ChoiceField } from '../ui/choice_field';
import { Dialog } from '../ui/dialog';
import { Form, type Values } from '../ui/form';
import { changeRole, type GivenRole, givenRoles, type Member } from './calls';

/** The roles that can be given, each with what it may do. */
export function RoleChoice({ value }: { value: GivenRole }) {
  const texts = useTexts();
  const t = texts.members;
  const choices = givenRoles.map((role) => ({
    value: role,
    text: texts.common.roles[role],
    advice: t.role_advice[role],
  }));
  return <ChoiceField name="role" label={t.role} choices={choices} value={value} />;
}

export function RoleDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const texts = useTexts();
  const t = texts.members;
  const { id: ws } = useWorkspace();
  const queries = useQueryClient();
  const save = async ({ role }: Values) => {
    const changed = await changeRole(ws, member.user_id, role as GivenRole);
    announce(t.changed(changed.name, texts.common.roles[changed.role]));
    void queries.invalidateQueries({ queryKey: ['members', ws] });
    // One's own role is part of the Workspace.
    void queries.invalidateQueries({ queryKey: ['workspaces', ws] });
    onClose();
  };
  return (
    <Dialog title={t.change_title(member.name)} onClose={onClose}>
      <p>{t.change_advice}</p>
      <Form
        submit={texts.common.save}
        onSubmit={save}
        refusals={{ NOT_FOUND: t.gone, CONFLICT: t.owner_stays }}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        }
      >
        <RoleChoice value={member.role === 'owner' ? 'admin' : member.role} />
      </Form>
    </Dialog>
  );
}
