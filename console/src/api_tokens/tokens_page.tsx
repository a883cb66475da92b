import { PersonPage } from '../app/person_page';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty_state';
import { type Column, List } from '../ui/list';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { type ApiToken, listTokens } from './calls';
import { TokenBadge } from './token_badge';

export default function TokensPage() {
  const texts = useTexts();
  const t = texts.api_tokens;
  const list = useCursorList({ key: ['api_tokens', 'list'], load: listTokens });
  const columns: Column<ApiToken>[] = [
    { name: 'name', head: t.name, cell: ({ name }) => <span class="thing-name">{name}</span> },
    { name: 'status', head: t.status, kind: 'state', cell: ({ status }) => <TokenBadge status={status} /> },
    {
      name: 'reach',
      head: t.reach,
      kind: 'quiet',
      cell: ({ workspaces }) =>
        t.reach_of(
          workspaces.reduce((sum, { permissions }) => sum + permissions.length, 0),
          workspaces.length,
        ),
    },
    {
      name: 'used',
      head: t.used,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} relative /> : t.never),
    },
    {
      name: 'expires',
      head: t.expires,
      kind: 'quiet',
      named: true,
      cell: ({ expires_at }) => <Time at={expires_at} />,
    },
  ];
  const create = (
    <ButtonLink kind="main" icon="plus" href="/console/tokens/new">
      {t.create}
    </ButtonLink>
  );
  return (
    <PersonPage name="tokens" actions={create}>
      <List
        label={texts.shell.nav.tokens}
        list={list}
        columns={columns}
        href={({ id }) => `/console/tokens/${id}`}
        empty={
          <EmptyState icon="key-round" title={t.none_yet}>
            <p>{t.none_yet_advice}</p>
            {create}
          </EmptyState>
        }
      />
    </PersonPage>
  );
}
