import { useState } from 'preact/hooks';
import { useWorkspace } from '../app/workspace';
import { time } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy_button';
import { refusalText } from '../ui/form';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { type SigningKey, type SigningKeys, showKeys } from './calls';
import { RotateDialog } from './rotate_dialog';

/** The keys stay on the page until it is left and are not cached. */
export function SigningKeyPanel() {
  const texts = useTexts();
  const t = texts.developers;
  const { id: ws, denied } = useWorkspace();
  const [keys, setKeys] = useState<SigningKeys>();
  const [isRotating, setRotating] = useState(false);
  const [busy, setBusy] = useState<'show' | 'rotate'>();
  const [refusal, setRefusal] = useState('');
  const reason = denied('signing_key');

  /** Both start by showing the keys: the user sees the current one before replacing it. */
  const load = async (goal: 'show' | 'rotate') => {
    setBusy(goal);
    setRefusal('');
    try {
      setKeys(await showKeys(ws));
      setRotating(goal === 'rotate');
    } catch (error) {
      setRefusal(refusalText(texts, error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <Panel title={t.key} advice={t.key_advice}>
      {keys ? (
        <>
          <Key name={t.key_current} of={keys.current} />
          {keys.previous && <Key name={t.key_previous} of={keys.previous} />}
        </>
      ) : (
        <p>{t.key_hidden}</p>
      )}
      <div class="refusal" role="alert">
        {refusal && <p>{refusal}</p>}
      </div>
      <div class="form-buttons">
        {!keys && (
          <Button icon="eye" busy={busy === 'show'} denied={reason} onClick={() => void load('show')}>
            {t.key_show}
          </Button>
        )}
        <Button icon="rotate-cw" busy={busy === 'rotate'} denied={reason} onClick={() => void load('rotate')}>
          {t.rotate}
        </Button>
      </div>
      {keys && isRotating && (
        <RotateDialog ws={ws} keys={keys} onRotated={setKeys} onClose={() => setRotating(false)} />
      )}
    </Panel>
  );
}

/** The start and end identify a key; the full key is shown on demand. */
const shortened = (key: string) => `${key.slice(0, 9)}…${key.slice(-4)}`;

function Key({ name, of: { key, created_at, valid_until } }: { name: string; of: SigningKey }) {
  const t = useTexts().developers;
  const [isWhole, setWhole] = useState(false);
  return (
    <div class="key">
      <h3>{name}</h3>
      <p class="key-text">
        <code>{isWhole ? key : shortened(key)}</code>
        <CopyButton value={key} what={name} />
        <Button kind="quiet" small icon={isWhole ? 'eye-off' : 'eye'} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t.key_short : t.key_whole}
        </Button>
      </p>
      <p class="quiet-text">
        {t.key_made} <Time at={created_at} /> · {valid_until ? `${t.key_until} ${time(valid_until)}` : t.key_no_end}
      </p>
    </div>
  );
}
