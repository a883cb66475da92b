import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { SecretOnce } from '../ui/secret_once';
import { type ApiToken, revokeToken, rotateToken } from './calls';

export function TokenActions({ token }: { token: ApiToken }) {
  const t = useTexts().api_tokens;
  const queries = useQueryClient();
  const [asked, setAsked] = useState<'rotate' | 'revoke'>();
  const [secret, setSecret] = useState<string>();
  const lookAgain = () => void queries.invalidateQueries({ queryKey: ['api_tokens'] });
  const rotate = async () => {
    const rotated = await rotateToken(token.id);
    announce(t.rotated);
    setSecret(rotated.token ?? undefined);
    lookAgain();
  };
  const revoke = async () => {
    await revokeToken(token.id);
    announce(t.revoked);
    lookAgain();
  };
  return (
    <>
      {token.status === 'active' && (
        <Button icon="rotate-cw" onClick={() => setAsked('rotate')}>
          {t.rotate}
        </Button>
      )}
      {token.status !== 'revoked' && (
        <Button icon="ban" onClick={() => setAsked('revoke')}>
          {t.revoke}
        </Button>
      )}
      {asked === 'rotate' && (
        <ConfirmDialog
          title={t.rotate_title}
          action={t.rotate}
          refusals={t.rotate_refusals}
          onConfirm={rotate}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.rotate_advice}</p>
        </ConfirmDialog>
      )}
      {asked === 'revoke' && (
        <ConfirmDialog
          title={t.revoke_title(token.name)}
          action={t.revoke}
          danger
          onConfirm={revoke}
          onClose={() => setAsked(undefined)}
        >
          <p>{t.revoke_advice}</p>
        </ConfirmDialog>
      )}
      {secret && (
        <SecretOnce
          title={t.secret_title}
          secrets={[{ name: t.secret, value: secret }]}
          onDone={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
