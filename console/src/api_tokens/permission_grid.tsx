import type { Role } from '../app/roles';
import { useWorkspaces, type Workspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { useFault } from '../ui/form_state';
import { Icon } from '../ui/icon';
import type { Grant } from './calls';
import { fieldOf, mayGrant, permissionOf } from './permissions';

/** A token's permissions: one grid per Workspace. */
export function PermissionGrids({ granted }: { granted: Grant[] }) {
  const t = useTexts().api_tokens;
  const workspaces = useWorkspaces().data ?? [];
  const code = useFault('workspaces');
  return (
    <div class="field">
      <p class="field-name">{t.permissions}</p>
      <p class="hint">{t.permissions_advice}</p>
      {/* The form looks for a control of this name to show its faults here. */}
      <input type="hidden" name="workspaces" />
      {workspaces.map((workspace, index) => {
        const own = granted.find(({ workspace_id }) => workspace_id === workspace.id)?.permissions ?? [];
        return (
          <details key={workspace.id} class="grant" open={own.length > 0 || (granted.length === 0 && index === 0)}>
            <summary>{workspace.name}</summary>
            <Grid workspace={workspace} granted={own} />
          </details>
        );
      })}
      {workspaces.length === 0 && <p>{t.no_workspace}</p>}
      <div role="alert">
        {code && (
          <p class="fault">
            <Icon name="circle-alert" />
            {t.permissions_required}
          </p>
        )}
      </div>
    </div>
  );
}

function Grid({ workspace, granted }: { workspace: Workspace; granted: string[] }) {
  const texts = useTexts();
  const t = texts.api_tokens;
  const role: Role = workspace.role ?? 'viewer';
  return (
    <>
      <table class="grid">
        <caption class="unseen">{workspace.name}</caption>
        <thead>
          <tr>
            <td />
            {Object.entries(t.rights).map(([right, name]) => (
              <th key={right} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.entries(t.resources).map(([resource, resourceName]) => (
            <tr key={resource}>
              <th scope="row">{resourceName}</th>
              {Object.entries(t.rights).map(([right, rightName]) => {
                const permission = permissionOf(resource, right);
                return (
                  <td key={right}>
                    {permission && (
                      <label class="box">
                        <input
                          type="checkbox"
                          name={fieldOf(workspace.id, permission)}
                          value="true"
                          aria-label={t.right_of(resourceName, rightName)}
                          defaultChecked={granted.includes(permission)}
                          disabled={!mayGrant(role, permission)}
                        />
                      </label>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {role !== 'owner' && <p class="hint">{t.role_limit(texts.common.roles[role])}</p>}
    </>
  );
}
