import NotFoundPage from '../app/not_found_page';
import { UnloadedPage } from '../app/unloaded_page';
import { useWorkspaces } from '../app/workspace';
import { isolated } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Copied } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Page, Section } from '../ui/page';
import { Time } from '../ui/time';
import { type ApiToken, useToken } from './calls';
import { EditToken } from './edit_token';
import { TokenActions } from './token_actions';
import { TokenBadge } from './token_badge';

export default function TokenPage({ tok }: { tok: string }) {
  const texts = useTexts();
  const t = texts.api_tokens;
  const query = useToken(tok);
  const token = query.data;
  const parent = { href: '/console/tokens', text: texts.shell.nav.tokens };
  if (token === null) return <NotFoundPage />;
  if (!token) return <UnloadedPage parent={parent} query={query} />;
  return (
    <Page
      title={`${isolated(token.name)} · ${parent.text}`}
      heading={token.name}
      parent={parent}
      badges={<TokenBadge status={token.status} />}
      actions={<TokenActions token={token} />}
    >
      <div class="beside">
        {token.status === 'active' ? <EditToken key={token.id} token={token} /> : <Grants token={token} />}
        <Section title={texts.payment_links.details}>
          <div class="card">
            <Facts>
              <Fact name={t.used}>
                {token.last_used_at ? <Time at={token.last_used_at} relative /> : t.never}
                {token.last_used_address && ` ${t.used_from(token.last_used_address)}`}
              </Fact>
              <Fact name={t.expires}>
                <Time at={token.expires_at} />
              </Fact>
              <Fact name={t.made_on}>
                <Time at={token.created_at} />
              </Fact>
              <Fact name={t.ends_with}>
                <code>…{token.last4}</code>
              </Fact>
              {token.unused_permissions.length > 0 && (
                <Fact name={t.unused}>
                  <Words words={token.unused_permissions} />
                  <small class="quiet-text">{t.unused_advice}</small>
                </Fact>
              )}
              <Fact name="ID">
                <Copied value={token.id} what="ID" />
              </Fact>
            </Facts>
          </div>
        </Section>
      </div>
    </Page>
  );
}

const Words = ({ words }: { words: string[] }) => (
  <ul class="words">
    {words.map((word) => (
      <li key={word}>
        <code>{word}</code>
      </li>
    ))}
  </ul>
);

/** Permissions of a token that no longer apply. */
function Grants({ token }: { token: ApiToken }) {
  const t = useTexts().api_tokens;
  const workspaces = useWorkspaces().data ?? [];
  return (
    <Section title={t.permissions}>
      <div class="card">
        <Facts>
          {token.workspaces.map(({ workspace_id, permissions }) => (
            <Fact
              key={workspace_id}
              name={workspaces.find(({ id }) => id === workspace_id)?.name ?? t.former_workspace}
            >
              <Words words={permissions} />
            </Fact>
          ))}
          <Fact name={t.networks}>{token.networks.length > 0 ? <Words words={token.networks} /> : t.everywhere}</Fact>
        </Facts>
      </div>
    </Section>
  );
}
