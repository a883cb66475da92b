import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api, take } from '../api/client';
import { ApiError } from '../api/errors';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { PasswordField } from '../ui/password_field';
import { openSession, type User } from './account';
import { answerPasskey, canUsePasskeys } from './passkey';

type Factor = 'code' | 'recovery_code' | 'passkey';

/** The user dismissed the browser's prompt; there is nothing to explain. */
class PutAway extends Error {}

async function withPasskey(known?: { email: string; password: string }): Promise<User> {
  const { public_key } = await take(api.POST('/v1.1/sessions/options'));
  const passkey = await answerPasskey(public_key);
  if (!passkey) throw new PutAway();
  return openSession(known ? { ...known, passkey } : { passkey });
}

interface SignInProps {
  submit: string;
  onSignedIn: (user: User) => unknown;
  /** The address, where it is known. */
  email?: string;
  /** Below the form. */
  children?: ComponentChildren;
}

/** Signs in: with the password, with a second factor where the account has one, or with a passkey alone. */
export function SignInForm({ submit, onSignedIn, email, children }: SignInProps) {
  const { entry } = useTexts();
  const [known, setKnown] = useState<{ email: string; password: string }>();
  const [factors, setFactors] = useState<Factor[]>([]);
  const signIn = async (values: Values) => {
    const given = { email: values['email'] ?? '', password: values['password'] ?? '' };
    try {
      await onSignedIn(await openSession(given));
    } catch (error) {
      const offered =
        error instanceof ApiError && error.status === 401 ? error.faults.map(({ field }) => field as Factor) : [];
      if (offered.length === 0) throw error;
      setKnown(given);
      setFactors(offered);
    }
  };
  if (known) return <FactorForm known={known} factors={factors} onSignedIn={onSignedIn} />;
  return (
    <>
      <Form
        submit={submit}
        onSubmit={signIn}
        refusals={{ AUTHENTICATION_ERROR: entry.signin_refused, VALIDATION_ERROR: entry.signin_refused }}
      >
        <TextField
          name="email"
          label={entry.email}
          type="email"
          autocomplete="username webauthn"
          defaultValue={email ?? ''}
          faults={entry.email_faults}
        />
        <PasswordField label={entry.password} faults={entry.password_faults} />
      </Form>
      {canUsePasskeys() && <PasskeyButton ask={() => withPasskey()} onSignedIn={onSignedIn} />}
      {children}
    </>
  );
}

function FactorForm({
  known,
  factors,
  onSignedIn,
}: {
  known: { email: string; password: string };
  factors: Factor[];
  onSignedIn: (user: User) => unknown;
}) {
  const { entry } = useTexts();
  const takesCode = factors.includes('code');
  const send = async ({ code = '' }: Values) => {
    // Codes of apps have six digits, recovery codes are longer.
    const name = /^\d{6}$/.test(code) ? 'code' : 'recovery_code';
    await onSignedIn(await openSession({ ...known, [name]: code }));
  };
  return (
    <>
      <p class="lead">{takesCode ? entry.factor_advice : entry.factor_passkey_advice}</p>
      {factors.includes('passkey') && canUsePasskeys() && (
        <PasskeyButton ask={() => withPasskey(known)} onSignedIn={onSignedIn} isMain={!takesCode} />
      )}
      <Form
        submit={entry.signin_do}
        onSubmit={send}
        refusals={{ AUTHENTICATION_ERROR: entry.factor_refused, VALIDATION_ERROR: entry.factor_refused }}
      >
        <TextField
          name="code"
          label={takesCode ? entry.factor : entry.recovery_code}
          hint={takesCode ? entry.factor_hint : entry.recovery_hint}
          autocomplete="one-time-code"
          faults={{ required: entry.code_required }}
          autofocus
        />
      </Form>
    </>
  );
}

function PasskeyButton({
  ask,
  onSignedIn,
  isMain = false,
}: {
  ask: () => Promise<User>;
  onSignedIn: (user: User) => unknown;
  isMain?: boolean;
}) {
  const { entry } = useTexts();
  const [isRefused, setRefused] = useState(false);
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    setRefused(false);
    try {
      await onSignedIn(await ask());
    } catch (error) {
      setRefused(!(error instanceof PutAway));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="passkey">
      <Button kind={isMain ? 'main' : 'plain'} icon="fingerprint-pattern" busy={busy} onClick={press}>
        {entry.with_passkey}
      </Button>
      <div class="refusal" role="alert">
        {isRefused && <p>{entry.passkey_refused}</p>}
      </div>
    </div>
  );
}
