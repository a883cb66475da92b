import { useState } from 'preact/hooks';
import { api, done, take } from '../api/client';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { PasswordField } from '../ui/password_field';
import { useAccount } from './account';
import { answerPasskey, canUsePasskeys } from './passkey';

const confirm = (body: { password?: string; code?: string }) =>
  done(api.POST('/v1.1/sessions/current/confirm', { body }));

/** Asks for the password, a code or a passkey again, for calls that a stolen session must not make. */
export function ConfirmSession({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { shell, entry } = useTexts();
  const account = useAccount().data;
  const [withCode, setWithCode] = useState(false);
  const send = async ({ password = '', code = '' }: Values) => {
    await confirm(withCode ? { code } : { password });
    onDone(true);
  };
  const usePasskey = async () => {
    const { public_key } = await take(api.POST('/v1.1/sessions/current/confirm/options'));
    const passkey = await answerPasskey(public_key);
    if (!passkey) return;
    await done(api.POST('/v1.1/sessions/current/confirm', { body: { passkey } }));
    onDone(true);
  };
  const wrong = { format: shell.confirm_refused };
  const refused = { AUTHENTICATION_ERROR: shell.confirm_refused, VALIDATION_ERROR: shell.confirm_refused };
  return (
    <Dialog title={shell.confirm_title} onClose={() => onDone(false)} needsAnswer>
      <p>{shell.confirm_advice}</p>
      <Form key={String(withCode)} submit={shell.confirm_do} onSubmit={send} refusals={refused}>
        <input type="hidden" name="username" autocomplete="username" value={account?.email ?? ''} />
        {withCode ? (
          <TextField
            name="code"
            label={entry.factor}
            autocomplete="one-time-code"
            inputMode="numeric"
            faults={wrong}
            autofocus
          />
        ) : (
          <PasswordField label={entry.password} faults={wrong} />
        )}
      </Form>
      {account?.second_factor && (
        <div class="others">
          {!withCode && (
            <Button kind="quiet" onClick={() => setWithCode(true)}>
              {shell.confirm_with_code}
            </Button>
          )}
          {canUsePasskeys() && (
            <Button kind="quiet" icon="fingerprint-pattern" onClick={() => void usePasskey().catch(() => {})}>
              {shell.confirm_with_passkey}
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}
