import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useOpenCounts } from '../app/open_counts';
import { pageOf, useWorkspaces, type Workspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button, ButtonLink } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { Page, Placeholder, Section } from '../ui/page';
import { NewWorkspaceForm } from './new_workspace_form';
import { openNeeds } from './open_needs';

export default function WorkspacesPage() {
  const t = useTexts().home;
  const workspaces = useWorkspaces();
  const queries = useQueryClient();
  const { route } = useLocation();
  const [isMaking, setMaking] = useState(false);
  const made = async (workspace: Workspace) => {
    announce(t.made(workspace.name));
    await queries.invalidateQueries({ queryKey: ['workspaces'] });
    route(pageOf(workspace.id));
  };
  const rows = workspaces.data;
  return (
    <Page
      title={t.workspaces_title}
      narrow={rows?.length === 0}
      actions={
        rows &&
        rows.length > 0 && (
          <>
            <Button kind="main" icon="plus" onClick={() => setMaking(true)}>
              {t.create}
            </Button>
            <ButtonLink href="/console/transactions" icon="receipt-text">
              {t.all_transactions}
            </ButtonLink>
          </>
        )
      }
    >
      {workspaces.isError && <Failure error={workspaces.error} onRetry={() => void workspaces.refetch()} />}
      {workspaces.isPending && <Placeholder />}
      {rows && rows.length > 0 && (
        <ul class="tiles">
          {rows.map((workspace) => (
            <WorkspaceTile key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      {rows?.length === 0 && (
        <Section title={t.no_workspace}>
          <p class="lead">{t.no_workspace_advice}</p>
          <div class="card">
            <NewWorkspaceForm onMade={made} />
          </div>
        </Section>
      )}
      {isMaking && (
        <Dialog title={t.create} onClose={() => setMaking(false)}>
          <NewWorkspaceForm onMade={made} />
        </Dialog>
      )}
    </Page>
  );
}

function WorkspaceTile({ workspace }: { workspace: Workspace }) {
  const texts = useTexts();
  const t = texts.home;
  const counts = useOpenCounts(workspace.id).data;
  return (
    <li class="card tile">
      <a href={pageOf(workspace.id)}>
        <strong>{workspace.name}</strong>
      </a>
      <p class="quiet-text">
        {t.banking_modes[workspace.banking_mode]}
        {workspace.role && ` · ${texts.common.roles[workspace.role]}`}
      </p>
      <p class="tile-state">
        {workspace.status === 'suspended' && <Badge tone="wait">{t.suspended}</Badge>}
        {!counts && '\u00a0'}
        {counts &&
          openNeeds(t.needs, workspace.id, counts).map(({ tone, icon, text }) => (
            <span key={icon} class={`${tone}-text`}>
              <Icon name={icon} />
              {text}
            </span>
          ))}
      </p>
    </li>
  );
}
