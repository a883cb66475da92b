import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { Copied } from '../ui/copy_button';
import { Dialog } from '../ui/dialog';
import { TextField } from '../ui/field';
import { Form, type Values } from '../ui/form';
import { confirmAuthenticator, type NewAuthenticator } from './calls';

/** The secret for the app, as a picture and as text; a first code turns it on. */
export function AuthenticatorDialog({
  made,
  onOn,
  onClose,
}: {
  made: NewAuthenticator;
  onOn: (codes: string[]) => void;
  onClose: () => void;
}) {
  const texts = useTexts();
  const t = texts.account;
  const send = async ({ code = '' }: Values) => onOn(await confirmAuthenticator(code.replace(/\s/g, '')));
  return (
    <Dialog title={t.app_title} onClose={onClose} needsAnswer>
      <p>{t.app_scan}</p>
      <img class="factor-qr" src={`data:image/svg+xml,${encodeURIComponent(made.qr_svg)}`} alt={t.app_qr} />
      <p>
        {t.app_type}
        <br />
        <Copied value={made.secret} what={t.app_secret}>
          {made.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Copied>
      </p>
      <Form
        submit={t.app_do}
        onSubmit={send}
        refusals={{ CONFLICT: t.app_taken }}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.cancel}
          </Button>
        }
      >
        <TextField
          name="code"
          label={t.app_code}
          hint={t.app_code_hint}
          autocomplete="one-time-code"
          inputMode="numeric"
          faults={{ required: texts.entry.code_required, format: t.app_code_wrong }}
        />
      </Form>
    </Dialog>
  );
}
