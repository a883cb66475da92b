import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useWorkspace, type Workspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Panel } from '../ui/panel';
import { reactivateWorkspace, suspendWorkspace } from './calls';

export function StatePanel({ workspace }: { workspace: Workspace }) {
  const t = useTexts().settings;
  const { denied } = useWorkspace();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const isActive = workspace.status === 'active';
  const suspend = async () => {
    await suspendWorkspace(workspace.id);
    announce(t.suspended_now);
    await queries.invalidateQueries({ queryKey: ['workspaces'] });
  };
  const reactivate = async () => {
    await reactivateWorkspace(workspace.id);
    announce(t.reactivated);
    // What was on hold is recorded now: every list may have changed.
    await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === workspace.id });
    await queries.invalidateQueries({ queryKey: ['workspaces'] });
  };
  return (
    <Panel title={t.state} advice={t.state_advice}>
      <Badge tone={isActive ? 'good' : 'wait'}>{isActive ? t.active : t.suspended}</Badge>
      <p>{isActive ? t.is_active : t.is_suspended}</p>
      <Button kind={isActive ? 'plain' : 'main'} denied={denied('workspaces:write')} onClick={() => setAsking(true)}>
        {isActive ? t.suspend : t.reactivate}
      </Button>
      {isAsking && isActive && (
        <ConfirmDialog title={t.suspend_title} action={t.suspend} onConfirm={suspend} onClose={() => setAsking(false)}>
          <p>{t.suspend_advice}</p>
          <ul class="bullets">
            {t.suspend_effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
      {isAsking && !isActive && (
        <ConfirmDialog
          title={t.reactivate_title}
          action={t.reactivate}
          refusals={t.reactivate_refusals}
          onConfirm={reactivate}
          onClose={() => setAsking(false)}
        >
          <p>{t.reactivate_advice}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}
