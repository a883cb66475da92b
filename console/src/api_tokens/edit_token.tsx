import { useQueryClient } from '@tanstack/preact-query';
import { useWorkspaces } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Form, type Values } from '../ui/form';
import { Placeholder, Section } from '../ui/page';
import { type ApiToken, changeToken, type Grant } from './calls';
import { grantsIn, networksIn } from './permissions';
import { TokenName, TokenReach } from './token_fields';

const asText = (grants: Grant[]) =>
  grants
    .map(({ workspace_id, permissions }) => `${workspace_id} ${[...permissions].sort()}`)
    .sort()
    .join('\n');

/** Sends only what was changed: a name alone needs no password. */
export function EditToken({ token }: { token: ApiToken }) {
  const texts = useTexts();
  const t = texts.api_tokens;
  const queries = useQueryClient();
  const isKnown = useWorkspaces().data !== undefined;
  const save = async ({ name = '', networks = '', ...values }: Values) => {
    const grants = grantsIn(values);
    const given = networksIn(networks);
    await changeToken(token.id, {
      name,
      ...(asText(grants) !== asText(token.workspaces) && { workspaces: grants }),
      ...(given.join() !== token.networks.join() && { networks: given }),
    });
    announce(t.saved);
    await queries.invalidateQueries({ queryKey: ['api_tokens'] });
  };
  return (
    <Section title={t.edit_title}>
      {!isKnown && <Placeholder lines={8} />}
      {isKnown && (
        <div class="card">
          <Form submit={texts.common.save} onSubmit={save}>
            <TokenName value={token.name} />
            <TokenReach token={token} />
          </Form>
        </div>
      )}
    </Section>
  );
}
