import { useQueryClient } from '@tanstack/preact-query';
import { useLocation } from 'preact-iso/router';
import { useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { type Member, removeMember } from './calls';

/** Removes a member, or lets a member leave. */
export function RemoveDialog({ member, isSelf, onClose }: { member: Member; isSelf: boolean; onClose: () => void }) {
  const t = useTexts().members;
  const { id: ws, workspace } = useWorkspace();
  const queries = useQueryClient();
  const { route } = useLocation();
  const name = workspace?.name ?? '';
  const remove = async () => {
    await removeMember(ws, member.user_id);
    if (isSelf) {
      announce(t.left(name));
      route('/console/', true);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] === ws });
      void queries.invalidateQueries({ queryKey: ['workspaces'] });
      return;
    }
    announce(t.removed(member.name));
    void queries.invalidateQueries({ queryKey: ['members', ws] });
  };
  return (
    <ConfirmDialog
      title={isSelf ? t.leave_title(name) : t.remove_title(member.name)}
      action={isSelf ? t.leave : t.remove}
      danger
      refusals={{ NOT_FOUND: t.gone, CONFLICT: t.owner_stays }}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{isSelf ? t.leave_advice : t.remove_advice}</p>
    </ConfirmDialog>
  );
}
