import { useState } from 'preact/hooks';
import { inHours } from '../api/times';
import { time } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy_button';
import { Dialog } from '../ui/dialog';
import { Form } from '../ui/form';
import { rotateKey, type SigningKeys } from './calls';

interface RotateProps {
  ws: string;
  keys: SigningKeys;
  onRotated: (keys: SigningKeys) => void;
  onClose: () => void;
}

/** What will happen; then the new key, to be copied. */
export function RotateDialog({ ws, keys, onRotated, onClose }: RotateProps) {
  const [rotated, setRotated] = useState<SigningKeys>();
  if (rotated) return <NewKey keys={rotated} onClose={onClose} />;
  const done = (next: SigningKeys) => {
    onRotated(next);
    setRotated(next);
  };
  return <WhatHappens ws={ws} keys={keys} onRotated={done} onClose={onClose} />;
}

function WhatHappens({ ws, keys, onRotated, onClose }: RotateProps) {
  const texts = useTexts();
  const t = texts.developers;
  const { new_key, current, previous, no_previous } = t.rotate_effects;
  const rotate = async () => {
    onRotated(await rotateKey(ws));
    announce(t.rotated);
  };
  return (
    <Dialog title={t.rotate_title} onClose={onClose}>
      <ul class="bullets">
        <li>{new_key}</li>
        <li>{current(time(inHours(24)))}</li>
        <li>{keys.previous?.valid_until ? previous(time(keys.previous.valid_until)) : no_previous}</li>
      </ul>
      <Form
        submit={t.rotate}
        onSubmit={rotate}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.back}
          </Button>
        }
      />
    </Dialog>
  );
}

function NewKey({ keys: { current, previous }, onClose }: { keys: SigningKeys; onClose: () => void }) {
  const t = useTexts().developers;
  return (
    <Dialog title={t.new_key} onClose={onClose} needsAnswer>
      {previous?.valid_until && <p>{t.new_key_advice(time(previous.valid_until))}</p>}
      <dl class="secrets">
        {[
          { name: t.key_current, key: current.key },
          ...(previous ? [{ name: t.key_previous, key: previous.key }] : []),
        ].map(({ name, key }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{key}</code>
              <CopyButton value={key} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <div class="form-buttons">
        <Button kind="main" onClick={onClose}>
          {t.new_key_done}
        </Button>
      </div>
    </Dialog>
  );
}
