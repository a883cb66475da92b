import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { inHours } from '../api/times';
import { useWorkspaces } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { SelectField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { Page, Placeholder } from '../ui/page';
import { SecretOnce } from '../ui/secret_once';
import { type ApiToken, createToken } from './calls';
import { grantsIn, networksIn } from './permissions';
import { TokenName, TokenReach } from './token_fields';

// The maximum is a year by the service's clock; the browser's may be ahead.
const endAfter = (days: string) => inHours(Number(days) * 24 - 1);

export default function NewTokenPage() {
  const texts = useTexts();
  const t = texts.api_tokens;
  const { route } = useLocation();
  const queries = useQueryClient();
  const isKnown = useWorkspaces().data !== undefined;
  const [made, setMade] = useState<ApiToken>();
  const send = async ({ name = '', life = '90', networks = '', ...values }: Values, key: string) => {
    const token = await createToken(
      { name, expires_at: endAfter(life), workspaces: grantsIn(values), networks: networksIn(networks) },
      key,
    );
    void queries.invalidateQueries({ queryKey: ['api_tokens'] });
    announce(t.made);
    setMade(token);
  };
  const goOn = () => route(`/console/tokens/${made!.id}`, true);
  return (
    <Page title={t.new_title} parent={{ href: '/console/tokens', text: texts.shell.nav.tokens }} narrow>
      {!isKnown && <Placeholder lines={8} />}
      {isKnown && (
        <div class="card">
          <Form submit={t.new_do} onSubmit={send}>
            <TokenName />
            <SelectField
              name="life"
              label={t.life}
              hint={t.life_hint}
              value="90"
              options={Object.entries(t.lives).map(([value, text]) => ({ value, text }))}
            />
            <TokenReach />
          </Form>
        </div>
      )}
      {made?.token && (
        <SecretOnce title={t.secret_title} secrets={[{ name: t.secret, value: made.token }]} onDone={goOn} />
      )}
    </Page>
  );
}
