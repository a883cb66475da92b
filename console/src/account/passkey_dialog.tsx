import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { addPasskey, beginPasskey } from './calls';
import { makePasskey } from './make_passkey';

/** Names a passkey and creates it in the browser. */
export function PasskeyDialog({
  onAdded,
  onClose,
}: {
  onAdded: (codes: string[] | null) => void;
  onClose: () => void;
}) {
  const texts = useTexts();
  const t = texts.account;
  const [isRefused, setRefused] = useState(false);
  const send = async ({ name = '' }: Values) => {
    setRefused(false);
    const { public_key } = await beginPasskey();
    const passkey = await makePasskey(public_key);
    if (!passkey) return setRefused(true);
    const { recovery_codes } = await addPasskey({ name, passkey });
    return onAdded(recovery_codes);
  };
  return (
    <Dialog title={t.passkey_add} onClose={onClose}>
      <p>{t.passkey_add_advice}</p>
      <Form
        submit={texts.common.go_on}
        onSubmit={send}
        refusals={{ CONFLICT: t.passkey_conflict, VALIDATION_ERROR: t.passkey_refused }}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        }
      >
        <TextField
          name="name"
          label={t.passkey_name}
          hint={t.passkey_name_hint}
          maxLength={100}
          autocomplete="off"
          faults={t.passkey_name_faults}
        />
        <div class="refusal" role="alert">
          {isRefused && <p>{t.passkey_refused}</p>}
        </div>
      </Form>
    </Dialog>
  );
}
