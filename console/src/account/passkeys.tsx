import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { canUsePasskeys } from '../app/passkey';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Failure } from '../ui/failure';
import { Icon } from '../ui/icon';
import { Placeholder } from '../ui/page';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { type Passkey, removePasskey, usePasskeys } from './calls';
import { PasskeyDialog } from './passkey_dialog';
import { RecoveryCodesDialog } from './recovery_codes';

export function PasskeysPanel() {
  const t = useTexts().account;
  const passkeys = usePasskeys();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const [codes, setCodes] = useState<string[]>();
  const lookAgain = () => void queries.invalidateQueries({ queryKey: ['account'] });
  const added = (newCodes: string[] | null) => {
    setAdding(false);
    announce(t.passkey_added);
    if (newCodes) setCodes(newCodes);
    lookAgain();
  };
  const rows = passkeys.data;
  return (
    <Panel title={t.passkeys} advice={t.passkeys_advice} plain>
      {passkeys.isError && <Failure error={passkeys.error} onRetry={() => void passkeys.refetch()} />}
      {passkeys.isPending && <Placeholder />}
      {rows && (
        <ul class="card flush things">
          {rows.length === 0 && <li class="quiet-text">{t.passkeys_none}</li>}
          {rows.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoved(passkey)} />
          ))}
        </ul>
      )}
      <p class="panel-foot">
        <Button
          icon="fingerprint-pattern"
          denied={canUsePasskeys() ? undefined : t.passkey_impossible}
          onClick={() => setAdding(true)}
        >
          {t.passkey_add}
        </Button>
      </p>
      {isAdding && <PasskeyDialog onAdded={added} onClose={() => setAdding(false)} />}
      {codes && <RecoveryCodesDialog codes={codes} onDone={() => setCodes(undefined)} />}
      {removed && (
        <ConfirmDialog
          title={t.passkey_remove_title(removed.name)}
          action={t.passkey_remove}
          danger
          onConfirm={async () => {
            await removePasskey(removed.id);
            announce(t.passkey_removed);
            lookAgain();
          }}
          onClose={() => setRemoved(undefined)}
        >
          <p>{t.passkey_remove_advice}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const t = useTexts().account;
  return (
    <li>
      <Icon name="fingerprint-pattern" />
      <span class="thing">
        <span class="thing-name">
          {passkey.name}
          {passkey.synced && <Badge tone="plain">{t.passkey_synced}</Badge>}
        </span>
        <small>
          {t.passkey_made} <Time at={passkey.created_at} /> ·{' '}
          {passkey.last_used_at ? (
            <>
              {t.passkey_used} <Time at={passkey.last_used_at} relative />
            </>
          ) : (
            t.passkey_unused
          )}
        </small>
      </span>
      <Button onClick={onRemove} label={`${t.passkey_remove}: ${passkey.name}`}>
        {t.passkey_remove}
      </Button>
    </li>
  );
}
