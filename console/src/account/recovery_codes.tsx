import { useTexts } from '../texts/use_texts';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy_button';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { saveFile } from '../ui/save_file';

/** Ten codes, shown only once. Only the button closes the dialog. */
export function RecoveryCodesDialog({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const t = useTexts().account;
  const text = `${codes.join('\n')}\n`;
  return (
    <Dialog title={t.codes_title} needsAnswer>
      <p class="note warm">
        <Icon name="triangle-alert" />
        {t.codes_advice}
      </p>
      <ol class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div class="form-buttons">
        <Button kind="main" onClick={onDone}>
          {t.codes_kept}
        </Button>
        <CopyButton value={text} text={t.codes_copy} />
        <Button
          small
          icon="download"
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
        >
          {t.codes_save}
        </Button>
      </div>
    </Dialog>
  );
}
