import { roles } from '../api/facts';
import { can, type Permission } from '../app/roles';
import { useTexts } from '../texts/use_texts';
import { Icon } from '../ui/icon';
import { Section } from '../ui/page';

/** The permission that stands for each right. */
const rights = {
  see: 'payment_links:read',
  links: 'payment_links:write',
  notes: 'payment_links:write',
  banks: 'bank_accounts:write',
  webhooks: 'webhooks:write',
  people: 'workspaces:members',
  workspace: 'workspaces:write',
  secrets: 'signing_key',
  delete: 'workspaces:delete',
} as const satisfies Record<string, Permission>;

/** The rights of the roles in words. */
export function RoleTable() {
  const texts = useTexts();
  const t = texts.members;
  return (
    <Section title={t.roles_title}>
      <div class="card flush">
        <table class="role-table">
          <caption class="unseen">{t.roles_title}</caption>
          <thead>
            <tr>
              <td />
              {roles.map((role) => (
                <th key={role} scope="col">
                  {texts.common.roles[role]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(Object.keys(rights) as (keyof typeof rights)[]).map((right) => (
              <tr key={right}>
                <th scope="row">{t.rights[right]}</th>
                {roles.map((role) => (
                  <RightCell key={role} holds={can(role, rights[right])} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

function RightCell({ holds }: { holds: boolean }) {
  const t = useTexts().members;
  return (
    <td data-holds={holds || undefined}>
      {holds ? <Icon name="check" /> : <span aria-hidden="true">–</span>}
      <span class="unseen">{holds ? t.may : t.may_not}</span>
    </td>
  );
}
