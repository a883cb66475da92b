import { type Role, roleHolds } from '../app/roles';
import { useTexts } from '../texts/use_texts';
import { Icon } from '../ui/icon';
import { Section } from '../ui/page';

const roles: Role[] = ['owner', 'admin', 'member', 'viewer'];

/** The least role for each right. */
const rights = {
  see: 'viewer',
  links: 'member',
  notes: 'member',
  banks: 'admin',
  webhooks: 'admin',
  people: 'admin',
  workspace: 'admin',
  secrets: 'admin',
  delete: 'owner',
} as const satisfies Record<string, Role>;

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
                  <RightCell key={role} holds={roleHolds(role, rights[right])} />
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
