import { useQueryClient } from '@tanstack/preact-query';
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Failure } from '../ui/failure';
import { refusalText } from '../ui/form';
import { Icon } from '../ui/icon';
import { Placeholder } from '../ui/page';
import { Panel } from '../ui/panel';
import { AuthenticatorDialog } from './authenticator_dialog';
import {
  beginAuthenticator,
  endAuthenticator,
  type NewAuthenticator,
  renewRecoveryCodes,
  useSecondFactor,
} from './calls';
import { RecoveryCodesDialog } from './recovery_codes';

type Step = { name: 'new'; made: NewAuthenticator } | { name: 'off' | 'renew' } | { name: 'codes'; codes: string[] };

export function FactorPanel() {
  const texts = useTexts();
  const t = texts.account;
  const factor = useSecondFactor();
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const lookAgain = () => void queries.invalidateQueries({ queryKey: ['account'] });
  const begin = async () => {
    setBusy(true);
    setRefusal('');
    try {
      setStep({ name: 'new', made: await beginAuthenticator() });
    } catch (error) {
      setRefusal(refusalText(texts, error, { CONFLICT: t.app_taken }));
    } finally {
      setBusy(false);
    }
  };
  const showCodes = (codes: string[]) => {
    setStep({ name: 'codes', codes });
    lookAgain();
  };
  if (!factor.data)
    return (
      <Panel title={t.factor} advice={t.factor_advice} plain>
        {factor.isError ? <Failure error={factor.error} onRetry={() => void factor.refetch()} /> : <Placeholder />}
      </Panel>
    );
  const { totp, passkeys, recovery_codes } = factor.data;
  return (
    <Panel title={t.factor} advice={t.factor_advice} plain>
      <ul class="card flush things">
        <li>
          <Icon name={totp ? 'circle-check' : 'circle'} />
          <span class="thing">
            <span class="thing-name">{t.app}</span>
            <small>{totp ? t.app_on : t.app_off}</small>
          </span>
          {totp ? (
            <Button onClick={() => setStep({ name: 'off' })}>{t.app_turn_off}</Button>
          ) : (
            <Button kind="main" busy={busy} onClick={() => void begin()}>
              {t.app_set_up}
            </Button>
          )}
        </li>
        {(totp || passkeys > 0) && (
          <li>
            <Icon name={recovery_codes > 2 ? 'circle-check' : 'triangle-alert'} />
            <span class="thing">
              <span class="thing-name">{t.codes}</span>
              <small>{t.codes_left(recovery_codes)}</small>
            </span>
            <Button onClick={() => setStep({ name: 'renew' })}>{t.codes_renew}</Button>
          </li>
        )}
      </ul>
      {!totp && passkeys === 0 && <p class="quiet-text panel-foot">{t.factor_off}</p>}
      <div class="refusal panel-foot" role="alert">
        {refusal && <p>{refusal}</p>}
      </div>
      {step?.name === 'new' && (
        <AuthenticatorDialog
          made={step.made}
          onOn={(codes) => {
            announce(t.app_on_now);
            showCodes(codes);
          }}
          onClose={() => setStep(undefined)}
        />
      )}
      {step?.name === 'off' && (
        <ConfirmDialog
          title={t.app_off_title}
          action={t.app_turn_off}
          danger
          onConfirm={async () => {
            await endAuthenticator();
            announce(t.app_off_now);
            lookAgain();
          }}
          onClose={() => setStep(undefined)}
        >
          <p>{t.app_off_advice}</p>
        </ConfirmDialog>
      )}
      {step?.name === 'renew' && <RenewDialog onRenewed={showCodes} onClose={() => setStep(undefined)} />}
      {step?.name === 'codes' && <RecoveryCodesDialog codes={step.codes} onDone={() => setStep(undefined)} />}
    </Panel>
  );
}

function RenewDialog({ onRenewed, onClose }: { onRenewed: (codes: string[]) => void; onClose: () => void }) {
  const t = useTexts().account;
  // The dialog closes itself before this is rendered again.
  const codes = useRef<string[]>();
  return (
    <ConfirmDialog
      title={t.codes_renew_title}
      action={t.codes_renew}
      onConfirm={async () => {
        codes.current = await renewRecoveryCodes();
      }}
      onClose={() => (codes.current ? onRenewed(codes.current) : onClose())}
    >
      <p>{t.codes_renew_advice}</p>
    </ConfirmDialog>
  );
}
